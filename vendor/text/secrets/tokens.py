"""Tokens that are known by how they begin.

PREFIXES holds what providers publish about their tokens: how they begin, of which letters, how
long at least. A token that no table knows is found by the words that its own prefix is made of
(`acme_secret_…`), or by being longer than ids are.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from .. import lazy
from .forms import Forms
from .shape import FILLER, classes, is_name, mixed, random_like
from .structures import RUNS

_ANY, _URL = "[A-Za-z0-9]", r"[A-Za-z0-9_\-]"

# kind; how it begins, regular expressions between spaces; the letters after that; their number
PREFIXES = (
    ("cloud_key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]", 16),
    ("cloud_key", "LTAI AKID", _ANY, 16),
    ("cloud_key", "AIza GOCSPX- ya29\\. 1//0", _URL, 20),
    ("cloud_key", "do[por]_v1_ dapi dose dckr_[po]at_ HRKU-", _URL, 24),
    ("api_key", "fw_ pcsk_ md- figd_ figo_", _URL, 20),
    ("cloud_key", "ABSK", "[A-Za-z0-9+/=]", 60),
    ("token", "gh[pousr]_", _ANY, 30),
    ("token", "github_pat_", r"\w", 40),
    ("token", "gl(?:pat|dt|rt|ptt|ft|soat|imt|agent|ffct|cbt|oas|rtr)-", _URL, 16),
    ("token", "xox[abdeprs](?:\\.xox[bp])?- xapp-", _URL, 16),
    ("api_key", "sk-(?:[a-z]{2,8}-){1,2}", _URL, 20),
    ("api_key", "sk- xai- gsk_ pplx- csk- r8_ hf_ api_org_ jina_", _ANY, 24),
    (
        "api_key",
        "re_ e2b_ tgp_v1_ tvly- fc- nvapi- apify_api_ lsv2_[ps][tk]_ pa- pdl_[a-z]+_apikey_",
        _URL,
        24,
    ),
    ("api_key", "[sr]k_(?:live|test|prod)_ whsec_", _ANY, 16),
    ("api_key", "key- SK pk_", "[0-9a-f]", 32),
    ("api_key", "rzp_(?:live|test)_", _ANY, 14),
    ("api_key", "SG\\." + _URL + "{16,32}\\.", _URL, 20),
    ("token", "npm_ nfp_ lin_(?:api|oauth)_ ntn_ secret_ napi_ AKCp cmVmd", _ANY, 30),
    ("token", "oy2", "[a-z0-9]", 40),
    ("token", "pypi-AgE rubygems_ CLOJARS_ hv[sbr]\\. glsa_ glc_ sntry[su]_ tskey-", _URL, 24),
    ("token", "shp(?:at|ss|ca|pa)_ sq0(?:atp|csp)- NRAK- NRII- PMAK- sbp_ sb_secret_", _URL, 20),
    ("token", "dp\\.[a-z]{2,5}\\. pscale_[a-z]{2,5}_ EAAA EAA[A-Z] ATATT3 ATBB ATCTT3", _URL, 30),
    ("token", "xkeysib- xsmtpsib- bkua_ CCIP(?:AT|RJ)_ CFPAT- duffel_[a-z]+_ dt0c01\\.", _URL, 20),
    ("token", "EZ[AT]K fo1_ FLWSECK fio-u- ico- sk\\.eyJ ops_eyJ sha256~", _URL, 20),
    ("token", "phx_ pn[ub]_ pul- rdme_ tk-us- shippo_[a-z]+_ sq[apu]_ s(?:gp|lk|gd)_", _URL, 20),
    (
        "token",
        "tfp_ vc[kpair]_ p8e- sl\\.u\\. pat\\. aio_ mlsn\\. wandb_v1_ rnd_ IGQ[VW] vk1\\.a\\. BSA",
        _URL,
        24,
    ),
    ("token", "fm[12]r?_ xox[ep]-\\d-", "[A-Za-z0-9_+/=-]", 40),
    ("token", "gAAAAA IQoJ FwoGZXIvYXdz v[1-4]\\.local\\. cf[ku]?t?_ cfat_", _URL, 40),
    ("token", "rpa_ esecret_", _ANY, 30),
    ("token", "cio", _ANY, 32),
    ("token", "sk", _ANY, 100),
    ("token", "sl\\. CfDJ8 eyJrIjoi AQED ATTA", _URL, 60),
    ("token", "AQE", "[A-Za-z0-9+/-]", 55),
    ("token", "API-", "[A-Z0-9]", 25),
    ("token", "pk_\\d{6,10}_", "[A-Z0-9]", 26),
    ("token", "st\\.[0-9a-f]{24}\\. K10[0-9a-f]{40,64}::\\w+:", "[0-9a-f.]", 30),
    ("token", "00D[A-Za-z0-9]{12,15}!", r"[\w.]", 40),
    ("private_key", "AGE-SECRET-KEY-1 nsec1", _ANY, 40),
    ("private_key", "[xyzt]prv", _ANY, 80),
)
_RUN = lazy.regex(r"[A-Za-z0-9~][A-Za-z0-9_./+~:!-]{19,}")
_RUNS = Forms(RUNS)
_LONGEST = 4096
_CLOUD_KEY = 20  # characters
_DIGEST = lazy.regex(r"(?:sha\d{1,3}|md5)$", re.IGNORECASE)
# A terminal or a mail may have broken a long token at its margin.
_BROKEN = lazy.regex(
    r"(?:\n(?<=[A-Za-z0-9_.-]{20}\n)|\r\n(?<=[A-Za-z0-9_.-]{20}\r\n))[ \t>|+]{0,8}"
    r"(?=[A-Za-z0-9_.-]{6})"
)
# A program may put one together: `"abc" + "def"`.
_APART = lazy.regex(r"([\"'`])(?<=[\w.-][\"'`])[\s\\]{0,9}(?:[+&.][\s\\]{0,9})?\1(?=[\w.-])")

_SEAMS = ('" "', '"+', '" +', "' '", "'+", "' +", "` `", "`+", '"\n', "'\n", '" \\', '".', '" &')
_PART = lazy.regex(r"([A-Za-z]{1,12}|[a-z]{0,3}\d{1,2})[_.-]")
_LIVE_PART = lazy.regex("live|prod|production", re.IGNORECASE)
_SECRET_PART = lazy.regex(
    r"[srwtkp]?(?:sk|pat|tok|tkn|token|pw|pwd|sec|secret|apikey|key|priv(?:ate)?|auth|cred|pass"
    r"|bot)",
    re.IGNORECASE,
)
_PUBLIC_PART = lazy.regex(
    r"pk|pub|public|publishable|ids?|hash|sha\d*|md5|msg|message|cache|css|chunk|call|resp|chatcmpl"
    r"|thread|run|file|toolu|req|evt|cs|cus|sub|price|prod|pi|pm|in|ch|txn|user|org|acct|batch|asst"
    r"|step|item|rs|fc|ws|trace|span|job|build|dpl|prj|team|commit|doc|node|blob|etag|model|ref"
    r"|conv"
    r"|reasoning|search|gen|img",
    re.IGNORECASE,
)


def tokens(text: str, runs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(kind, token) for each in the long `runs` of `text`, or put together from pieces of it.

    Of a run of letters without spaces, the first 4,096 are looked at.
    """
    for found in chain.from_iterable(map(_RUN.finditer, runs)):
        run = found[0][:_LONGEST]
        yield from _known(run)
        yield from (("token", part) for part in _parts(run) if _built(part))
    whole = _glued(text)
    if len(whole) < len(text):
        for found in _RUN.finditer(whole):
            yield from _known(found[0][:_LONGEST])


def _known(run: str) -> Iterator[tuple[str, str]]:
    lower = run.lower()
    yield from _prefixed(run)
    yield from _RUNS.find(run, lower, lower)


def _glued(text: str) -> str:
    """The text with tokens whole that lines or quotes break."""
    if _BROKEN.search(text):
        text = _BROKEN.sub("", text)
    if any(seam in text for seam in _SEAMS):
        text = _APART.sub("", text)
    return text


def _parts(run: str) -> Iterator[str]:
    """What stands between colons and is long enough, without digests such as `sha256:…`."""
    before = ""
    for part in run.split(":"):
        if 20 <= len(part) <= 400 and not _DIGEST.search(before):
            yield part
        before = part


def _pattern() -> re.Pattern[str]:
    rows = (
        rf"(?P<r{row}>(?:{'|'.join(starts.split())}){letters}{{{least},}})"
        for row, (_, starts, letters, least) in enumerate(PREFIXES)
    )
    return lazy.regex(rf"(?<![A-Za-z0-9])(?:{'|'.join(rows)})")


_PREFIXED = _pattern()


def begins_as_known(word: str) -> bool:
    """Whether a token of a table may stand in a word."""
    return bool(_PREFIXED.search(word))


def _prefixed(run: str) -> Iterator[tuple[str, str]]:
    for found in _PREFIXED.finditer(run):
        kind = PREFIXES[int((found.lastgroup or "r0")[1:])][0]
        # One of 25 keys that are drawn from capitals and a few digits has no digit, or one behind.
        is_key = kind == "cloud_key" and len(found[0]) == _CLOUD_KEY
        if FILLER.search(found[0]) or (is_name(found[0]) and not is_key):
            continue
        if len(set(found[0])) > 8 and (is_key or classes(found[0]) >= 2):
            yield kind, found[0]


def _built(run: str) -> bool:
    """Built as `prefix_drawn`, with a prefix that says what it is, or longer than ids are."""
    head, body = _split(run)
    if not head or FILLER.search(body) or _any_part(_PUBLIC_PART, head):
        return False
    if _any_part(_SECRET_PART, head):
        return "/" not in body and random_like(body, 20)
    if _any_part(_LIVE_PART, head):
        return "/" not in body and random_like(body, 14)
    named = len(head) <= 3 and all(part.islower() for part in head)
    return named and len(body) <= 120 and "." not in body and mixed(body, 28)


def _any_part(form: re.Pattern[str], head: list[str]) -> bool:
    return any(form.fullmatch(part) for part in head)


def _split(token: str) -> tuple[list[str], str]:
    """The leading words of a token, and what follows them."""
    head: list[str] = []
    while len(head) < 5 and (part := _PART.match(token)):
        head.append(part[1])
        token = token[part.end() :]
    return head, token
