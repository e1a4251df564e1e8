"""What the attribution rule knows of Spanish, Portuguese, Italian, Catalan and Romanian.

See tongue.py for the rows and how a word is written.
"""

from .tongue import tongue

ES = tongue(
    """
    glue: el la los las de del que y en un una es no se con por para su al lo más como está
        fue ha a
    he: él ella ellos ellas
    i: yo nosotros nosotras
    role: usuari user. dueñ propietari titular. la_persona esta_persona
    mind: decid eligi elig. elegi elige. escog prefier prefer quier quer quis. desea. dese
        deseó gusta. gustan. gustó. gustaba. gustaría. encant odi ama. aman. amaba. detest
        esper piens pens. pensó. pensaba. cree. creía. creyó. creo. opin consider.
        considera. consideró. considero. duda. dudó. dudo. sabe. sabía. supon teme. temía.
        lament rechaz acept aprob aprueb autoriz cancel anul promet compromet. comprometió.
        firm. firmó. firma. acord acuerd. vot. votó. opt. optó. dijo. dice. decía. digo.
        dicho afirm declar confirm. confirmó. confirma. neg. negó. niega. pid. pidió. pide.
        pido. solicit exig reclam explic. explicó. anunci cont. contó. cuenta. sugir sugier
        propus propon aconsej recomend advirt asegur insist añad admit reconoc neces convenc
        convencid plane. planea. planeó. intenci prohib conform. negarse se_niega. harto
        harta contento contenta sueña sueñ preocupa molest contra. favor. interes firmado.
        firmada. firmados. firmadas. firmar. pedido. pedida. pedidos. votado. dudado.
        confirmado. confirmada. confirmar. opinado. negado. negada. explicado. contado.
        optado. querido. deseado. deseada. considerado. gustado. ilusión. ganas. miedo.
        disgust. fastidi. apetec. descart. declin. declinó. renunci. desist. aplaz. pospon.
        pospuso. cancelad. exigido. suplic. agradec. felicit. critic. critica. quej.
        protest. reproch. vacil. seleccion. designó. design. mencion. recordó. recuerda.
        respond. contest. contestó. jur. juró. sospech. imagin. adivin. opone. opuso.
        oponerse. alegr. entusiasm. decepcion. orgullos. preocup. convien. apuest. apoy.
        apoya. valora. valoró. aprecia. disfrut. anhel. añor. aborrec. soport. soporta.
        aguanta. veta. vetó. vetado. de_acuerdo opone aplaz pospon pospuest pospus suspend
        retir revoc declin descart seleccion design suger orden critic quej protest reproch
        desist renunci apoy valor apreci pedid propuest pidi nombr elog denunci veta vetad
        dispus impus veto. impuest recomiend advierte. confies rueg defiend consient apuest
        reprueb desmient mient amenaz jura. suplica. implor
    fact: viv vive. trabaj tiene. tuvo. es. era. fue. nació. recib posee. compr. vend.
        conduc lleg. viaj estudi jueg pesa. mide. casó. conoc está. estaba. va. viene. ha.
        soy. tengo. estoy. hemos. habl compró. compra. compraba. vendió. vende. vendía.
        canta. cantó. nada. nadó. cocina. cocinó. come. comió. bebe. corre. corrió. escribe.
        escribió. lee. leyó. duerme. durmió. sale. salió. llama. llamó. envió. envía. pagó.
        paga. usa. usó. construy arregl repar cumple. cumplió. nace. murió. alquila.
        alquiló. enseña. enseñó. abrió. abre. cerró. cierra. perdió. pierde. ganó. gana.
        fuma. toca. tocó. conduj entren monta. pinta. subió. bajó. entró. voló. vuela.
        usaba. esperó. debía. celebra. celebró. cayó. caminó. camina. teje. mudó.
    thought: decisi elecci preferencia opini deseo. voluntad intenci petici solicitud.
        regla. aprobaci consentimiento promesa favorit preferid esperanza temor duda.
        convicci punto_de_vista palabras. orden. exigencia acuerdo. negativa
    mute: decidió decide decidido prefiere quiere desea piensa cree dijo dice acordó
        acordado prometió pidió pide rechazó aprobó confirmó odia necesita espera eligió
        decidimos acordamos queremos preferimos prefiero quiero pienso creo odio necesito
        acordé decidí elegimos optó solicitó confirmé espero rechazamos aprobamos detesta
        adora ama
    label: decisión decidido acordado acuerdo preferencia deseo opinión aprobado rechazado
        petición elección regla
    says: según conforme_a de_acuerdo_con en_palabras_de a_juicio_de a_petición_de
    after: dixit
    by: por
    of: de del
    own: mi mis nuestra nuestro su sus mía mío
    prep: a de con para por sobre contra sin entre hacia del al
    lead: el la señor señora sr sra y pero entonces hoy ayer ahora luego que porque don doña
        además después finalmente en
    nobody: se_decidió se_ha_decidido se_acordó se_ha_acordado se_resolvió se_decide
        quedó_decidido está_decidido decisión_está_tomada decisión_fue se_tomó_la_decisión
        se_optó
    """
)
PT = tongue(
    """
    glue: o a os as de do da dos das que e em um uma é não se com por para seu sua ao no na
        mais como está foi
    he: ele ela eles elas
    i: eu nós
    role: usuári utilizador user. don dono. dona. proprietári titular. a_pessoa esta_pessoa
    mind: decid escolh prefer quer. queria. quis. quero. desej gost. gosta. gostou. gostava.
        gosto. gostaria. ador odei odi. ama. amava. detest esper. espera. esperava. espero.
        pens. pensa. pensou. penso. pretend acha. achou. achava. acho. acredit opin
        consider. considera. considerou. duvid sabe. sabia. sei. supõe. tem_medo. teme.
        lament. lamenta. rejeit aceit aprov autoriz cancel anul promet compromet assin vot.
        votou. opt. optou. disse. diz. dizia. digo. dito. afirm declar confirm. confirmou.
        confirma. neg. negou. nega. pediu. pede. peço. solicit exig. exige. exigiu. reclam
        explic. explicou. anunci cont. contou. conta. suger propôs. propõe. aconselh
        recomend avis. avisou. assegur insist acrescent admit reconhec precis. precisa.
        necessit convenc convencid planej plane. intenç concord recus proib contra. favor.
        interess sonha assinad. pedida. votado. confirmado. confirmada. negado. explicado.
        contado. optado. querido. considerado. gostado. vontade_de medo. receia. receou.
        descart. declin. desist. renunci. adi. adiou. pospôs. suplic. agradec. felicit.
        critic. queix. protest. hesit. selecion. design. mencion. lembr. lembrou. respond.
        jur. jurou. suspeit. imagin. adivinh. opõe. opôs. alegr. entusiasm. decepcion.
        orgulhos. preocup. preocupa. apoia. apoiou. valoriz. apreci. ansei. aguent. suport.
        suporta. vetou. veta. topou. topa. curt. curte. curtiu. precisou. de_acordo farto.
        farta. fartos. opõe opôs adiad adiou adia. pospost suspend suspens retir revog
        declin descart selecion design exig orden critic queix protest desist renunci apoi
        valoriz apreci pedid propost nome elogi denunci vetad impost imposto. recusad ameaç
        jura. suplic confess implor
    fact: mor. mora. morava. vive. trabalh tem. teve. é. era. foi. nasceu. receb possui.
        compr. vend. dirig cheg. viaj estud jog. pesa. mede. casou. conhec está. estava.
        vai. vem. sou. tenho. fala. canta. cantou. nada. nadou. cozinha. cozinhou. come.
        comeu. bebe. corre. correu. escreve. escreveu. lê. leu. dorme. dormiu. sai. saiu.
        liga. ligou. enviou. envia. pagou. paga. usa. usou. constr conserta. consertou.
        morreu. aluga. alugou. ensina. ensinou. abriu. abre. fechou. fecha. perdeu. perde.
        ganhou. ganha. fuma. toca. tocou. pinta. serve. subiu. entrou. comprou. compra.
        vendeu. vende. dirige. dirigiu. nasce. treina. caiu. cai. voou. voa. usava.
        espera_por celebra. caminha. caminhou. veste. vestia. mudou-se
    thought: decis escolha. preferência opini desejo. vontade intenç pedido. regra. aprovaç
        consentimento promessa favorit preferid esperança receio dúvida. convicç
        ponto_de_vista palavras. ordem. exigência acordo. recusa.
    mute: decidiu decide decidido prefere quer deseja pensa acredita disse diz combinado
        prometeu pediu pede rejeitou aprovou confirmou odeia precisa gosta escolheu acha
        decidimos combinamos queremos preferimos prefiro quero penso acho odeio preciso
        decidi escolhemos optou solicitou espero rejeitamos aprovamos detesta adora ama
    label: decisão decidido combinado acordado preferência desejo opinião aprovado rejeitado
        pedido escolha regra
    says: segundo conforme de_acordo_com nas_palavras_de a_pedido_de na_opinião_de
    after: dixit
    by: por pelo pela
    of: de do da
    own: meu minha meus minhas nosso nossa seu sua dele dela deles delas
    prep: a ao à de do da com para por pelo pela sobre contra sem entre
    lead: o a senhor senhora sr sra e mas então hoje ontem agora depois que porque dona além
        em
    nobody: foi_decidido foi_acordado foi_combinado decidiu-se ficou_decidido
        ficou_combinado está_decidido decisão_foi_tomada decisão_está_tomada optou-se
    """
)
IT = tongue(
    """
    glue: il lo la i gli le di del della che e in un una è non si con per suo sua al nel
        alla più come ha sono dei
    he: lui lei egli ella loro
    i: io noi
    role: utent user. proprietari titolare. la_persona questa_persona
    mind: decis decid scelt scegli preferi vuole. voleva. voluto. voglio. vorr desider
        piace. piacciono. piaceva. piaciut ama. amava. amo. ador odi. odia. odiava. detest
        spera. sperava. spero. pensa. pensava. penso. pensato. crede. credeva. credo.
        creduto. ritien ritenut reput consider. considera. dubit sa. sapeva. so. suppon
        teme. temeva. rimpiang rifiut accett approv autorizz annull promess promett impegn
        firm. firmato. firma. firmò. accord. accordato. concord vot. votato. opt. optato.
        opta. disse. dice. diceva. dico. detto. afferm dichiar conferm neg. negato. nega.
        chiest chied. chiede. chiese. chiesto. esig spieg. spiegato. annunci raccont suggeri
        propo. proposto. propone. consigli raccomand avvert avvis assicur insist aggiun
        ammess ammett bisogno convint intend intenzion contrari favorevole interess sogna
        preoccup firmata. firmati. firmate. votata. chiesta. chieste. spiegata. negata.
        sperato. detta. proposta. temuto. gradi. gradisce. gradito. sogn. scart. declin.
        rinunci. disdi. disdett. rinvi. rimand. suppli. ringrazi. critic. lament. protest.
        esit. seleziona. nomin. menzion. ricord. ricorda. rispo. rispond. giur. giurò.
        sospett. immagin. indovin. oppon. oppos. contento. contenta. scontent. entusiast.
        delus. fiero. orgoglios. preoccupat. stanco_di. appoggi. apprezz. anel. sopport. sopporta.
        sopportava.
        vieta. vietato. vet. lieto. felice. scettic. convinta. d_'_accordo rinunci oppon
        oppos rinviat rimandat posticip sospes sospend ritirat ritira revoc declin scartat
        selezion design suger suggerit ordinat critic lament protest disdett disdic
        appoggiat apprezzat volut nominat elogiat denunciat vietat impost. imposta. richiest
        minacci giura. giurato. supplic confess riconosc implor
    fact: vive. viveva. abit lavor ha. aveva. è. era. nato. nata. ricev possied compr. vend.
        guid. arriv viagg studi gioc suon canta. pesa. spos. conosc sta. va. viene. sono.
        ho. parla. fu. cantava. cantato. nuota. cucina. cucinato. mangia. mangiato. beve.
        bevuto. corre. corso. scrive. scritto. legge. letto. dorme. dormito. esce. uscito.
        chiamato. chiama. inviato. invia. pagato. paga. usa. usato. costrui ripara.
        riparato. compie. morto. affitta. affittato. insegna. aperto. apre. chiuso. chiude.
        perso. perde. vinto. vince. guadagna. fuma. guida. dipinge. serve. compra. comprato.
        vende. venduto. volato. vola. porta_gli porta_il andato. aspetta. festeggia.
        cammina. camminato. caduto. cade. indossa. traslocato.
    thought: decision scelta. scelte. preferenz opinion desideri volontà intenzion richiest
        regol approvazion consenso promess preferit speranz timor dubbi convinzion
        punto_di_vista parol ordin. pretes accordo. rifiut
    mute: deciso decide preferisce vuole desidera pensa crede disse concordato promesso
        chiede rifiuta approvato confermato odia spera sceglie scelto decidiamo preferisco
        voglio penso credo odio preferiamo vogliamo abbiamo_deciso ama adora detesta approva
        rifiuto scegliamo
    label: decisione deciso concordato preferenza desiderio opinione approvato rifiutato
        richiesta scelta regola
    says: secondo stando_a come_detto_da a_detta_di a_giudizio_di su_richiesta_di
    after: dixit
    by: da dal dalla
    of: di d del della
    own: mio mia miei mie nostro nostra suo sua
    prep: a ad di da con per su contro senza tra fra al dal del
    lead: il lo la l signor signora e ma poi oggi ieri ora che perché dopo inoltre alla
        infine in
    nobody: è_stato_deciso si_è_deciso è_deciso è_stato_concordato decisione_è_stata_presa
        decisione_è_presa è_stata_presa_la_decisione
    """
)
CA = tongue(
    """
    glue: el la els les de del que i en un una és no es amb per al lo més com va ha va
    he: ell ella ells elles
    i: jo nosaltres
    role: usuari propietari
    mind: decid prefer vol. volia. vull. desitj agrad estim odi odia espera. pens. pensa.
        creu. creia. dubta. sap. rebutj accept aprov cancel promet signa. acord vota.
        va_dir. diu. digué. dit. afirm confirm neg. nega. deman exig explic. sugger propos
        necess convenç triar tria. triat. escull signat. signada. vetat. voldria. agradaria.
        content. contenta. preocup. decebut. respost. esment. jur. sospit. somi. somia.
        enyor. aprec. apreci prohib. permet. protest. critic. dubt. renunci. ajorn. queix.
        insist. opos. suport. suporta. recolz. d_'_acord fart. farta.
    fact: viu. vivia. treball té. tenia. és. era. va_néixer. nascut. rebut compr. ven.
        condue
    thought: decisi elecci preferènci opini desig. voluntat intenci petici regla. aprovaci
        promesa preferit favorit
    mute: decidit prefereix vol pensa creu acordat
    label: decisió decidit acordat preferència desig opinió
    says: segons d'acord_amb
    by: per pel
    of: de d del
    own: meu meva nostre nostra seu seva
    prep: a amb de d per sobre contra sense
    lead: el la l en na i però avui ahir ara que
    nobody: s_'_ha_decidit es_va_decidir s_'_ha_acordat
    """
)
RO = tongue(
    """
    glue: și în nu la de pe că este a un o din cu pentru care se al lui să mai fi au fost
    he: el ea ei ele
    i: eu noi
    role: utilizator proprietar
    mind: decis decid hotăr ales. alege. alegea. prefer vrea. vrut. voia. vreau. dor.
        dorește. dori plac. place. plăcut. iube urăș urăs detest sper. speră. sperat.
        nevoie. intenț plănui gând crede. crezut. cred. consider. consideră. păr. îndoi
        știe. ști. presupun aștept teme. regret refuz resp. respins. accept aprob anul.
        anulat. anulează. promi promis angaj semn. semnat. semnează. vot. votat. spus.
        spune. zis. zice. afirm declar confirm. confirmat. neag. negat. cer. cere. cerut.
        întreb. explic. explicat. propus recomand avertiz insist convins acord. acordul.
        contra. mai_degrabă semnată. semnate. semnați. cerută. votată. confirmată. ar_vrea
        ar_dori dorit. dorită. temut. speriat. îngrijorat. mulțumit. nemulțumit. dezamăgit.
        obosit_de. sceptic. mândru. răspuns. răspunde. menționat. menționează. jurat. jură.
        bănui. visează. visat. apreciază. apreciat. admiră. interzis. interzice. permis.
        permite. protestat. criticat. critică. ezit. ezită. renunțat. renunță. amân. amânat.
        plâng. plâns. detestă. sprijin. sprijină. opus. opune. insistat. suport. nu_suportă
        bucur. bucură. vetat. amânat amânată. suspend retras retrasă. interzis cerut
        propusă. aleasă. numit refuzat. respins aprobat sugerat ameninț implor recuno
    fact: locui locuiește. trăi. lucr. lucrează. are. avea. este. era. născut. primit.
        deține. cumpăr vând. vândut. condu. ajuns. călător stud. cântărește. întâlnit cântă.
        cântat. înoată. gătește. gătit. mănâncă. mâncat. bea. băut. aleargă. alergat. scrie.
        scris. citește. citit. doarme. dormit. sunat. sună. trimis. trimite. plătit.
        plătește. folosește. folosit. adus. construit. reparat. închiriat. predă. deschis.
        închis. pierdut. câștigat. fumează. pictează. căzut. murit. conduce. cunoaște.
        vizitat. câștigă. vinde. cumpără. cumpărat. mutat. întors. împlinește. zburat.
        zboară. poartă. așteaptă. merge. mers. sărbător. tricotează.
    thought: decizi alege. preferin opini dorin voin intenți plan. cerere. cererea. regul
        aprobar acord. acordul. promisiun preferat favorit speran îndoi convinger cuvint
    mute: decis hotărât preferă vrea dorește crede spus promis cerut aprobat respins
    label: decizie decis hotărât convenit preferință dorință opinie aprobat respins alegere
        regulă
    says: potrivit potrivit_lui conform conform_lui după la_cererea în_opinia
    by: de de_către către
    of: lui al a ale de
    own: meu mea mei mele nostru noastră său sa lui ei
    prep: lui cu la de pentru despre pe spre fără către
    lead: domnul doamna și dar apoi azi astăzi ieri acum că pentru_că în
    nobody: s-a_decis s-a_hotărât s-a_stabilit s-a_convenit a_fost_decis
        decizia_a_fost_luată
    """
)
