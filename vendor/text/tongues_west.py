"""What the attribution rule knows of German, French, Spanish, Portuguese, Italian, Dutch, Catalan
and Romanian.

See tongue.py for the rows and how a word is written.
"""

from .tongue import tongue

DE = tongue(
    """
    glue: der die das und ist nicht mit für von zu den dem ein eine einen auf wird hat haben
        sich im dass wurde nach bei als auch aber oder
    he: er sie
    i: ich wir
    role: nutzer. nutzerin. benutzer. benutzerin. anwender. anwenderin. user. eigentümer.
        eigentümerin. besitzer. besitzerin. inhaber. auftraggeber. chef. nutzers. benutzers.
        person.
    mind: entsch beschl bestimmte. wähl gewähl stimmt. stimmte. zugestimmt stimmen. genehmig
        bewillig ablehn abgelehnt lehnt. lehnte. verspr versich verpflicht stornier
        abgesagt. sagte. kündigt. kündigte. gekündigt will. wollte. wollen. möcht mag.
        mochte. bevorzug lieb. liebt. liebe. hass hofft. hoffe. hoffen. wünsch plant.
        plante. planen. plane. beabsicht brauch benötig fürcht vermiss freut. freute. sehnt.
        genießt. genießen. denkt. dachte. gedacht glaub meint. meinte. meine. gemeint find.
        findet. fand. finde. hält. hielt. zweif bezweif überzeug. überzeugt. weiß. wusste.
        vermut erwart versteh verstanden sag sagt. sagen. gesagt erzähl bat. bitt gebeten
        frag. fragt. fragte. gefragt bestätig bestreit bestritt leugn behaupt erklär erwähn
        betont. betonte. fordert. forderte. fordern. verlang bestand. besteht. empfiehl
        empfahl vorgeschlagen schlägt. schlug. beschwer warnt. warnte. unterschrieb
        unterschreib unterzeichn lieber einverstanden dagegen dafür zieht_vor. vorgezogen.
        einig. einigte. einigten. geeinigt akzept bereut. interessier kann_nicht. ausstehen
        schätzt. schätze. vorhat. hat_lust. hat_keine_lust. hat_angst. ist_gegen ist_dagegen
        ist_dafür war_gegen steht_zu hat_satt
    fact: wohn leb lebt. arbeit hat ist war wurde geboren hieß heißt heiß bekam bekomm
        erhielt erhalt besitz fährt fuhr kam komm ging geh stud spiel trägt kauf verkauf
        zieh zog reist heirat sitzt steht wiegt spricht sprech bin sind hab haben traf
        trifft treff schläft isst trinkt
    thought: entscheid entschluss wunsch wünsche meinung ansicht vorlieb präferenz wahl.
        absicht plan. ziel. regel. zustimmung genehmigung versprechen bitte. forderung
        lieblings hoffnung sorge. zweifel überzeugung beschwerde aussage. wort. worte.
        urteil. haltung. favorit einwilligung anweisung auffassung
    mute: beschlossen entschieden möchte will bevorzugt mag hasst liebt vereinbart abgemacht
    label: entscheidung entschieden beschluss beschlossen vereinbart vorliebe präferenz
        wunsch meinung genehmigt zugestimmt abgelehnt bevorzugt regel
    says: laut zufolge gemäß so nach_angaben_von nach_meinung_von nach_ansicht_von
    after: zufolge
    by: von durch vom
    of: von der des vom dem
    own: mein meine meinem meiner unser unsere sein seine ihr ihre
    prep: mit an für bei zu zum zur über gegen um auf nach ohne wegen neben von vom
    lead: der die das herr frau und aber dann heute gestern jetzt nun am im in seit vor nach
        auch außerdem inzwischen leider eigentlich morgen deshalb dass weil wenn dem
        schließlich später früher
    nobody: es_wurde_beschlossen es_wurde_entschieden es_wurde_vereinbart
        es_wurde_festgelegt es_ist_beschlossen es_ist_entschieden es_steht_fest
        wurde_beschlossen_dass wurde_beschlossen_,_dass wurde_entschieden_dass
        entscheidung_ist_gefallen entscheidung_wurde_getroffen entscheidung_fiel
        entscheidung_steht_fest man_hat_beschlossen man_hat_entschieden man_einigte_sich
    """
)
FR = tongue(
    """
    glue: à le la les des du un une et est pas que qui dans pour sur avec au aux ce cette son
        sa ses il elle ne se en par de
    he: il elle ils elles on
    i: je j nous
    role: utilisateur utilisatrice user. propriétaire. usager. la_personne cette_personne
    mind: décid chois préfèr préfér veut. voulait. voudr voulu. souhait aime. aimait. aimer
        aimé adore détest hais. hait. espèr espér désir pens. pense. pensait. pensé. croit.
        croyait. cru. estime. estimait. trouve. trouvait. juge. dout sait. savait. suppos
        craint. craign regrett refus accept approuv valid. validé. valide. rejet annul
        promis. promet. engag accord. accordé. sign. signé. signe. vot opt. opté. opte.
        tranch dit. disait. dire. dis. affirm déclar confirm. confirmé. confirme.
        confirmait. nie. nié. niait. demand exig réclam expliqu précis. précisé. annonc.
        annoncé. annonce. racont suggér propos conseill recommand avertit promett assur
        insist ajout. ajouté. avou admis admet prévoit. compte. envisag convaincu persuad
        intention besoin. envie. content. contre. en_a_marre en_avait_marre a_hâte
        ras_le_bol favorable plaît. plaint. tient. souhaité rêve rêv plutôt imagin. convenu
        résolu renonc
    fact: habit vit. vivait. travaill a. est. était. né. née. reçu. reçoit. possèd achet
        vend. vendu. conduit. part. parti. arriv. arriv étudi joue. porte. mesur pes voyag
        mari rencontr va. vient. ai. suis. avons. sommes. parle.
    thought: décision choix. préférence avis. opinion souhait. volonté intention désir
        demande. règle. approbation accord. promesse préféré préférée favori favorite espoir
        crainte doute. conviction point_de_vue parole. mots. consigne refus. exigence
    mute: décidé convenu préfère veut souhaite aime déteste pense refuse accepte
    label: décision décidé convenu préférence souhait avis choix approuvé validé refusé
        demande accord règle
    says: selon d'après suivant dixit d'après d_après d_'_apres
    after: dixit
    by: par
    of: de d du des
    own: mon ma mes notre nos son sa ses leur leurs
    prep: à de d avec pour chez par sur contre sans vers entre du
    lead: le la l m mme et mais puis aujourd'hui hier alors donc enfin que qu car ensuite
        maintenant finalement en
    nobody: il_a_été_décidé il_a_été_convenu il_est_décidé c_'_est_décidé on_a_décidé
        décision_est_prise décision_a_été_prise décision_a_été choix_est_fait
    """
)
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
        considera. consideró. considero. duda. dudó. dudo. sabe. sabía. supon teme.
        temía. lament rechaz acept aprob aprueb autoriz cancel anul promet compromet.
        comprometió. firm. firmó. firma. acord acuerd. vot. votó. opt. optó. dijo. dice.
        decía. digo. dicho afirm declar confirm. confirmó. confirma. neg. negó. niega. pid.
        pidió. pide. pido. solicit exig reclam explic. explicó. anunci cont. contó. cuenta.
        sugir sugier propus propon aconsej recomend advirt asegur insist añad admit reconoc
        neces convenc convencid plane. planea. planeó. intenci prohib conform. negarse
        se_niega. harto harta contento contenta sueña sueñ preocupa molest contra. favor.
        interes
    fact: viv vive. trabaj tiene. tuvo. es. era. fue. nació. recib posee. compr. vend.
        conduc lleg. viaj estudi jueg pesa. mide. casó. conoc está. estaba. va. viene. ha.
        soy. tengo. estoy. hemos. habl
    thought: decisi elecci preferencia opini deseo. voluntad intenci petici solicitud.
        regla. aprobaci consentimiento promesa favorit preferid esperanza temor duda.
        convicci punto_de_vista palabras. orden. exigencia acuerdo. negativa
    mute: decidió decide decidido prefiere quiere desea piensa cree dijo dice acordó
        acordado prometió pidió pide rechazó aprobó confirmó odia necesita espera eligió
    label: decisión decidido acordado acuerdo preferencia deseo opinión aprobado rechazado
        petición elección regla
    says: según conforme_a de_acuerdo_con en_palabras_de a_juicio_de a_petición_de
    after: dixit
    by: por
    of: de del
    own: mi mis nuestra nuestro su sus
    prep: a de con para por sobre contra sin entre hacia del al
    lead: el la señor señora sr sra y pero entonces hoy ayer ahora luego que porque don doña
        además después finalmente en
    nobody: se_decidió se_ha_decidido se_acordó se_ha_acordado se_resolvió se_decide
        quedó_decidido está_decidido decisión_está_tomada decisión_fue
        se_tomó_la_decisión se_optó
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
        interess sonha
    fact: mor. mora. morava. vive. trabalh tem. teve. é. era. foi. nasceu. receb possui.
        compr. vend. dirig cheg. viaj estud jog. pesa. mede. casou. conhec está. estava.
        vai. vem. sou. tenho. fala.
    thought: decis escolha. preferência opini desejo. vontade intenç pedido. regra. aprovaç
        consentimento promessa favorit preferid esperança receio dúvida. convicç
        ponto_de_vista palavras. ordem. exigência acordo. recusa.
    mute: decidiu decide decidido prefere quer deseja pensa acredita disse diz combinado
        prometeu pediu pede rejeitou aprovou confirmou odeia precisa gosta escolheu acha
    label: decisão decidido combinado acordado preferência desejo opinião aprovado rejeitado
        pedido escolha regra
    says: segundo conforme de_acordo_com nas_palavras_de a_pedido_de na_opinião_de
    after: dixit
    by: por pelo pela
    of: de do da
    own: meu minha meus minhas nosso nossa seu sua
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
        preoccup
    fact: vive. viveva. abit lavor ha. aveva. è. era. nato. nata. ricev possied compr. vend.
        guid. arriv viagg studi gioc suon canta. pesa. spos. conosc sta. va. viene. sono.
        ho. parla. fu.
    thought: decision scelta. scelte. preferenz opinion desideri volontà intenzion richiest
        regol approvazion consenso promess preferit speranz timor dubbi convinzion
        punto_di_vista parol ordin. pretes accordo. rifiut
    mute: deciso decide preferisce vuole desidera pensa crede disse concordato promesso
        chiede rifiuta approvato confermato odia spera sceglie scelto
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
    nobody: è_stato_deciso si_è_deciso è_deciso è_stato_concordato
        decisione_è_stata_presa decisione_è_presa è_stata_presa_la_decisione
    """
)
NL = tongue(
    """
    glue: de het een en is niet met van voor op te dat die zijn naar om als ook aan bij
        wordt heeft werd door er
    he: hij zij ze
    i: ik wij we
    role: gebruiker user. eigenaar. de_persoon deze_persoon
    mind: beslo beslis kies. kiest. koos. gekozen. kiezen. gekies. verkies wil. wilde. wou.
        willen. houdt. hield. haat. haatte. hoop. hoopt. hoopte. hopen. wenst. wens. verlang
        denkt. dacht. denk. gedacht. gelooft. geloof. geloofde. vindt. vond. vind. twijfel
        betwijfel weet. wist. verwacht. vermoed vreest. vrees betreur weiger wees_af.
        afgewezen accept. accepteert. accepteerde. keur. keurde. keurt. goedgekeurd annul
        geannuleerd beloof beloofd beloofde zegde. toegezegd teken. tekende. ondertekend
        stem. stemde. stemt. zei. zegt. zeggen. gezegd. verteld vertel vertelt vroeg.
        vraagt. gevraagd. bevestig ontken beweer beweerd verklaar verklaard legt_uit. eist.
        eiste. voorgesteld stelt. adviseer waarschuw klaagt. nodig. plan. plant. plande.
        overtuigd liever. graag. akkoord. eens. tegen. voornemens afgesproken spraken.
        prefer heeft_een_hekel heeft_zin gaat_akkoord is_tegen ziet_op
    fact: woont. woon. woonde. werkt. werk. leeft. heeft. had. is. was. werd. geboren kreeg.
        krijgt. bezit rijdt. reed. kwam. komt. ging. gaat. studeer speel draagt. kocht.
        verkocht. reist trouwd weegt. ontmoet ben. heb. spreekt.
    thought: beslissing besluit keuze. voorkeur mening. wens. wensen. wil. plan. bedoeling
        verzoek. regel. goedkeuring toestemming belofte favoriet lievelings hoop. angst.
        twijfel. overtuiging standpunt woorden. opdracht eis. akkoord.
    mute: besloten afgesproken wil houdt haat vindt beloofde
    label: beslissing besluit besloten afgesproken voorkeur wens mening goedgekeurd
        afgewezen keuze regel
    says: volgens aldus conform naar_zeggen_van
    by: door
    of: van
    own: mijn ons onze zijn haar
    prep: met aan voor bij naar over tegen om op zonder van door
    lead: de het meneer mevrouw en maar dan toen vandaag gisteren nu dat omdat ook daarna
        inmiddels in
    nobody: er_is_besloten er_werd_besloten er_is_afgesproken er_is_gekozen
        besluit_is_genomen beslissing_is_genomen beslissing_is_gevallen het_is_besloten
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
        necess convenç triar tria. triat. escull
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
        contra. mai_degrabă
    fact: locui locuiește. trăi. lucr. lucrează. are. avea. este. era. născut. primit.
        deține. cumpăr vând. vândut. condu. ajuns. călător stud. cântărește. întâlnit
    thought: decizi alege. preferin opini dorin voin intenți plan. cerere. cererea. regul
        aprobar acord. acordul. promisiun preferat favorit speran îndoi convinger cuvint
    mute: decis hotărât preferă vrea dorește crede spus promis cerut aprobat respins
    label: decizie decis hotărât convenit preferință dorință opinie aprobat respins alegere
        regulă
    says: potrivit potrivit_lui conform conform_lui după la_cererea în_opinia
    by: de de_către către
    of: lui al a ale de
    own: meu mea mei mele nostru noastră său sa
    prep: lui cu la de pentru despre pe spre fără către
    lead: domnul doamna și dar apoi azi astăzi ieri acum că pentru_că în
    nobody: s-a_decis s-a_hotărât s-a_stabilit s-a_convenit a_fost_decis
        decizia_a_fost_luată
    """
)
