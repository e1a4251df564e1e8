"""What the attribution rule knows of Swedish, Norwegian and Danish, Finnish.

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
        rekommender klagar. varnade. planera överens. överty hellre gärna emot. tackade.
        tackar. tackat. nekade. nekar. nej_till ja_till vägrade. avstod. avstår. struntar.
        ångrade. hoppats. längtar. längtade. oroar. orolig. rädd. glad. nöjd. missnöjd.
        besviken. trött. skeptisk. stolt. less. irriter. störs. svarade. svarar. nämnde.
        nämner. svor. svär. misstänk. gissar. avsky. avskyr. uppskatta. beundrar. drömmer.
        drömde. anade. undrar. undrade. beviljade. förbjöd. tillät. protester. tveka.
        tvekar. beställde. föreslog. rådde. råder. varnar. meddela. önskade. avråd. tål.
        tål_inte uppskjut skjutit_upp sköt_upp inställ ställde_in avslagit avslag avslog.
        valda. valdes. förbjuden. beställd. begärd. begärdes. begärt. önskad. utsedd.
        uppsagd. godkänts. avvisats. beslutats. föreslagits. kritiserats. ratat. ratade.
        struken. strök. hotar. hotade. erkänn bönfall
    fact: bor. bodde. arbeta jobba har. hade. är. var. född. fick. får. äger. kör. kom.
        kommer. gick. går. studera spelar. köpt. köpte. sålde. rest. gift. väger. träffa
        heter. blev. talar. sjunger. sjöng. simmar. lagar. lagade. äter. åt. dricker. drack.
        springer. sprang. skriver. skrev. läser. läste. sover. sov. ringer. ringde. skickar.
        skickade. betalar. betalade. använder. använde. bygger. byggde. hyr. hyrde. lär.
        öppnar. öppnade. stängde. stänger. förlorade. vann. vinner. röker. sitter. satt.
        målar. föll. växte. dog. leder. känner. besökte. tjänar. säljer. köper. reser.
        reste. träffade. fyller. flög. flyger. bär. bar. väntar. firar. firade. cyklar.
        går_till flyttade. stickar. promener gifte. gifter.
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
        enig. enige. overbevist hellere heller gjerne imot. imod. afslog. afslår. afslå
        avslo. avslår. avslå takket. takker. takkede. sagde_nej sa_nei nei_til nej_til
        undlod. længes. lengter. lengtet. glæder. gleder. bekymr. redd. bange. glad.
        tilfreds. fornøyd. utilfreds. misfornøyd. skuffet. træt_af lei. skeptisk. stolt.
        svarede. svarte. svarer. nævnte. nevnte. svor. mistænk. mistenk. gætter. gjetter.
        afskyr. avskyr. beundrer. drømmer. drømte. undrer. undret. forbød. tillod. tillot.
        protester. tøver. nøler. opgav. gav_opp foreslog. foreslo. rådet. råder. sætter_pris
        setter_pris hadet. gider. orker. savner. savnet. udsat. utsatt. udskudt. udskød.
        afvist. avvist. forbudt. krævet. ønsket. udpeget. utpekt. opsagt. oppsagt. trukket.
        foreslået. foreslått. kritiseret. anmodet. bestilt. truer. truet. sverger. erkjenn
        indrøm innrøm
    fact: bor. bodde. boede. arbeid arbejd jobb. har. hadde. havde. er. var. født. fikk.
        får. fik. eier. ejer. kjør kører kom. kommer. gikk. går. gik. studer spill spiller
        kjøp. kjøpte. købte. solgte. reis. reiste. gift. veier. vejer. møtte. mødte. heter.
        hedder. ble. blev. snakk. synger. sang. svømmer. lager. laget. laver. lavede.
        spiser. spiste. drikker. drakk. drak. løper. løber. løp. løb. skriver. skrev. leser.
        læser. leste. læste. sover. sov. ringer. ringte. ringede. sender. sendte. betaler.
        betalte. bruker_bil bruger_bil brukte. brugte. bygger. bygde. byggede. leier. leide.
        lejer. lejede. åpnet. åbnede. lukket. lukkede. tapte. tabte. vant. vandt. røyker.
        ryger. sitter. sidder. satt. sad. maler. falt. faldt. vokste. døde. leder. kjenner.
        kender. besøkte. besøgte. tjener. selger. sælger. kjøper. køber. rejser. rejste.
        fyller. fylder. flyttet. flyttede. fløj. fløy. flyr. flyver. bærer. bar. venter.
        fejrer. feiret. sykler. cykler. strikker. giftet. giftede.
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
        suunnitt mieluummin mieltä. samaa_mieltä kieltäyty kielsi. kieltää. peruu. perut
        torju. torjui. arvost. arvosta. ihail. kaipaa. kaipas. unelmo. haaveil. huoliss.
        pelkäs. tyytyväi. tyytymät. pettyn. kyllästyn. skepti. ylpeä. iloi. innois.
        innostun. vastasi. vastaa. mainits. mainitsi. vannoi. epäil. arvaa. arvel. kannatt.
        vastust. valittaa. kritisoi. protestoi. epäröi. suostu. sallii. salli. ilmoitt.
        totesi. toteaa. tarvitsis. haluais. tykkää. tykkäs. neuvoi. ehdotti. ehdottaa. lykk.
        lykkäs. uhkaa. uhkasi. vannoo. myönt
    fact: asuu. asui. työskent on. oli. syntyi. syntynyt. sai. omista ajaa. tuli. tulee.
        meni. menee. opiskel pelaa. osti. myi. matkust naimis painaa. tapasi. nimi. laulaa.
        lauloi. ui. kokkaa. syö. söi. juo. joi. juoksee. juoksi. kirjoittaa. kirjoitti.
        lukee. luki. nukkuu. nukkui. soitti. soittaa. lähetti. lähettää. maksoi. maksaa.
        käyttää. käytti. rakensi. korjasi. vuokraa. vuokrasi. opettaa. avasi. sulki.
        hukkasi. menetti. voitti. polttaa. seisoo. istuu. maalaa. putosi. kuoli. johtaa.
        tuntee. kävi. ansaitsee. myy. ostaa. muutti. palasi. täyttää. matkusti. lensi.
        lentää. käyttää_silmälaseja odottaa. juhlii. pyöräilee. kävelee. kantaa. lähti.
        meni_naimisiin
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
