"""What the attribution rule knows of German, Dutch and French.

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
        mochte. bevorzug liebt. liebe. hass hofft. hoffe. hoffen. wünsch plant. plante.
        planen. plane. beabsicht brauch benötig fürcht vermiss freut. freute. sehnt.
        genießt. genießen. denkt. dachte. gedacht glaub meint. meinte. meine. gemeint find.
        findet. fand. finde. hält. hielt. zweif bezweif überzeug. überzeugt. weiß. wusste.
        vermut erwart versteh verstanden sag sagt. sagen. gesagt erzähl bat. bitt gebeten
        frag. fragt. fragte. gefragt bestätig bestreit bestritt leugn behaupt erklär erwähn
        betont. betonte. fordert. forderte. fordern. verlang bestand. besteht. empfiehl
        empfahl vorgeschlagen schlägt. schlug. beschwer warnt. warnte. unterschrieb
        unterschreib unterzeichn lieber einverstanden dagegen dafür zieht_vor. vorgezogen.
        einig. einigte. einigten. geeinigt akzept bereut. interessier kann_nicht. ausstehen
        schätzt. schätze. vorhat. hat_lust. hat_keine_lust. hat_angst. ist_gegen ist_dagegen
        ist_dafür war_gegen steht_zu hat_satt gern. gerne. hätte_gern zugesagt. zusagt.
        sagte_zu absag. abgeraten. rät. riet. raten. abraten wünscht. erlaub verbot.
        verboten. verbiet verweiger gezögert zöger weiger nimmt_an angenommen. ausgesucht.
        sucht_aus ausgewählt. festgelegt. legt_fest legte_fest widerspr widersprach
        zieht_in_betracht bedauer stört. nervt. ärger traut. misstrau träum geträumt
        sorgt_sich befürcht gespannt. zufrieden. unzufrieden. skeptisch begeistert
        enttäuscht. froh. stolz. müde_von leid. satt. fan. drängt. drängte. pocht. mahnt.
        rügt. lobt. lobte. gelobt. kritisi protest einspruch beharr verzicht sucht. möchten.
        mögen. kann_sich_nicht ausgeschlagen. ausschlag. leiden. übel_ hätte_lieber
        zurückgezogen. zurückzieh verschoben. verschob. verschiebt. gestrichen. strich.
        vertagt. vertagte. aufgeschoben. aufgegeben. gab_auf auserkoren. verworfen. verwarf.
        angeordnet. angeregt. beantragt. beantragte. erbeten. gefordert. gewünscht.
        abgebrochen. bemängelt. gebilligt. billigt. befürwort widerruf zurückgewiesen.
        verhängt. aufgehoben. ernannt. nominiert. gestattet. gestattet. gutgeheißen.
        geplant. steht_auf stand_auf stehe_auf stehen_auf droht. drohte. schwört. schwor.
        fleht. gesteht. gestand. bekennt. räumt_ein prahl jammer
    fact: wohn leb lebt. arbeit hat ist war wurde geboren hieß heißt heiß bekam bekomm
        erhielt erhalt besitz fährt fuhr kam komm ging geh stud spiel trägt kauf verkauf
        zieh zog reist heirat sitzt steht wiegt spricht sprech bin sind hab haben traf
        trifft treff schläft isst trinkt sing singt. sang. schwimm kocht. koch aß. trank.
        läuft. lief. rannte. schreib schrieb. liest. las. schlief. geht. rief. ruft.
        schickt. schickte. bezahlt. zahlt. zahlte. nutzt. nutzte. benutzt. baut. baute.
        repariert. reparier miete. mietet. mietete. gemietet. lehrt. unterricht öffnet.
        öffnete. schloss. schließt. verlor. verliert. gewann. gewinnt. rauch raucht. saß.
        malt. malte. nimmt_teil. stieg. fiel. parkt. parkte. wächst. wuchs. starb. stammt.
        gehört. leitet. leitete. kennt. kannte. besucht. besuchte. verdient. bekommt. hatte.
        hält. hielt. flog. fliegt. trug. zog_um wartet. wartete. schuldet. stieg_ein kehrte.
        wandert. feiert. feierte. joggt. strickt. gießt.
    thought: entscheid entschluss wunsch wünsche meinung ansicht vorlieb präferenz wahl.
        absicht plan. ziel. regel. zustimmung genehmigung versprechen bitte. forderung
        lieblings hoffnung sorge. zweifel überzeugung beschwerde aussage. wort. worte.
        urteil. haltung. favorit einwilligung anweisung auffassung
    mute: beschlossen entschieden möchte will bevorzugt mag hasst liebt vereinbart abgemacht
        bevorzuge möchten wünscht hofft findet glaubt denkt braucht lehnt genehmigt
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
        prefer heeft_een_hekel heeft_zin gaat_akkoord is_tegen ziet_op zou_graag bedankt.
        bedankte. slaat. sloeg. afslaat. wijst. wees. besloot. afgezien. ziet_af zag_af
        weigert. geweigerd. verbood. verbiedt. toegestaan. raadt. raadde. afgeraden.
        klaagde. geklaagd. twijfelt. baalt. baalde. zenuwachtig. tevreden. ontevreden. blij.
        teleurgesteld. sceptisch. enthousiast. trots. beu. fan. bang. spijt. mopper. zwoer.
        zweert. antwoord. antwoordde. noemt. noemde. meldt. meldde. gemeld. zin_in kijkt_uit
        verheugt. verheug. hekel. droomt. dringt. drong. gunt. ergert. stoort. waardeer.
        waardeert. uitgesteld. uitstel uitgekozen. geschrapt. schrapte. schrapt. opgeschort.
        ingetrokken. trok_in aangevraagd. geëist. gewenst. verworpen. verwierp. verboden.
        goedkeurt. afgekeurd. gelaakt. geprezen. benoemd. opgezegd. afgeblazen. blies_af
        afgelast. afgezegd. dreigt. dreigde. smeekt. bekent. geeft_toe gaf_toe
    fact: woont. woon. woonde. werkt. werk. leeft. heeft. had. is. was. werd. geboren kreeg.
        krijgt. bezit rijdt. reed. kwam. komt. ging. gaat. studeer speel draagt. kocht.
        verkocht. reist trouwd weegt. ontmoet ben. heb. spreekt. zingt. zong. zwemt. zwom.
        kookt. kookte. eet. at. drinkt. dronk. loopt. liep. rent. rende. schrijft. schreef.
        leest. las. slaapt. sliep. belt. belde. stuurt. stuurde. betaalt. betaalde.
        gebruikt. gebruikte. bouwt. bouwde. repareert. huurt. huurde. geeft_les opent.
        opende. sloot. sluit. verloor. verliest. won. wint. rookt. schildert. groeide.
        overleed. leidt. kent. kende. bezoekt. bezocht. verdient. verkoopt. koopt. ontving.
        ontvangt. houdt. hield. vloog. vliegt. droeg. wacht. verhuisde. fietst. fietste.
        wandelt. breit. viert. vierde. stapte.
    thought: beslissing besluit keuze. voorkeur mening. wens. wensen. wil. plan. bedoeling
        verzoek. regel. goedkeuring toestemming belofte favoriet lievelings hoop. angst.
        twijfel. overtuiging standpunt woorden. opdracht eis. akkoord.
    mute: besloten afgesproken wil houdt haat vindt beloofde kiest denkt gelooft weigert
        besloot vroeg eist hoopt
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
FR = tongue(
    """
    glue: à le la les des du un une et est pas que qui dans pour sur avec au aux ce cette
        son sa ses il elle ne se en par de
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
        résolu renonc souhaiterait. voudrait. aimerait. craignait. crainte. accueill. ravi.
        ravie. déçu. fatigué_de. inquiet. inquiète. sceptique. satisfait. mécontent. fier.
        interdit. interdi. permet. permis. oppos. s_oppose. déclin. décliné. repouss.
        reporte. report. suppli. remerci. félicit. critiqu. protest. râl. se_plaint.
        reproch. hésit. tranché. retenu. retient. sélectionn. élu. élit. désign. signal.
        mentionn. évoqu. rappel. rappelé. répond. répondu. jur. juré. soupçonn. devin.
        parié. parie. se_réjouit. réjou. hâte. fan. contredit. conteste. contesté. apprécie.
        apprécié. appréci déplor. partant. marre. horreur. a_assez en_a_assez d_'_accord
        oppos report repouss ajourn suspend retir révoqu déclin écart choisi. désign autoris
        tolér interdit ordonn command refusé. voulue. demandé. imposé. sélectionn plébiscit
        vant dénonc blâm menac jure. suppli reconnaî plaide. implor
    fact: habit vit. vivait. travaill a. est. était. né. née. reçu. reçoit. possèd achet
        vend. vendu. conduit. part. parti. arriv. arriv étudi joue. porte. mesur pes voyag
        mari rencontr va. vient. ai. suis. avons. sommes. parle. chante. chantait. chanté.
        nage. nagé. cuisine. cuisiné. mange. mangé. boit. bu. court. couru. écrit. lit. lu.
        dort. dormi. sort. sorti. appelé. appelle. envoyé. envoie. payé. paie. paye.
        utilise. utilisé. apporte. apporté. construi répare. réparé. loue. loué. enseigne.
        ouvert. ouvre. fermé. ferme. perdu. perd. gagné. gagne. fume. entraîn monte. peint.
        sert. rentré. rentre. roule. mang dîn grandi. grandit. eu. fini. figure. volé. vole.
        attend. attendu. doit. fête. fêté. marche. marché. tricote. allé. descend. descendu.
        portait.
    thought: décision choix. préférence avis. opinion souhait. volonté intention désir
        demande. règle. approbation accord. promesse préféré préférée favori favorite espoir
        crainte doute. conviction point_de_vue parole. mots. consigne refus. exigence
    mute: décidé convenu préfère veut souhaite aime déteste pense refuse accepte décide
        adore espère croit estime demande choisit
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
