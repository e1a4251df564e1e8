"""What the attribution rule knows of Swedish, Norwegian and Danish, Finnish, Polish, Czech,
Russian, Ukrainian, Hungarian, Greek.

See tongue.py for the rows and how a word is written.
"""

from .tongue import tongue

SV = tongue(
    """
    glue: och att det som en ett är inte på för med av till den har de om från han hon kan
        ska
    he: han hon de
    i: jag vi
    role: användar ägar user. personen.
    mind: besluta beslöt bestäm vald. väljer. valde. valt. föredr vill. ville. velat.
        tycker. tyckte. gillar. gillade. älskar. älskade. hatar. hatade. hoppas. hoppades.
        önska behöv tänker. tänkte. tror. trodde. anser. ansåg. tvivl vet. visste. förmoda
        vänta. fruktar. ångra vägra avvis avböj accepter godkän godtog avbok avbröt lova.
        lovade. lovat. undertecknade. skrev_under. rösta säger. sade. sa. sagt. berätta bad.
        ber. frågade. frågar. bekräfta förneka hävda förklara påpeka kräver. krävde. föresl
        rekommender klagar. varnade. planera överens. överty hellre gärna emot.
    fact: bor. bodde. arbeta jobba har. hade. är. var. född. fick. får. äger. kör. kom.
        kommer. gick. går. studera spelar. köpt. köpte. sålde. rest. gift. väger. träffa
        heter. blev. talar.
    thought: beslut. beslutet. val. preferens åsikt. önskan. önskemål avsikt plan. begäran
        regel. godkännande samtycke löfte favorit hopp. rädsla tvivel. övertygelse
        ståndpunkt ord. krav.
    mute: beslutat föredrar vill gillar hatar
    label: beslut beslutat överenskommet önskemål preferens åsikt godkänt avslaget val regel
    says: enligt
    by: av
    of: av
    own: min mitt mina vår vårt sin hans hennes
    prep: med till för hos om mot på av från åt utan
    lead: och men sedan idag igår nu att herr fru dessutom då i därför
    nobody: det_beslutades det_bestämdes det_beslöts det_har_beslutats det_har_bestämts
        det_är_bestämt det_är_beslutat beslutet_är_fattat man_har_beslutat
    """
)
NO = tongue(
    """
    glue: og at det som en et er ikke på for med av til den har de om fra han hun kan skal
        ble
    he: han hun de
    i: jeg vi eg
    role: bruker bruger eier ejer user. eieren. personen.
    mind: beslutte besluttede beslutta bestem. bestemte. bestemmer. bestemt. velger. valgte.
        valgt. vælger. kan_ikke_lide foretrekk foretrækk vil. ville. ønsk synes. syntes.
        syns. liker. likte. kan_lide. elsker. elsket. elskede. hater. hatet. hader. hadede.
        håper. håpet. håber. håbede. trenger. tenker. tenkte. tænker. tror. trodde. troede.
        mener. mente. tviler. tvivler. vet. visste. ved. vidste. antar. forvent frykter.
        frygter. angre fortryd nekt nægt avvis afvis aksept accept godkjen godkend godtok
        avlys aflys lover. lovet. lovede. undertegn underskrev stemte. sier. sa. sagt.
        siger. sagde. fortell fortalt. fortalte. fortæll ba. bad. ber. beder. spurte. spør.
        spurgte. bekreft bekræft avkreft benekt nægted hevd hævd forklar. forklarte. påpek
        krev. krevde. kræv foresl foreslå anbefal klag. klaget. advar planlegg planlægg
        enig. enige. overbevist hellere heller gjerne imot. imod.
    fact: bor. bodde. boede. arbeid arbejd jobb. har. hadde. havde. er. var. født. fikk.
        får. fik. eier. ejer. kjør kører kom. kommer. gikk. går. gik. studer spill spiller
        kjøp. kjøpte. købte. solgte. reis. reiste. gift. veier. vejer. møtte. mødte. heter.
        hedder. ble. blev. snakk.
    thought: beslutning valg. valget. preferanse præference mening. holdning ønske. ønsker.
        hensikt plan. forespørsel anmodning regel. godkjenning godkendelse samtykke løfte.
        favoritt favorit yndling håp. frykt. tvil. tvivl. overbevisning standpunkt ord.
        krav.
    mute: besluttet bestemt foretrekker vil liker hater
    label: beslutning besluttet avtalt aftalt preferanse ønske mening godkjent godkendt
        avslått afvist valg regel
    says: ifølge
    by: av af
    of: av af til
    own: min mitt mine vår vores sin hans hennes hendes
    prep: med til for hos om mot mod på av af fra uten uden
    lead: og men så i_dag i_går nå nu at herr fru dessuten da i derfor
    nobody: det_blev_besluttet det_ble_besluttet det_er_besluttet det_er_bestemt
        det_ble_bestemt det_blev_bestemt det_blev_aftalt det_ble_avtalt
        beslutningen_er_taget beslutningen_er_tatt
    """
)
FI = tongue(
    """
    cases: yes
    glue: ja on ei se että hän oli mutta kun jos tai myös sen joka mitä ovat olla
    he: hän he
    i: minä me
    role: käyttäjä omistaja
    mind: päätt päät valits haluaa. halus halua. tahto toivo pitää. piti. pidä. rakasta
        vihaa. vihas inhoa tarvits ajattel luule usko epäile tietää. tiesi. oletta odotta
        pelkää katu kieltäyt hylkä hylkäs hyväksy peruut perui. lupas lupaa. sitoutu
        allekirjoit äänest sanoi. sanoo. sano kerto. kertoi. pyys pyytä kysy vahvist kiist
        väitt selitt vaat. vaati. vaatii. ehdott suosit. suositteli. valitti. varoitt
        suunnitt mieluummin mieltä. samaa_mieltä
    fact: asuu. asui. työskent on. oli. syntyi. syntynyt. sai. omista ajaa. tuli. tulee.
        meni. menee. opiskel pelaa. osti. myi. matkust naimis painaa. tapasi. nimi.
    thought: päätö valinta. valinnan. mielipi toive. toivo. tahto. tarkoitu suunnitelma.
        pyyntö. sääntö. hyväksyn suostumu lupau suosikki lempi toivomus pelko. epäily.
        kanta. sana. vaatimu
    mute: päätti haluaa pitää vihaa
    label: päätös päätetty sovittu toive mielipide hyväksytty hylätty valinta sääntö
        mieltymys
    after: mukaan mielestä pyynnöstä
    own: minun meidän hänen
    prep: kanssa
    lead: ja mutta sitten tänään eilen nyt että herra rouva myös silloin koska
    nobody: päätettiin on_päätetty sovittiin on_sovittu päätös_on_tehty
    """
)
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
        polecił. zaleca. ostrzeg skarży. przekonan raczej przeciwn dość. upiera
    fact: mieszka. mieszkał. pracuj pracował ma. miał. jest. był. była. urodzi. urodził.
        otrzyma dosta. dostał. posiada. jeździ. kupi. kupił. kupiła. sprzeda. sprzedał.
        przyjecha studiuj gra. ożen waży. spotka. spotkał. poszed pojecha
    thought: decyzj wybór. wyboru. preferencj opini zdani życzeni wol. wola. zamiar. plan.
        prośb reguł zasad zgod. zgoda. zgody. zatwierdzen obietnic ulubion nadziej obaw.
        wątpliwoś przekonani słow. słowa. żądani
    mute: zdecydował zdecydowała postanowił postanowiła woli chce lubi nienawidzi uważa
        myśli powiedział powiedziała obiecał poprosił zatwierdził odrzucił preferuje
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
        raději radši proti. chcel. rozhodol. súhlas.
    fact: bydl bydlí. žije. žil. prac. pracuje. má. měl. je. byl. byla. narod dosta. dostal.
        vlastní. jezdí. koupil. koupila. prodal. přijel. studuj hraje. oženil. váží. potkal.
        šel. jel.
    thought: rozhodnut volb výběr. preferenc názor. přání. vůle. záměr. plán. žádost.
        pravidl schválen souhlas. slib. oblíben naděj obav. pochyb přesvědčen slov. slova.
        požadav
    mute: rozhodl rozhodla chce preferuje nesnáší myslí řekl řekla slíbil požádal schválil
        odmítl souhlasil
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
    fact: жив. живет. живёт. жил. работа есть. был. была. родил получ владе имеет. ездит.
        куп. купил. купила. прода приех приш уеха учит. играет. женат. замужем. весит.
        встрет находит нашел. пошел. поеха
    thought: решени выбор. выбора. предпочтени мнени желани вол. воля. намерени план. планы.
        просьб правил одобрени соглас обещани любим надежд опасени сомнени убеждени слов.
        слова. требовани
    mute: решил решила хочет предпочитает любит ненавидит думает считает сказал сказала
        пообещал попросил одобрил отклонил решено договорились
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
        реком радит радив скарж перекон впевнен краще. проти. домов мріє
    fact: живе. жив. працю має. мав. був. була. народи отрима володі купи. купив. прода приї
        навча грає. одруж важит зустрі
    thought: рішенн вибір. вибору. переваг думк. думка. бажанн вол. намір. план. проханн
        правил схвален згод. обіцян улюблен надія сумнів. переконан слова. вимог
    mute: вирішив вирішила хоче любить ненавидить думає вважає сказав сказала пообіцяв
        попросив схвалив відхилив вирішено
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
        vél. véli. tart. tartja. kétel tud. tudja. tudta. feltétel várja. várt. félt fél. sajnál
        visszautasít elutasít elfogad jóváhagy engedély beleegy lemond lemondt megígér ígér
        vállal aláír szavaz mond. mondta. mondja. állít állítja. kijelent kér. kérte. kéri.
        kérdez megerősít tagad elmagyaráz magyaráz követel javasol ajánl figyelmeztet panasz
        meggyőz egyetért ellene bejelent
    fact: él. élt. lak. lakik. lakott. dolgoz van. volt. született. kapott. kap. vezet.
        jött. jön. ment. megy. tanul játsz vett. vásárol eladt utaz házas találkoz neve.
    thought: döntés választás vélemény kívánság akarat szándék terv. kérés szabály
        jóváhagyás beleegyez ígéret kedvenc remény félelem kétség meggyőződ álláspont szava.
        követel
    mute: eldöntötte szeretné akarja utálja inkább azt_mondta
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
        πεπεισμ εναντίον κανόνισ
    fact: ζει. ζούσε. μένει. εργάζ δουλεύ έχει. είχε. είναι. ήταν. γεννήθ έλαβ πήρε. οδηγ
        ήρθε. πήγε. σπουδ παίζ αγόρασ πούλησ ταξίδ παντρ ζυγίζ συνάντησ
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
