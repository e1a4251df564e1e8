"""What the attribution rule knows of Polish, Czech, Russian, Ukrainian, Hungarian, Greek.

See tongue.py for the rows and how a word is written.
"""

from .tongue import tongue

PL = tongue(
    """
    cases: yes
    glue: i w na z do nie się jest to że jest był była przez dla od po jak ma o za ale oraz
        został została
    he: on ona oni one
    i: ja my
    role: użytkownik właściciel ta_osoba osoba_ta
    mind: zdecydow postanow wybra. wybrał. wybrała. wybiera. woli. wolał. wolała. preferuj
        chce. chciał. chciała. chcę. pragn lubi. lubił. lubiła. lubię. kocha. kochał.
        uwielbi nienawidz ma_nadzieję. nadziej potrzebuj życz planuj zamierz myśli. myślał.
        myślę. uważa. uważał. sądzi. wierzy. wątpi. wie. wiedział. przypuszcz spodziew boi.
        bał. żałuj odmów odmaw odrzuc zaakcept akcept zatwierdz zgodzi. zgodził. zgodziła.
        zgadza. odwoła. odwołał. odwołała. anulow obieca. obiecał. obiecała. obiecuj
        zobowiąz podpisa. podpisał. podpisała. głosow powiedzi mówi. mówił. mówiła. rzekł.
        twierdz stwierdz oświadcz popros. poprosił. poprosiła. prosi. prosił. pyta. pytał.
        zapyta potwierdz zaprzecz wyjaśni żąda. żądał. zażąda zapropon propon poleci.
        polecił. zaleca. ostrzeg skarży. przekonan raczej przeciwn dość. upiera podpisana.
        podpisany. podpisane. podpisze. podpisuj wybrany. wybrana. wybrane. odwołane.
        odwołany. odwołana. proszony. poleca. polecał. lubiany. obiecany. chciałby.
        chciałaby. wolałby. wolałaby. cieszy. cieszył. martwi. obawia. obawiał. zadowolon
        niezadowolon rozczarowan zmęczon sceptyczn dumny. dumna. odpowiedzi odpowiada_że
        wspomni. wspomniał. wspomniała. przysięg podejrzewa. zgaduje. marzy. marzył.
        marzyła. tęskni. tęsknił. docenia. docenił. podziwia. zakaza. zakazał. zabroni.
        zabronił. pozwoli. pozwolił. zezwoli sprzeciwi. sprzeciwia. protestuj protestował
        krytykuj skrytykował narzeka. narzekał. waha. wahał. rezygnuj zrezygnował
        zrezygnowała zrezygnuje odradza. odradził. doradzi. nalega. nalegał. nie_znosi
        znosi. dziękował. podziękował. zgłosi. zgłosił. zgłosiła. poparł. popiera. wymaga.
        przełoż przełożon odłoż odłożon odroczon wycofan wycofał wycofała zakazan zamówion
        wymagan proponowan skreślon skreślił zaproponowan wypowiedzian wypowiedział mianowan
        wskazan wskazał odrzucon anulowan poparci groz grozi. błaga. przyzna przyznaje
    fact: mieszka. mieszkał. pracuj pracował ma. miał. jest. był. była. urodzi. urodził.
        otrzyma dosta. dostał. posiada. jeździ. kupi. kupił. kupiła. sprzeda. sprzedał.
        przyjecha studiuj gra. ożen waży. spotka. spotkał. poszed pojecha śpiewa. śpiewał.
        pływa. pływał. gotuj gotował. je. jadł. pije. pił. biega. biegał. pisze. pisał.
        napisał. napisała. czyta. czytał. śpi. spał. dzwoni. zadzwonił. zadzwoniła. wysłał.
        wysłała. wysyła. płaci. zapłacił. zapłaciła. używa. używał. przyniósł. buduj
        zbudował. naprawi. naprawił. wynajmuj wynajął. uczy. otworzył. zamknął. zgubił.
        zgubiła. wygrał. wygrała. pali. siedzi. maluj spadł. umarł. zmarł. prowadzi. zna.
        odwiedził. zarabia. sprzedaje. kupuje. wrócił. wróciła. wyjechał. wyjechała.
        przeprowadził. skończył. kończy. poleciał. poleciała. leci. nosi. nosił. nosiła.
        czeka. obchodzi. chodzi. wyszedł. jedzie. jechał. wsiadł. zdał. zdała. spadła.
        wyszła_za
    thought: decyzj wybór. wyboru. preferencj opini zdani życzeni wol. wola. zamiar. plan.
        prośb reguł zasad zgod. zgoda. zgody. zatwierdzen obietnic ulubion nadziej obaw.
        wątpliwoś przekonani słow. słowa. żądani
    mute: zdecydował zdecydowała postanowił postanowiła woli chce lubi nienawidzi uważa
        myśli powiedział powiedziała obiecał poprosił zatwierdził odrzucił preferuje wolę
        chcę lubię uważam myślę zdecydowałem zdecydowałam zdecydowaliśmy chcemy nienawidzę
        wybrał wybrała zgodził zgodziła akceptuje woleliśmy
    label: decyzja postanowiono ustalono uzgodniono preferencja życzenie opinia zatwierdzono
        odrzucono wybór zasada
    says: według wg zdaniem jak_powiedział na_prośbę
    by: przez
    own: mój moja moje nasz nasza jego jej
    prep: z ze do od dla o przy na za przez bez u
    lead: pan pani i ale potem dziś dzisiaj wczoraj teraz że bo gdy następnie w ponadto
    nobody: postanowiono zdecydowano ustalono uzgodniono zapadła_decyzja decyzja_zapadła
        podjęto_decyzję
    """
)
CS = tongue(
    """
    cases: yes
    glue: a v na je se že to s z do si o pro by ale jsem byl byla bylo jako který po od za
        jeho není
    he: on ona oni
    i: já my
    role: uživatel vlastník majitel používateľ
    mind: rozhod vybral. vybrala. vybírá. zvolil. zvolila. dává_přednost. přednost prefer
        chce. chtěl. chtěla. chci. přeje. přál. přála. má_rád. rád. ráda. miluj nenávid
        nesnáš nesnés doufá. doufal. potřebuj plánuj zamýšl hodlá. myslí. myslel. myslela.
        domnív soudí. věří. věřil. pochyb. pochybuje. ví. věděl. předpoklád očekáv bojí.
        bál. lituj odmít zamít přija. přijal. přijala. schváli. schválil. schválila. souhlas
        zruši. zrušil. zrušila. slíbi. slíbil. slíbila. slibuj zaváz podeps hlasoval. řekl.
        řekla. říká. tvrd tvrdí. prohlás požád. požádal. požádala. žádá. prosí. ptá. zeptal.
        potvrd popír popřel vysvětl trvá. navrh doporuč varov. varoval. stěžuj přesvědčen
        raději radši proti. chcel. rozhodol. súhlas. odmítnut. podepsán. vybrán. schválen.
        zamítnut. zrušen. rozhodnut. chtěl_by chtěla_by rád_by těší. těšil. obává. obával.
        spokojen. nespokojen. zklaman. zklamán. unaven. skeptick. hrdý. hrdá. odpověděl.
        odpověděla. zmínil. zmínila. přísahal. tuší. podezír. sní. touží. stýská. ocenil.
        oceňuj obdivuj zakázal. zakázala. dovolil. povolil. protestuj kritizuj stěžoval.
        váhá. váhal. vzdal. upustil. nabídl. přimlouv trval. trvala. nesouhlas. vadí. nelíb.
        líbí. líbil. nechce. nechtěl. nemá_rád odkládá. odložil. odložen přesunut zrušen
        stažen stáhl. stáhla. zakázán. vyžádán. vyžádal. požadován. navržen. vypověd jmenov
        odvolán. odvolal. škrt hrozí. přísahá. prosil. přizn
    fact: bydl bydlí. žije. žil. prac. pracuje. má. měl. je. byl. byla. narod dosta. dostal.
        vlastní. jezdí. koupil. koupila. prodal. přijel. studuj hraje. oženil. váží. potkal.
        šel. jel. zpív plav vař vaří. jí. jedl. pije. pil. běh píše. psal. napsal. čte.
        četl. spí. spal. volal. zavolal. poslal. poslala. platí. zaplatil. používá. přinesl.
        stav postavil. oprav opravil. pronaj pronajal. učí. otevřel. zavřel. ztratil.
        ztratila. vyhrál. kouří. sedí. maluj spadl. zemřel. zná. navštívil. vydělává.
        prodává. kupuje. vrátil. odjel. odjela. přestěhoval. slaví. letěl. letěla. nosí.
        nosil. čeká. chodí. slavil. přiletěl. odletěl. jezdil. vdala.
    thought: rozhodnut volb výběr. preferenc názor. přání. vůle. záměr. plán. žádost.
        pravidl schválen souhlas. slib. oblíben naděj obav. pochyb přesvědčen slov. slova.
        požadav
    mute: rozhodl rozhodla chce preferuje nesnáší myslí řekl řekla slíbil požádal schválil
        odmítl souhlasil chci myslím preferuji nechci rozhodli chceme nenávidí miluje
    label: rozhodnutí rozhodnuto dohodnuto preference přání názor schváleno zamítnuto volba
        pravidlo
    says: podle dle na_žádost
    own: můj moje má náš naše jeho její
    prep: s se k ke od do o u na za pro bez
    lead: pan paní a ale pak dnes včera teď že protože když potom v navíc
    nobody: bylo_rozhodnuto rozhodlo_se padlo_rozhodnutí rozhodnutí_padlo bylo_dohodnuto
        je_rozhodnuto
    """
)
RU = tongue(
    """
    cases: yes
    glue: и в не на что с по это как к у из за от для но был была его её она он о же так при
        или же был
    he: он она они
    i: я мы
    role: пользовател владел юзер хозя
    mind: реши решен выбр выбира предпоч предпочит хоч хоте хотел хотела желает. жела нрав.
        нравится. нравилось. нравятся. понрав люб. любит. любил. любила. люблю. обожа ненави
        надеет. надея нужд нужн. нужен. нужна. нужно. планир намер собира дума. думает.
        думал. думала. думаю. счит полага вер. верит. верил. сомнев зна. знает. знал. знаю.
        предполож. предполага ожида боит. бои боял жале. жалеет. жалел. отказ отклон приня.
        принял. приняла. одобр утверд соглас отмени отменя обеща обяз подпис голосов сказа
        говор. говорит. говорил. говорила. утвержд заяв проси. просит. просил. попрос спрос.
        спросил. спросила. подтверд отриц опроверг объясн требу потреб предлож рекоменд
        совет предупре жалу. жалуется. пожал убежд уверен. уверена. лучше. против. за.
        настаив упомян сообщ отмет. отметил. договор. договорил мечта планирует. терпеть.
        подписан. подписана. подписано. выбран. выбрана. выбрано. люби. нравил. хотелось.
        хотел_бы хотела_бы мечтал. боится. боялась. беспоко. волну. тревож. рад. рада.
        довол. доволен. довольна. недовол. разочар. устал_от. скепт. горд. гордит. ответил.
        ответила. отвеча. упомян. поклял. клян. подозрев. догад. скуча. цен. ценит. ценил.
        восхища. запрет. запреща. разреш. позвол. возраз. возража. протест. критик. жалов.
        колеб. отложил. отложи. перенес. выступа. выступил. настоя. настоял. терпит.
        терпеть_не раздраж. благодар. похвал. поддерж. пожела. пожелал. намек. предпочел.
        не_против отложен отсроч перенес перенесен отозван отозвал запрещен запрошен
        потребован предложен вычеркн назначен отверг отвергн поддержан утвержден избран
        отменен угрож клянет умоля призна
    fact: жив. живет. живёт. жил. работа есть. был. была. родил получ владе имеет. ездит.
        куп. купил. купила. прода приех приш уеха учит. играет. женат. замужем. весит.
        встрет находит нашел. пошел. поеха поет. пел. пела. плава. готов. готовит. готовил.
        ест. ел. пьет. пил. бега. пиш. пишет. писал. написал. написала. чита. читает. спит.
        спал. звон. звонит. позвонил. позвонила. отправ. отправил. отправила. плат. платит.
        заплатил. заплатила. использу. строит. построил. починил. сним снима арендует.
        открыл. открыла. закрыл. закрыла. потерял. потеряла. выиграл. выиграла. кур. курит.
        сидит. рису. упал. умер. руковод. знаком. посет. зарабат. продает. покупа. вернул.
        вернулся. вернулась. переехал. переехала. отмечает. родился. имел. прилетел.
        прилетела. полетел. полетела. летел. улетел. улетела. носит. носил. ждет. ходит.
        ходил. едет. ехал. сдал. сдала. упала. вышел. вышла. служит. служил. вяжет. держит.
        женил замуж
    thought: решени выбор. выбора. предпочтени мнени желани вол. воля. намерени план. планы.
        просьб правил одобрени соглас обещани любим надежд опасени сомнени убеждени слов.
        слова. требовани
    mute: решил решила хочет предпочитает любит ненавидит думает считает сказал сказала
        пообещал попросил одобрил отклонил решено договорились хочу предпочитаю люблю думаю
        считаю решили хотим ненавижу надеется выбрал выбрала отказался отказалась согласился
        согласилась одобрила отклонила одобряет
    label: решение решено договорились согласовано предпочтение пожелание мнение одобрено
        отклонено выбор правило
    says: по_словам по_мнению согласно со_слов как_сказал по_просьбе
    own: мой моя моё мои наш наша его её
    prep: с со к от для о об у на за про без по
    lead: и а но потом сегодня вчера теперь что потому господин г-н г-жа затем также в уже
        когда тогда
    nobody: решено было_решено принято_решение решение_принято было_принято_решение
        договорились решили условились
    """
)
UK = tongue(
    """
    cases: yes
    glue: і в не на що з це як до у за від для але був була його вона він та й є про або
        також
    he: він вона вони
    i: я ми
    role: користувач власни
    mind: виріши обра. обрав. обрала. вибра надає_перевагу. перевагу хоч хоті. хотів.
        хотіла. бажа подоба люб. любить. любив. ненавид сподіва потреб планує. планув намір
        дума. думає. думав. вважа вір. вірить. сумнів знає. знав. припуск очіку боїт. боя
        шкоду відмов відхил прийня схвали затверд погод. погодив. погодила. скасу скасував
        обіця зобовʼ підпис голосув сказа каж. каже. говори стверд заяв прос. просить.
        просив. попрос пита. запита підтверд запереч поясн вимаг. вимагає. пропон запропон
        реком радит радив скарж перекон впевнен краще. проти. домов мріє підписан. обран.
        відмовив. відмовила. відмовл. хотів_би хотіла_би мріяв. боїться. турбу. хвилю.
        радий. рада. задовол. розчаров. скепт. пиша. відповів. відповіла. згада. згадав.
        поклял. підозр. сума. сумує. цін. захопл. заборон. дозвол. протест. критик. скарг.
        вага. відкла. наполяг. терпіти. подобається. подобал. обирає. надає відкладен
        перенес скасован відклик заборонен запропонован обран затверджен відхилен погрож
        клянет благає. визна
    fact: живе. жив. працю має. мав. був. була. народи отрима володі купи. купив. прода приї
        навча грає. одруж важит зустрі співа плава готує їсть пє біга пише. написав.
        написала. чита. читає. спить дзвон подзвонив. надісла платить заплатив. використов
        приніс будує побудував. орендує винайм вчить. відкрив. закрив. загубив. виграв.
        курить. сидить. малює. впав. помер. керує. знайом відвід заробля продає. купує.
        переїхав. переїхала. повернув святкує прилетів. полетів. носить. чекає. ходить. їде.
        їхав. впала. вийшов. одружився. заміж
    thought: рішенн вибір. вибору. переваг думк. думка. бажанн вол. намір. план. проханн
        правил схвален згод. обіцян улюблен надія сумнів. переконан слова. вимог
    mute: вирішив вирішила хоче любить ненавидить думає вважає сказав сказала пообіцяв
        попросив схвалив відхилив вирішено хочу люблю думаю вважаю вирішили хочемо обрав
        обрала
    label: рішення вирішено домовлено перевага побажання думка схвалено відхилено вибір
        правило
    says: за_словами на_думку згідно_з зі_слів
    own: мій моя моє наш наша його її
    prep: з із до від для про у на за без по
    lead: і а але потім сьогодні вчора тепер що бо пан пані також в тоді
    nobody: вирішено було_вирішено прийнято_рішення рішення_прийнято домовлено вирішили
    """
)
HU = tongue(
    """
    cases: yes
    glue: a az és nem hogy egy is meg de van volt ez ki el csak már mert vagy mint
    he: ő ők
    i: én mi
    role: felhasználó tulajdonos
    mind: dönt eldönt elhatároz válasz inkább szeret akar. akart. akarja. kíván. kívánja.
        vágy utál gyűlöl remél szüksége terv gondol. gondolja. gondolta. hisz. hitt. hiszi.
        vél. véli. tart. tartja. kétel tud. tudja. tudta. feltétel várja. várt. félt fél.
        sajnál visszautasít elutasít elfogad jóváhagy engedély beleegy lemond lemondt
        megígér ígér vállal aláír szavaz mond. mondta. mondja. állít állítja. kijelent kér.
        kérte. kéri. kérdez megerősít tagad elmagyaráz magyaráz követel javasol ajánl
        figyelmeztet panasz meggyőz egyetért ellene bejelent utazna. szeretne. szeretné.
        inkább. kedvel. kedveli. imád. imádja. örül. örült. aggód. aggódik. elégedett.
        elégedetlen. csalódott. szkeptikus. büszke. válaszolt. említett. említette.
        esküszik. sejti. sejtette. álmod. hiányol. értékel. csodál. megtilt. megenged.
        tiltakoz. kritiz. habozik. visszalép. ragaszkod. támogat. ellenz. ellenzi. elvet.
        elvetette. nem_bírja tetsz. tetszik. kifogás. kéreti. óhajt. fenyeget. megesküd
        könyörög. bevall
    fact: él. élt. lak. lakik. lakott. dolgoz van. volt. született. kapott. kap. vezet.
        jött. jön. ment. megy. tanul játsz vett. vásárol eladt utaz házas találkoz neve.
        énekel. énekelt. úszik. főz. főzött. eszik. evett. iszik. ivott. futott. írt. olvas.
        olvasott. alszik. aludt. hívott. hívta. küldött. küldte. fizet. fizetett. használ.
        épít. épített. javít. bérel. bérelt. tanít. nyitott. zárt. elvesztett. elveszítette.
        nyert. dohányz. áll. ül. fest. esett. meghalt. vezette. ismer. járt. keres. elad.
        vesz. költöz. költözött. visszatért. repült. repül. visel. hord. vár. ünnepel.
        biciklizik. sétál. leesett. elesett.
    thought: döntés választás vélemény kívánság akarat szándék terv. kérés szabály
        jóváhagyás beleegyez ígéret kedvenc remény félelem kétség meggyőződ álláspont szava.
        követel
    mute: eldöntötte szeretné akarja utálja inkább azt_mondta akarok szeretném akarunk
        úgy_döntött úgy_döntöttünk
    label: döntés eldöntve megegyezés preferencia kívánság vélemény jóváhagyva elutasítva
        választás szabály
    after: szerint kérésére
    by: által
    own: az_én a_mi saját
    lead: a az és de aztán ma tegnap most hogy mert úr is akkor
    nobody: eldöntötték eldőlt úgy_döntöttek született_döntés döntés_született
        megszületett_a_döntés
    """
)
EL = tongue(
    """
    glue: ο η το και να του της την τον για με από στο στη που δεν είναι θα τα οι ένα μια σε
    he: αυτός αυτή αυτοί εκείνος
    i: εγώ εμείς
    role: χρήστη ιδιοκτήτη
    mind: αποφάσ αποφασ επέλεξ επιλέγ προτιμ θέλ ήθελ θελε επιθυμ αρέσ αγαπ λατρεύ μισ ελπίζ
        ήλπιζ χρειάζ σκοπεύ σχεδιάζ πιστεύ νομίζ θεωρ σκέφτ αμφιβάλλ ξέρ γνωρίζ υποθέτ
        περιμέν φοβ μετανι αρν αρνήθ απέρριψ απορρίπτ δέχ αποδέχ ενέκριν εγκρίν ακύρωσ
        ακυρών υποσχ υπόσχ δεσμεύ υπέγραψ ψήφισ είπ λέει. λέγ δήλωσ ισχυρ ζήτησ ζητ ρώτησ
        ρωτ επιβεβαί διέψευσ εξήγησ απαίτ πρότειν προτείν συνιστ προειδοπ συμφών συμφων
        πεπεισμ εναντίον κανόνισ αρνείτ αρνήθηκ δίστα ανησυχ χάρηκ χαίρ ικανοποιημ
        απογοητευμ βαρέθηκ σκεπτικ περήφαν απάντησ απαντ ανέφερ αναφέρ ορκίστ υποψιάζ
        ονειρεύ λαχταρ εκτιμ θαυμάζ απαγόρευσ επέτρεψ διαμαρτυρ επέκριν δίστασ ανέβαλ
        παραιτήθ υποστηρίζ αντιτίθ επέμειν επιμέν παραπον παρακάλ παρακαλ αντέχ σιχαίν
    fact: ζει. ζούσε. μένει. εργάζ δουλεύ έχει. είχε. είναι. ήταν. γεννήθ έλαβ πήρε. οδηγ
        ήρθε. πήγε. σπουδ παίζ αγόρασ πούλησ ταξίδ παντρ ζυγίζ συνάντησ τραγουδ κολυμπ
        μαγειρ τρώει έφαγε πίνει ήπιε τρέχει έτρεξε γράφει έγραψε διαβάζ διάβασε κοιμάται
        τηλεφών έστειλε στέλνει πλήρωσε πληρών χρησιμοποι έχτισε επισκεύασ νοικιάζ νοίκιασε
        διδάσκ άνοιξε έκλεισε έχασε κέρδισε καπνίζ κάθεται έπεσε πέθανε επισκέφ πουλά αγοράζ
        μετακόμισε επέστρεψε πέταξε φορά φορ περιμέν περπατ γιόρτασ
    thought: απόφασ επιλογ προτίμησ γνώμη άποψη επιθυμί θέληση πρόθεσ σχέδιο. αίτημα. κανόν
        έγκρισ συγκατάθ υπόσχ αγαπημέν ελπίδα φόβ αμφιβολ πεποίθησ λόγια. απαίτησ
    mute: αποφάσισε θέλει προτιμά πιστεύει είπε υποσχέθηκε ζήτησε ενέκρινε απέρριψε
    label: απόφαση αποφασίστηκε συμφωνήθηκε προτίμηση επιθυμία γνώμη εγκρίθηκε απορρίφθηκε
        επιλογή κανόνας
    says: σύμφωνα_με κατά σύμφωνα_με_τον σύμφωνα_με_την κατά_τον κατά_την
    by: από από_τον από_την
    of: του της
    own: μου μας του της
    prep: με σε για από στον στην προς χωρίς τον την του της
    lead: ο η και αλλά μετά σήμερα χθες τώρα ότι γιατί κύριος κυρία επίσης ο_κ
    nobody: αποφασίστηκε αποφασίσθηκε απόφαση_πάρθηκε έχει_αποφασιστεί συμφωνήθηκε
    """
)
