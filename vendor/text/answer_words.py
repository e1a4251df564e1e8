"""What people say when they settle: right, wrong, changed, before, now, not, maybe.

Each table is one alternation over the languages we can tell, in the folded form of tokens.py.
Words of scripts with spaces stand whole; a stem ends in `*`; `_` is a space. answer.py reads them.
"""

import re

from . import lazy
from .tokens import fold, spans

_CJK = lazy.regex(f"[{spans('3041-30ff 3400-9fff ac00-d7a3')}]")


def pattern(table: str, *more: str) -> re.Pattern[str]:
    """One group of all words of a table, the longest first; `more` are expressions of their own."""
    words = sorted({fold(word.replace("_", " ")) for word in table.split()}, key=len, reverse=True)
    runs = [re.escape(word.rstrip("*")) for word in words if _CJK.search(word)]
    spaced = [re.escape(word).replace(r"\*", r"\w*") for word in words if not _CJK.search(word)]
    whole = [rf"\b(?:{'|'.join(spaced)})\b"] if spaced else []
    return lazy.regex(f"(?:{'|'.join([*more, *runs, *whole])})")


RIGHT = pattern(
    """
    right correct true accurate valid stands holds current right_one keep use richtig korrekt
    stimmt gilt gültig aktuell wahr bleibt correcto correcta cierto cierta bueno buena válido
    válida vale correcte juste bon bonne vrai vraie valable certo certa correto correta verdade
    giusto giusta corretto corretta esatto vero valido juist klopt goed geldig верно верна верный
    правильно правильный правильная прав действует rätt riktig riktigt stämmer stemmer prawidłow*
    poprawn* słuszn* doğru geçerli 对 對 没错 正确 正確 为准 為準 是对的 有效 正しい 正解 合って
    合ってる 有効 맞 맞아 맞아요 맞습니다 옳 정확
    """
)
WRONG = pattern(
    """
    nonsense rubbish bogus unsinn blödsinn misreading confused 勘違い wrong incorrect mistaken
    mistake mistakes misunderstanding misunderstood confusion false error errors typo misheard
    misread miscounted misremembered mistyped miswrote misspoke untrue inaccurate mixed_up
    mixed_them_up mixed_those_up mixed_it_up mix-up slip miscount typing_error messed_up
    screwed_up mislabeled mislabelled misquoted falsch fehler irrtum irrtümlich verwechselt
    vertan vertippt unrichtig tippfehler quatsch versehen verlesen verhört verschrieben
    durcheinandergebracht faux fausse erreur incorrecte erroné erronée trompé trompée équivocado
    equivocada equivoqué equivocación errónea erróneo confundí confundido confusión incorrecto
    incorrecta mal falso falsa errado errada erro engano enganei incorreto incorreta equivocado
    sbagliato sbagliata errore sbaglio scorretto scorretta errato fout onjuist vergissing
    verkeerd неверно неверный неверна неправильн* ошиб* ошибка неправда опечатка перепута* fel
    misstag feil forkert förväxl* forveksl* błąd błędn* pomyłk* pomyli* niepopraw* yanlış* hata*
    错 錯 错了 錯了 错误 錯誤 搞错 搞錯 记错 記錯 笔误 筆誤 误写 誤寫 弄混 混淆 不对 不對 不正确
    不正確 写错 打错 说错 間違* 間違い 間違って 違って 違います 違う 誤り 誤って 틀렸 틀린 틀려
    잘못 오류 실수 오타
    """
)
CHANGED = pattern(
    """
    slipped migrated ported moved_over verzet verplaatst_naar reschedule supersedes superseded
    movieron неактуальн* changed changes has_become have_become pushed_back pushed_it pushed
    replaces moved shifted updated rescheduled postponed brought_forward switched became become
    turned_into replaced upgraded downgraded increased decreased raised lowered went_up
    went_down gone_up gone_down renamed relocated swapped delayed put_off set_back taken_over
    took_over_from has_left no_longer not_anymore not_any_more anymore any_more any_longer
    outdated out_of_date obsolete since_then used_to took_over geändert ändert änderte verändert
    verschoben verlegt aktualisiert übernommen abgelöst ersetzt gestiegen gesunken erhöht
    gesenkt umgestellt umgezogen vertagt seitdem nicht_mehr veraltet überholt gewechselt changé
    changée modifié modifiée déplacé déplacée reporté reportée repoussé repoussée décalé décalée
    avancé remplacé remplacée augmenté baissé passé_à passée_à n_est_plus ne_plus plus_valable
    dépassé périmé cambió cambiado cambiada cambiaron aplazó retrasó adelantó aumentó subió bajó
    pasó_a reemplazó sustituyó ya_no actualizado actualizada movió movido pospuso pospuesto
    aplazado desactualizado adiaram aumentou subiu passou_a passou_para substituiu mudou mudaram
    mudado alterado alterada já_não não_é_mais atualizado atualizada adiado adiada desatualizado
    cambiato cambiata cambiati non_è_più non_più aumentato aumentata salito sostituito passato_a
    posticipato posticipata spostato spostata rinviato rinviata aggiornato aggiornata superato
    superata veranderd gewijzigd verplaatst verschoven niet_meer achterhaald изменил* поменял*
    сменил* перенес* больше_не уже_не устарел* ändrats ändrat ändrades flyttats höjts ersatt
    skjutits_upp inte_längre endret flyttet ikke_lenger ændret zmienił* przesun* przełożon*
    zastąpi* przeniesion* już_nie değişti ertelendi taşındı 改了 作废 作廢 改成 改为 改為 改到
    变了 變了 变成 變成 变为 變為 更新 换成 換成 换了 換了 推迟 延期 提前 不再 已经不是 改的
    改过 改過 变更 變更 調整 调整 涨价 漲價 降价 降價 涨到 漲到 降到 升级 升級 升到 接手 接替
    调到 調到 挪到 提到 搬了 搬到 变动 変わ 変更 値上げ 交代 引き継 もう 改め 移動になり 바뀌
    바뀐 변경 미뤄 교체 인상 업그레이드 더_이상 옮겨 연기
    """
)
# It did not change: what is told apart is right and wrong.
UNCHANGED = pattern(
    """
    not_change not_changed not_really_change never_changed nothing_changed nothing_has_changed
    no_change nicht_geändert nicht_verändert nichts_geändert pas_changé rien_changé rien_n_a_changé
    no_cambió no_ha_cambiado nada_cambió nada_ha_cambiado não_mudou nada_mudou non_è_cambiato
    non_è_cambiata niet_veranderd niets_veranderd не_изменил* не_поменял* не_менял*
    ничего_не_изменил* inte_ändrats ikke_endret nie_zmienił* değişmedi 没变 沒變 没有变 沒有變 没改
    沒改 没有改 没改变 没有改变 変わっていない 変わってない 変わっていません 変わらない 변하지_않
    바뀌지_않 안_바뀌
    """
)
PAST = pattern(
    """
    was used_to_be were had_been before formerly previously originally earlier until old past
    in_the_past back_then at_the_time war früher vorher damals bisher alt alte ursprünglich era
    antes antiguo antigua solía viejo anterior était avant auparavant ancien ancienne autrefois foi
    antigamente prima vecchio vecchia precedente eerder voorheen vroeger oud oude был было была
    раньше прежде старый старая tidligare tidigare tidligere dawniej wcześniej było eskiden önceden
    idi 以前 之前 原来 原來 原先 本来 本來 曾经 旧的 舊的 过去 前は 以前は もともと 元々 旧 だった
    예전 원래 전에는 이전 였
    """
)
# After a value: it held up to a time.
UNTIL = pattern(
    """
    right_until correct_until true_until until before then back_then at_the_time in_the_past
    previously formerly earlier old is_old outdated history is_history last_year last_month
    last_week letztes_jahr el_año_pasado l_an_dernier left quit retired moved_on stepped_down bis
    vorher früher damals veraltet antes hasta_ahora anteriormente avant auparavant jusqu_a prima
    fino_a até eerder tot voorheen раньше до прежде för_var før wcześniej önceden 以前 之前 原来
    原來 本来 前は 까지 전에 예전
    """
)
NOW = pattern(
    """
    now currently is_now as_of since jetzt nun inzwischen mittlerweile aktuell seit ahora ya
    actualmente desde maintenant désormais actuellement depuis agora atualmente adesso ora ormai
    dal nu tegenwoordig inmiddels sinds теперь сейчас nå teraz obecnie artık şimdi 现在 現在 如今
    目前 今は 今では 이제 지금
    """
)
NOT_BEFORE = pattern(
    """
    superseded supersedes scratch not never no_longer not_anymore not_any_more instead_of
    rather_than replaces ersetzt remplace a_remplacé reemplazó_a reemplazó sustituyó_a sustituyó
    substituiu ha_sostituito reemplaza sostituisce vervangt заменяет from replaced wrong incorrect
    mistaken outdated forget drop ignore scrap discard delete neither nicht nicht_mehr kein keine
    nie statt anstatt anstelle_von falsch vergiss pas non jamais plus au_lieu_de plutôt_que faux
    oublie no_es ya_no ya_no_es en_vez_de en_lugar_de olvida não já_não já_não_é não_é em_vez_de
    esquece invece_di anziché non_è non_è_più dimentica niet niet_meer in_plaats_van vergeet не
    больше_не уже_не вместо забудь inte inte_längre istället_för glöm ikke ikke_lenger i_stedet_for
    już_nie zamiast değil yerine 不是 并非 並非 别 而不是 从 從 由 取代 代替 而非 不再 不再是
    已经不是 已經不是
    """
)
NOT_AFTER = pattern(
    """
    неактуальн* is_not was_not never_was was_never has_never_been not no_longer is_no_longer wrong
    incorrect mistaken false mistake error typo misunderstanding mix-up mixup mixed_up outdated
    out_of_date obsolete old is_off is_out gone ist_nicht war_nicht nicht stimmt_nicht gilt_nicht
    stimmte_nicht galt_nicht stimmte_nie galt_nie war_nie falsch fehler irrtum veraltet überholt
    ist_raus n_est_pas n_est_plus pas plus faux fausse erreur dépassé no_es no_era ya_no_es ya_no
    no_vale incorrecto incorrecta equivocado equivocada mal não_é já_não não errado errada erro
    non_è non_era non_più sbagliato sbagliata errore is_niet niet fout onjuist vergissing не
    больше_не уже_не неверн* неправильн* ошиб* устарел* är_inte inte fel ikke feil nie błędn*
    yanlış değil 不是 不对 不對 错 錯 不再 作废 作廢 过时 過時 无效 じゃない じゃなく ではない
    ではなく は違 は間違 は誤 無効 아니 틀렸 틀린 틀려 잘못
    """
)
UNSURE = pattern(
    """
    maybe perhaps probably possibly might not_sure unsure dunno do_not_know no_idea i_guess
    not_certain hard_to_say either_one whichever whatever depends vielleicht wahrscheinlich
    vermutlich möglicherweise keine_ahnung nicht_sicher weiß_nicht weiss_nicht egal kommt_drauf_an
    peut-être peut_être sans_doute probablement je_ne_sais_pas sais_pas pas_sûr pas_sûre quizás
    quizá tal_vez a_lo_mejor probablemente no_sé no_estoy_seguro no_estoy_segura ni_idea talvez
    provavelmente não_sei sem_ideia forse probabilmente non_so boh non_sono_sicuro non_sono_sicura
    misschien waarschijnlijk weet_niet geen_idee может_быть возможно наверное не_знаю не_уверен*
    kanske vet_inte kanskje vet_ikke może nie_wiem chyba belki bilmiyorum 也许 也許 可能 大概 或许
    或許 不知道 不清楚 不确定 不確定 说不准 好像 たぶん 多分 かもしれ わからない 分からない
    わかりません 分かりません 不明 아마 모르 글쎄 확실하지
    """
)
CONDITIONAL = pattern(
    """
    if unless whenever provided provided_that assuming in_case wenn falls sofern sauf_si
    à_condition pourvu_que a_menos_que siempre_que contanto_que a_meno_che purché als indien если
    om hvis jeśli jeżeli eğer 如果 要是 假如 除非 もし ならば なら 만약 라면
    """
)
BOTH = pattern(
    """
    both neither none_of beide beides keins keines keiner weder les_deux aucun aucune ambos ambas
    ninguno ninguna nenhum nenhuma entrambi entrambe nessuno nessuna nessuno_dei_due allebei
    geen_van_beide оба обе ни_тот ни_то никак* båda ingen begge żaden oba ikisi_de hiçbiri 都对
    都對 都错 都錯 都不 两个都 兩個都 两者都 都是 どちらも 両方 둘_다 둘다 모두
    """
)
_ASKING = pattern(
    """
    which what who why when where how welche welcher welches welchen wer warum wieso wann wie quel
    quelle quels quelles que quoi qui pourquoi quand comment est-ce cual cuales quien por_que
    cuando como qual quais quem porque quando quale chi perche welk welke wat waarom wanneer какой
    какая какое что кто почему когда как
    """
)
_HELPER = pattern(
    """
    is are was were does do did should could can would will has have ist war hat soll
    """
)
_WHOM = pattern("it the that this he she they we you i one es das der die ich du sie")
QUESTION = lazy.regex(
    rf"^\s*(?:\b(?:and|und|y|et|so|but) )?{_ASKING.pattern}"
    rf"|^\s*{_HELPER.pattern} (?:not )?{_WHOM.pattern}"
    r"|[吗嗎呢么麼]\s*$|哪[个個一]|什么|什麼|是不是|[すのた]か\s*$|どっち|どちら(?!も)|どれ"
    r"|어느|무엇|뭐|왜|까요?\s*$|나요\s*$"
)
# A sentence that begins so wants something done; it settles nothing.
_DO = pattern(
    """
    change set move remind book schedule update put cancel delete send tell write add create show
    open call ask check look find give make let see_you
    """
)
REQUEST = lazy.regex(rf"^(?:please |then |and |ok |okay )*{_DO.pattern}(?!:)")
_SPEAKS = pattern(
    """
    says said thinks claims claimed believes reckons wrote insists told_me told_us tells_me
    tells_us sagt meint behauptet glaubt
    """
)
_NO_OTHER = pattern("i we you as just already have had also never always not to ich wir")
REPORTED = pattern(
    """
    according_to laut selon según secondo volgens enligt ifølge według d_après il_dit elle_dit
    il_pense elle_pense il_croit elle_croit dice_que dicen_que diz_que dizem_que dice_che по_словам
    によると と言って라고_했 에_따르면 告诉我 跟我说 说是 听说
    """,
    rf"\b(?!{_NO_OTHER.pattern})\w+ {_SPEAKS.pattern}",
    "据.{0,12}说",
    "[^我们們]{1,6}说(?=是|[0-9])",
    "라고 (?:했|말)",
)

# The new one, the old one, the first, the second: which of those shown.
NEWER = pattern(
    """
    newer newest latest most_recent more_recent new_one new_date new_day new_time new_number
    new_value new_address later_one later_date last_one neuere neueste das_neue der_neue die_neue
    den_neuen das_letzte der_letzte letzteres más_reciente el_nuevo la_nueva el_último la_última
    le_dernier la_dernière plus_récent plus_récente le_nouveau la_nouvelle o_novo a_nova
    mais_recente o_último a_última il_nuovo la_nuova più_recente il_più_recente l_ultimo l_ultima
    het_nieuwe de_nieuwe nieuwste de_laatste новый новая новое последний последняя последнее
    den_nya det_nya den_nye nyeste nowy nowa najnowsz* yeni_olan 新的 新那 最新 后者 後者 最近的
    新しい 最新の 새로운 최신
    """
)
OLDER = pattern(
    """
    older oldest old_one old_date old_day old_time old_number old_value old_address earlier_one
    earlier_date original_one ältere älteste das_alte der_alte die_alte den_alten más_antigua
    más_antiguo el_antiguo la_antigua el_anterior la_anterior el_viejo la_vieja l_ancien l_ancienne
    plus_ancien o_antigo a_antiga il_vecchio la_vecchia het_oude de_oude oudste старый старая
    старое прежний den_gamla den_gamle stary stara eski_olan 旧的 舊的 之前那个 以前那个 之前那個
    老的 原来的 原來的 旧那 前者 古い 元の 예전_것 옛
    """
)
# `second is correct; first was wrong`, where a clause begins; not `it first was`.
_BARE = r"(?:^|(?<=[.;,:] )){}(?= (?:is|was|stands|holds)\b)"
ORDINALS = (
    pattern(
        """
        the_first the_former first_one option_1 option_one number_one option_a der_erste den_ersten
        die_erste das_erste ersteres el_primero la_primera le_premier la_première o_primeiro
        a_primeira il_primo la_prima de_eerste het_eerste первый первая первое den_första
        den_første pierwszy pierwsza birincisi 第一个 第一個 第1个 第1個 一つ目 1つ目 一番目 最初の
        첫_번째 첫번째 첫째 전자
        """,
        _BARE.format("first"),
    ),
    pattern(
        """
        the_second the_latter second_one option_2 option_two number_two option_b der_zweite
        den_zweiten die_zweite das_zweite el_segundo la_segunda le_deuxième la_deuxième le_second
        la_seconde o_segundo a_segunda il_secondo la_seconda de_tweede het_tweede второй вторая
        второе den_andra den_andre drugi druga ikincisi 第二个 第二個 第2个 第2個 二つ目 2つ目
        二番目 두번째 두_번째 둘째 후자
        """,
        _BARE.format("second"),
    ),
    pattern(
        """
        the_third third_one option_3 number_three option_c der_dritte den_dritten die_dritte
        das_dritte el_tercero la_tercera le_troisième la_troisième o_terceiro a_terceira il_terzo
        la_terza de_derde третий третья третье den_tredje trzeci trzecia üçüncüsü 第三个 第三個
        第3个 第3個 三つ目 3つ目 三番目 세번째 세_번째 셋째
        """,
        _BARE.format("third"),
    ),
)
