"""How a name sounds, so that it is known again in another script.

`Alex` is written Алекс, アレックス, 알렉스, أليكس, אלכס, एलेक्स or 亚历克斯, and 李明 is Li Ming. A
name is spelled in Latin letters by small tables, then reduced: `frame` keeps its consonants and
whether it begins and ends in a vowel (for scripts that must add vowels, or write none), `tune`
keeps the vowels too. Both are coarse and used across scripts only: in its own script a name is
itself.
"""

import re
import unicodedata
from functools import lru_cache

from . import lazy
from .tokens import spans


def _spelling(table: str) -> dict[str, str]:
    """`sound signs sound signs …` -> sign: sound; `-` is no sound."""
    words = table.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return {sign: sound.strip("-") for sound, signs in pairs for sign in signs}


_ALPHABETS = _spelling(
    """
    a аαאءآأإئاىةעअआाع b бבبबभ v вβוوवўџ g гґגغگगघγ d дδדدضظडढदध e еёэєεएऐेैॅ z жзζזذزژज़ i
    иіїйηιυיيیइईिीय k кκכךקخقكکकखح l лλלلलљ m мμמםمम n нνנןنनणङञंњ o оοωओऔोौॉ p пπפףپपफ r рρרرर s
    сцчшщσςסצץשسشصجچजझशषसћђ t тτθטתتثطटठतथ u уюउऊुू f фφف h хχהחهह ks ξ ps ψ ia я ri ऋ - ъьы्
    """
)
_THAI = _spelling(
    """
    k กขคฆ n งนณ s จฉชซฌศษสฑ i ญยิีไใ d ดฎ t ตฏถทธฐฒ b บ p ปผพภ f ฝฟ m ม r ร l ลฬ v ว h หฮ a อะาัๅ
    e เแ o โ u ุู - ็่้๊๋ึื
    """
)
_KANA_ROWS = _spelling(
    """
    - あいうえお k かきくけこ g がぎぐげご s さしすせそ z ざじずぜぞ t たちつてと d だぢづでど n
    なにぬねの h はひふへほ b ばびぶべぼ p ぱぴぷぺぽ m まみむめも r らりるれろ
    """
)
_KANA = _spelling("a やぁゃ u ゆぅゅ o よぉょ i ぃ e ぇ va わ o を n ん v ゔ - っー") | {
    sign: row + "aiueo"[place % 5] for place, (sign, row) in enumerate(_KANA_ROWS.items())
}
_JAMO_FIRST, _JAMO_MIDDLE, _JAMO_LAST = (
    sounds.split()
    for sounds in (
        "g k n d t r m b p s s - s s s k t p h",
        "a e a e o e o e o va ve ve o u vo ve vi u u i i",
        "- k k k n n n t l k m l l l p l m p p t t n s s k t p t",
    )
)

# Characters that write foreign names in Chinese, and those of common Chinese names.
_HAN = _spelling(
    """
    a 阿啊 ai 艾爱埃 an 安 ao 奥 ba 巴芭 bai 白柏 ban 班 bao 鲍宝 bei 贝 ben 本 bi 比毕碧 bin
    彬斌宾 bo 博波伯 bu 布 cai 蔡 cha 查 chen 陈晨辰 cheng 成程诚 chun 春 da 达 dai 戴黛 dan 丹
    dao 道 de 德得 deng 邓 di 迪蒂 ding 丁 dong 东冬董 du 杜 dun 顿 duo 多 e 厄 en 恩 er 尔 fa 法
    fan 范凡 fang 方芳 fei 菲费飞 fen 芬 feng 冯峰凤 fu 弗夫福傅 gang 刚 gao 高 ge 格戈葛 gu 古顾
    guo 郭国 ha 哈 hai 海 han 汉韩 hao 浩豪 he 赫何贺 hong 洪红宏 hou 侯 hu 胡虎 hua 华花 huang 黄
    hui 惠慧辉 huo 霍 ji 吉基纪 jia 加嘉佳贾 jian 健建剑 jiang 江姜蒋 jie 杰洁 jin 金锦 jing
    静晶京景 jun 军君俊 ka 卡 kai 凯 kang 康 ke 克科柯 kong 孔 ku 库 kun 昆坤 la 拉 lai 莱赖 lan
    兰岚 lang 朗 lei 雷蕾磊 le 勒乐 li 李利莉丽里历黎力立 lian 莲连 liang 梁亮 lin 林琳 ling
    玲灵凌 liu 刘柳 long 龙隆 lu 卢鲁露陆 luo 罗洛 lu 吕 ma 马玛 mai 迈麦 man 曼 mao 毛 mei 梅美
    men 门 meng 孟梦 mi 米 min 敏民 ming 明铭 mo 莫摩 mu 姆穆 na 娜纳 nan 南楠 nei 内 ni 尼妮 ning
    宁 nuo 诺 ou 欧 pa 帕 pan 潘 pei 佩裴 peng 彭鹏 pi 皮 ping 平萍 po 珀 pu 普 qi 奇齐琪 qian
    钱倩 qiang 强 qin 秦琴 qing 青清庆 qiu 邱秋 ren 任仁 rong 荣蓉 rui 瑞睿 ruo 若 sa 萨莎 sai 赛
    sang 桑 sha 沙 shan 山珊 shang 尚 shao 邵 shen 沈 sheng 胜 shi 石史施 shu 舒淑 si 斯丝思 song
    宋松 su 苏素 sun 孙 suo 索 ta 塔 tai 泰 tan 谭 tang 汤唐 tao 陶涛 te 特 ti 提 tian 田天 ting
    婷廷 tu 图 tuo 托 nu 努 yue 约 han 翰 xun 逊 meng 蒙 deng 登 sen 森 sai 塞 se 瑟 ci 茨 zi 兹
    lun 伦 nai 奈 niu 纽 ken 肯 kan 坎 lie 列 ge 哥 cui 翠 xiu 修 chao 乔 bu 布 wa 瓦 wan 万婉
    wang 王汪旺 wei 维威伟卫魏薇 wen 文温雯 weng 翁 wo 沃 wu 吴武伍 xi 西希熙 xia 夏霞 xian 贤
    xiang 翔香祥 xiao 肖晓小萧 xie 谢 xin 辛欣新鑫 xing 邢星 xiong 熊 xiu 秀 xu 徐许旭 xue 雪薛学
    ya 亚雅娅 yan 严燕妍颜 yang 杨阳洋 yao 姚 ye 叶 yi 伊易怡 yin 尹银 ying 英莹颖 yong 勇永 you
    尤 yu 于余宇玉雨 yuan 袁源媛 yue 岳悦月 yun 云芸 ze 泽 zeng 曾 zhan 詹 zhang 张章 zhao 赵 zhe
    哲 zhen 珍真 zheng 郑正 zhi 志智芝 zhong 钟 zhou 周 zhu 朱 zhuo 卓 zi 子 zou 邹
    """
)
HAN = lazy.regex(f"[{spans('3400-9fff')}]")
KANA = lazy.regex(f"[{spans('3041-3096 30a1-30fc')}]")
HANGUL = lazy.regex(f"[{spans('ac00-d7a3')}]")

_LATIN = tuple(
    (lazy.regex(found), sound)
    for found, sound in (
        ("oo|ou", "u"),
        ("ee|ea", "i"),
        ("tsch|tch|sch|sh|ch|cz|dz", "s"),
        ("ph", "f"),
        ("ck|qu", "k"),
        ("x", "ks"),
        ("c(?=[eiy])", "s"),
        ("c|q", "k"),
        ("j", "s"),
        ("w", "v"),
        ("^u(?=[ie])", "v"),
        ("ng(?![aeiou])", "n"),
        ("th", "t"),
        ("h", ""),
        ("y", "i"),
    )
)
_HE = lazy.regex("[הة]$")
# Between other letters the same letter is a vowel: نور is Nur, ويل is Will.
_INNER_U = lazy.regex("(?<=.)[وו](?=.)")
_CLASSES = str.maketrans("pfgzdrj", "bvkstls")
_DOUBLE = lazy.regex(r"(.)\1+")
_VOWEL_RUN = lazy.regex("[aeiou]{2,}")
_BROAD = str.maketrans("i", "e")


def script(text: str) -> str:
    """The script of the first letter: `latin`, `han`, `kana`, `hangul` or another one's name."""
    for letter in text:
        if letter.isalpha():
            if letter.isascii():
                return "latin"
            name = unicodedata.name(letter, "OTHER").split()[0].lower()
            return {"cjk": "han", "hiragana": "kana", "katakana": "kana"}.get(name, name)
    return ""


@lru_cache(maxsize=4096)
def spelled(text: str) -> str:
    """A name in plain Latin letters; characters that no table knows are left out."""
    out: list[str] = []
    name = _HE.sub("א", unicodedata.normalize("NFC", text.casefold()))
    for letter in _INNER_U.sub("у", name).replace("ου", "у"):
        if HANGUL.match(letter):
            out.append(_syllable(ord(letter) - 0xAC00))
        elif KANA.match(letter):
            out.append(_KANA.get(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter, ""))
        elif letter in _HAN or letter in _THAI:
            out.append(_HAN.get(letter) or _THAI[letter])
        else:
            bare = unicodedata.normalize("NFD", letter)[0]
            out.append(
                bare if "a" <= bare <= "z" else _ALPHABETS.get(letter, _ALPHABETS.get(bare, ""))
            )
    return "".join(out)


def spells(text: str) -> bool:
    """Is every character one that writes the sound of a foreign name?"""
    return all(letter in _HAN or letter in _THAI for letter in text)


@lru_cache(maxsize=4096)
def tune(text: str) -> str:
    """Consonant classes and vowels in order: one name has one tune in alphabets with vowels."""
    sound = spelled(text)
    for found, other in _LATIN:
        sound = found.sub(other, sound)
    sound = _VOWEL_RUN.sub(lambda run: run.group()[0], sound.translate(_CLASSES))
    return _DOUBLE.sub(r"\1", sound).translate(_BROAD)


def frames(text: str) -> frozenset[str]:
    """The frames of a Latin name abroad: with every r, and without those that English drops."""
    silent = re.search("[aeiou][^aeiou]{1,2}e$", text.lower())
    soft = re.sub("(?<=[aeiou])r(?![aeiou])", "", text.lower())
    both = {frame(text), frame(soft)}
    return frozenset(one.rstrip(">") for one in both) if silent else frozenset(both)


@lru_cache(maxsize=4096)
def frame(text: str) -> str:
    """`<` when it begins with a vowel, its consonants, `>` when it ends in a vowel."""
    sound = tune(text)
    begins, ends = sound[:1] in ("a", "e", "o", "u"), _ends_open(text, sound)
    bare = _DOUBLE.sub(r"\1", re.sub("[aeou]", "", sound))
    return f"{'<' if begins else ''}{bare}{'>' if ends else ''}"


def _syllable(number: int) -> str:
    first, rest = divmod(number, 588)
    middle, last = divmod(rest, 28)
    return (_JAMO_FIRST[first] + _JAMO_MIDDLE[middle] + _JAMO_LAST[last]).replace("-", "")


def _ends_open(text: str, sound: str) -> bool:
    """Does the name end in a vowel of its own, not in one that its script had to add?"""
    if sound[-1:] not in ("a", "e", "o", "u"):
        return False
    last = text[-1]
    if KANA.match(last):
        return not re.search(
            "[うくぐすずつづぬふぶぷむるゔとどちウクグスズツヅヌフブプムルヴトドチ]", last
        )
    if HANGUL.match(last):
        return (ord(last) - 0xAC00) % 588 // 28 != 18
    if HAN.match(last):
        return last not in "斯克德特尔格夫姆布普思茨兹勒伯比丝"
    return True
