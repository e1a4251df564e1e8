"""Credentials that are known by their form: prefixes of providers, key blocks, headers, addresses.

PREFIXES holds what providers publish about their tokens: how they begin, of which letters, how
long at least. FORMS holds structures, each with a word that must stand in the text before its
pattern is tried. A token that no table knows is found by the words its own prefix is made of.
Values that stand for others are left out (secrets_shape.py).
"""

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from .secrets_shape import UUID, classes, jumps, mixed, random_like, stands_for, strength

_ANY, _URL, _HEX = "[A-Za-z0-9]", r"[A-Za-z0-9_\-]", "[0-9a-f]"

# kind, how it begins (regular expressions between spaces), the letters after that, least number
PREFIXES = (
    ("cloud_key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]", 16),
    ("cloud_key", "LTAI AKID", _ANY, 16),
    ("cloud_key", "AIza GOCSPX- ya29\\. 1//0", _URL, 20),
    ("cloud_key", "do[por]_v1_ dapi dckr_pat_", _URL, 24),
    ("token", "gh[pousr]_", _ANY, 30),
    ("token", "github_pat_", r"\w", 40),
    ("token", "gl(?:pat|dt|rt|ptt|ft|soat|imt|agent|ffct|cbt|oas|rtr)-", _URL, 16),
    ("token", "xox[abdeprs](?:\\.xox[bp])?- xapp-", _URL, 16),
    ("api_key", "sk-(?:ant|proj|svcacct|admin|or|lf|kimi)-", _URL, 20),
    ("api_key", "sk- xai- gsk_ pplx- csk- r8_ hf_ api_org_ tgp_v1_ pcsk_ jina_", _ANY, 24),
    ("api_key", "fw_ re_ e2b_ tvly- fc- nvapi- apify_api_ lsv2_[ps][tk]_ pa-", _URL, 24),
    ("api_key", "[sr]k_(?:live|test|prod)_ whsec_", _ANY, 16),
    ("api_key", "key- SK", _URL, 32),
    ("api_key", "SG\\." + _URL + "{16,32}\\.", _URL, 20),
    ("token", "npm_ nfp_ figd_ figo_ lin_(?:api|oauth)_ ntn_ secret_ oy2 AKCp cmVmd", _ANY, 30),
    ("token", "pypi-AgE rubygems_ CLOJARS_ hv[sbr]\\. glsa_ glc_ sntry[su]_ tskey-", _URL, 24),
    ("token", "shp(?:at|ss|ca|pa)_ sq0(?:atp|csp)- NRAK- NRII- PMAK- sbp_ sb_secret_", _URL, 20),
    ("token", "dp\\.[a-z]{2,5}\\. pscale_[a-z]{2,5}_ EAAA EAA[A-Z] ATATT3 ATBB ATCTT3", _URL, 30),
    ("token", "xkeysib- xsmtpsib- bkua_ CCIP(?:AT|RJ)_ CFPAT- duffel_[a-z]+_ dt0c01\\.", _URL, 20),
    ("token", "EZ[AT]K fo1_ FLWSECK fio-u- ico- sk\\.eyJ ops_eyJ sha256~", _URL, 20),
    ("token", "phx_ pn[ub]_ pul- rdme_ tk-us- shippo_[a-z]+_ sq[apu]_ s(?:gp|lk|gd)_", _URL, 20),
    ("token", "tfp_ vc[kpair]_ p8e- sl\\.u\\. pat\\. aio_ mlsn\\. wandb_v1_ rnd_ IGQV", _URL, 24),
    ("token", "fm[12]r?_", "[A-Za-z0-9_+/=-]", 40),
    ("token", "gAAAAA IQoJ FwoGZXIvYXdz v2\\.local\\. cfut_ cfat_", _URL, 40),
    ("private_key", "AGE-SECRET-KEY-1 nsec1", _ANY, 40),
    ("private_key", "[xyzt]prv", _ANY, 80),
)
_SPOKEN = re.compile("pass|secret|pwd", re.IGNORECASE)
_FILLER = re.compile(r"(.)\1{4}|EXAMPLE|(?i:your|example|placeholder|abcdef|123456789|redacted)")

# A token that is built like prefix_random: found when its prefix says that it is secret.
_RUN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./+~-]{19,}")
_SECRET_PART = re.compile(
    r"(?:s|r|w|t|k|p)?(?:sk|pat|tok|tkn|token|pw|pwd|sec|secret|apikey|key|priv|auth|cred|pass|bot)",
    re.IGNORECASE,
)
_PART = re.compile(r"([A-Za-z]{1,12}|[a-z]{1,3}\d{1,2})[_.-]")
_DIGEST = re.compile(r"(?:sha\d{1,3}|md5)[:-]$", re.IGNORECASE)
_OPENINGS = 50
_PUBLIC_PART = re.compile(
    r"pk|pub|public|publishable|id|ids|hash|sha\d*|md5|msg|message|cache|css|chunk|call|resp|chatcmpl|thread"
    r"|run|file|toolu|req|evt|cs|cus|sub|price|prod|pi|pm|in|ch|txn|user|org|acct|batch|asst|step|item|rs|fc|ws"
    r"|trace|span|job|build|dpl|prj|team|commit|doc|node|blob|etag|model|ref|conv|reasoning|search|gen|img",
    re.IGNORECASE,
)

_QUERY = (
    r"(?:access_|refresh_|auth_|id_|api_?|x-amz-|x-goog-|secret_?|client_|private_|reset_|session_)?"
    r"(?:token|key|secret|signature|sig|password|passwd|pwd|code_verifier|sas|jwt|auth)"
)


class Form(NamedTuple):
    """One structure: a word of `words` stands in the text, `pattern` matches, `holds` agrees.

    With `inner`, `pattern` only opens the structure and the value is looked for in the 400
    characters after it.
    """

    kind: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: Callable[[str], bool]
    inner: re.Pattern[str] | None = None


def _real(value: str) -> bool:
    return not stands_for(value.strip("\"'")) and not _FILLER.search(value)


def _anything(value: str) -> bool:
    return True


def _drawn(value: str) -> bool:
    return random_like(value) and not _FILLER.search(value)


def _chosen(value: str) -> bool:
    return strength(value) >= 2


def _numbered(value: str) -> bool:
    return _real(value) and any(map(str.isdigit, value))


def _mixed(value: str) -> bool:
    return mixed(value)


def _mixed_or_long(value: str) -> bool:
    return _drawn(value) and not UUID.match(value)


def _own_password(value: str) -> bool:
    """The password of `user:password@host`, unless it is the user's name or says "password"."""
    user, _, password = value.partition(":")
    return password != user and _real(password) and not _SPOKEN.search(password)


def _basic(value: str) -> bool:
    """The base64 of a `user:password` that is real."""
    try:
        plain = b64decode(value + "=" * (-len(value) % 4)).decode("utf-8")
    except (Error, UnicodeDecodeError):
        return False
    return ":" in plain and plain.isprintable() and _real(plain.partition(":")[2])


def _private_block(value: str) -> bool:
    try:
        return b"PRIVATE" in b64decode(value[: len(value) // 4 * 4])
    except Error:
        return False


def form(
    kind: str, words: str, pattern: str, holds: Callable[[str], bool] = _real, inner: str = ""
) -> Form:
    then = re.compile(inner, re.IGNORECASE | re.MULTILINE) if inner else None
    opens = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    return Form(kind, tuple(words.split()), opens, holds, then)


_DASHES = "-" * 5
_B64 = "[A-Za-z0-9+/=]"
_FREE = r"(?<![\w-])"
FORMS = (
    form("private_key", "private", rf"BEGIN [A-Z0-9 ]{{0,30}}PRIVATE KEY[A-Z ]{{0,8}}{_DASHES}",
          _anything, rf"({_B64}{{16}})"),
    form("private_key", "private", rf"({_B64}{{16}})\s{{0,3}}{_DASHES}END [A-Z0-9 ]{{0,30}}PRIVATE KEY",
          _anything),
    form("private_key", "private-lines", rf"private-lines:\s{{0,9}}\d{{1,3}}\s{{1,9}}({_B64}{{16}})", _anything),
    form("private_key", "b3blbnnzac1rzxktdje", rf"(b3BlbnNzaC1rZXktdjE{_B64}{{16}})", _anything),
    form("private_key", "ls0tls1crudjti", r"(LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,60})", _private_block),
    form("private_key", '"kty"', r"\"(?:d|k)\"\s{0,4}:\s{0,4}\"([\w-]{20,})\""),
    form("private_key", "5 k l", rf"{_FREE}([5KL][1-9A-HJ-NP-Za-km-z]{{50,51}})(?![A-Za-z0-9])", _mixed),
    form("private_key", "s", rf"{_FREE}(S[A-Z2-7]{{55}})(?![A-Za-z0-9])",
          lambda value: value.isupper() and jumps(value) > 0.15),
    form("token", "eyj", rf"{_FREE}(eyJ[\w-]{{8,}}\.eyJ[\w-]{{8,}}\.[\w-]{{8,}})", _anything),
    form("password_url", "://", r"://([^\s/@:\"'<>]{0,80}:[^\s/\"'<>]{1,200})@(?=[\w\[$])", _own_password),
    form("password_url", "://", r"://([^\s/@:\"'<>]{16,200})@(?=\w)", _drawn),
    form("token", "bearer", r"\bbearer[\s:]{1,3}[\"']?([\w.~+/=-]{16,})", _drawn),
    form("token", "basic", r"\bbasic\s{1,3}([A-Za-z0-9+/]{8,400}={0,2})", _basic),
    form("token", "authorization", r"authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:\w{3,12}\s{1,2})?"
          r"([\w.~+/=-]{16,})", _drawn),
    form("cookie", "cookie", r"cookie[\"']?\s{0,2}[:=]", _drawn,
          r"(?:(?<=[\s;\"'])|^)[\w.-]{0,20}(?:sess|sid|auth|token|jwt|login)[\w.-]{0,20}=([^\s;\"',]{16,})"),
    form("cookie", "sid session", r"\b(?:phpsessid|jsessionid|connect\.sid|session_?id|sid)=([^\s;\"',]{20,})",
          _drawn),
    form("signed_url", "=", rf"[?&;]{_QUERY}=([^\s&\"'<>#]{{16,}})", _drawn),
    form("one_time_code", "otpauth://", r"otpauth://[^\s]{0,300}?secret=([A-Z2-7]{8,})", _anything),
    form("password", "wifi:", r"wifi:[^\n]{0,100}?\bP:([^;\n]{4,63});", _anything),
    form("password", "machine", r"\bmachine\s{1,9}\S{1,100}\s{1,9}login\s{1,9}\S{1,100}\s{1,9}password\s{1,9}"
          r"(\S{3,})"),
    form("password", ":", r"(?:^|\s)[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:(\S{4,100})",
          _chosen),
    form("password_hash", "$", r"\w:(\$(?:apr1|1|2[abxy]|5|6|y|argon2\w{1,2})\$[\w./$=,+-]{20,})", _anything),
    form("token", '"auth"', r"\"auth\"\s{0,3}:\s{0,3}\"([A-Za-z0-9+/]{8,400}={0,2})\"", _basic),
    form("password", "kind:", r"kind: secret\s[\s\S]{0,300}?data:[ \t]{0,9}\n", _real,
          r"^[ \t]{1,8}[\w.-]{1,60}:[ \t]{1,4}[\"']?([^\s\"']{4,})"),
    form("webhook", "hooks. hook.", r"//hooks?\.[\w.-]{2,60}/((?:[\w-]{1,30}/){1,4}[\w/-]{7,})", _numbered),
    form("webhook", "webhook", r"//[\w.-]{0,60}/(?:[\w@-]{1,80}/){0,4}webhook\w{0,3}/([\w/@-]{16,})", _drawn),
    form("webhook", "webhook.", r"//[\w-]{1,60}\.webhook\.[\w.]{2,40}/([\w/@-]{16,})"),
    form("webhook", "/bot", r"//[\w.-]{3,60}/(bot\d{6,12}:[\w-]{20,})"),
    form("recovery_codes", "-", r"(?<![\d-])(\d{6}(?:-\d{6}){7})(?![\d-])", _anything),
    form("token", ".", rf"{_FREE}([\w-]{{23,28}}\.[\w-]{{6,7}}\.[\w-]{{27,40}})(?![\w-])", _mixed),
    form("token", ":", r"(?<!\w)(\d{8,10}:[\w-]{33,36})(?![\w-])", _mixed),
    form("token", "ssws", r"\bSSWS\s{1,3}([\w-]{30,})", _drawn),
    form("api_key", "q~", r"(?<![\w~.])([\w~.]{3}\dQ~[\w~.-]{28,36})", _anything),
    form("api_key", "-us", r"(?<!\w)([0-9a-f]{32}-us\d{1,2})\b"),
    form("token", "pat", r"(?<!\w)(pat[A-Za-z0-9]{14}\.[0-9a-f]{40,64})"),
    form("token", "atlasv1", rf"{_FREE}(\w{{10,20}}\.atlasv1\.[\w-]{{40,}})"),
    form("token", "access- pat- sdk- api-", r"(?<!\w)((?:access-(?:sandbox|production|development)|pat-\w{2,4}"
          r"|sdk|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"),
    form("token", "/", r"(?<!\w)([12]/\d{12,20}/\d{12,20}:[0-9a-f]{20,})"),
    form("token", "apa91b", rf"{_FREE}([\w-]{{6,22}}:APA91b[\w-]{{60,}})"),
    form("api_key", "a3-", r"(?<!\w)(A3(?:-[A-Z0-9]{5,6}){5,6})(?!\w)"),
    form("token", "v1.0-", r"(v1\.0-[0-9a-f]{24}-[0-9a-f]{60,})"),
)  # fmt: skip


def _prefix_pattern() -> re.Pattern[str]:
    rows = []
    for row, (_, starts, letters, least) in enumerate(PREFIXES):
        rows.append(rf"(?P<r{row}>(?:{'|'.join(starts.split())}){letters}{{{least},}})")
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(rows)})")


_PREFIXED = _prefix_pattern()


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """(kind, token) for each token that a provider's prefix, or the words it begins with, give away.

    Of a run of letters without spaces, the first 4,096 are looked at.
    """
    for run in _RUN.finditer(text):
        yield from _prefixed(run[0][:4096])
        head, body = _split(run[0][:400])
        if _DIGEST.search(text, max(run.start() - 8, 0), run.start()):
            continue
        if "/" not in body and _is_token(head, body) and not _FILLER.search(body):
            yield "token", run[0]


def _is_token(head: list[str], body: str) -> bool:
    """Built as `prefix_drawn`, with a prefix that says so, or longer than ids are."""
    if not head or any(_PUBLIC_PART.fullmatch(part) for part in head):
        return False
    if any(_SECRET_PART.fullmatch(part) for part in head):
        return random_like(body, 20)
    return len(head) <= 3 and len(body) <= 120 and "." not in body and mixed(body, 34)


def _prefixed(run: str) -> Iterator[tuple[str, str]]:
    for found in _PREFIXED.finditer(run):
        if not _FILLER.search(found[0]) and len(set(found[0])) > 8 and classes(found[0]) >= 2:
            yield PREFIXES[int((found.lastgroup or "r0")[1:])][0], found[0]


def structured(text: str, lower: str, forms: Iterable[Form]) -> Iterator[tuple[str, str]]:
    """(kind, value) for each structure of `forms`; `lower` is the same text in small letters."""
    for one in forms:
        if any(word in lower for word in one.words):
            yield from ((one.kind, value) for value in _values(one, text) if one.holds(value))


def _values(one: Form, text: str) -> Iterator[str]:
    if not one.inner:
        yield from (found[1] for found in one.pattern.finditer(text))
        return
    # A text of nothing but openings would cost 400 characters for each of them.
    for opened in islice(one.pattern.finditer(text), _OPENINGS):
        inside = text[opened.end() : opened.end() + 400]
        yield from (found[1] for found in one.inner.finditer(inside))


def _split(token: str) -> tuple[list[str], str]:
    """The leading words of a token, and what follows them."""
    head: list[str] = []
    while len(head) < 5 and (part := _PART.match(token)):
        head.append(part[1])
        token = token[part.end() :]
    return head, token
