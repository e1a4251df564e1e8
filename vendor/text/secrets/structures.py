"""Credentials that are known by a structure: key blocks, headers, addresses, files.

How a row is read is in forms.py. FORMS are tried on a text, WITHIN_WORDS on the words of it that
are worth a look, RUNS on its long runs without spaces.
"""

from .forms import (
    anything,
    base32,
    base58,
    capitals,
    chosen,
    drawn,
    drawn_but_no_uuid,
    form,
    mixed_kinds,
    numbered,
    own_password,
    private_block,
    real,
    unfilled,
    user_and_password,
)

_DASHES = "-" * 5
_B64 = "[a-z0-9+/=]"
_FREE, _END = r"(?<![\w-])", r"(?![\w-])"
# How the base64 of a private key begins: RSA as such, and RSA, EC and Ed25519 in PKCS #8; EC.
_DER = (
    r"(?<![a-z0-9+/])(mii[a-z0-9+/]{2,6}ibaa[kj][bc][a-z0-9+/]{16}"
    r"|mi[a-z0-9+/]{2,6}ibadanbgkqhkig9w0baqefaas"
    r"|mi[a-z0-9+/]{1,4}ageambmgbyqgsm49|mc4caqawbqydk2vwbcie|mhccaqeei[a-z0-9+/]{16})"
)
_QUERY = (
    r"(?:access_|refresh_|auth_|id_|api_?|x-amz-|x-goog-|secret_?|client_|private_|reset_"
    r"|session_)?"
    r"(?:token|key|secret|signature|sig|password|passwd|pwd|code_verifier|sas|jwt|auth)"
)

_KEYS = (
    form("private_key", "private", r"begin [a-z0-9 ]{0,30}private key[a-z ]{0,8}-{4,5}",
         anything, rf"({_B64}{{16}})"),
    form("private_key", "private",
         rf"({_B64}{{16}})\s{{0,3}}{_DASHES}end [a-z0-9 ]{{0,30}}private key", anything),
    form("private_key", "static",
         r"begin openvpn static key v1-{4,5}\s{1,3}([0-9a-f]{32})", anything),
    form("private_key", "private-lines",
         rf"private-lines:\s{{0,9}}\d{{1,3}}\s{{1,9}}({_B64}{{16}})", anything),
    form("private_key", "b3blbnnzac1rzxktdje", rf"(b3blbnnzac1rzxktdje{_B64}{{16}})", anything),
    form("private_key", "ls0tls1crudjti", r"(ls0tls1crudjti[a-z0-9+/]{20,60})", private_block),
    form("private_key", "ibaa ibad ageamb caqawb caqee", _DER, anything),
    form("private_key", '"kty"', r"\"(?:d|k)\"\s{0,4}:\s{0,4}\"([\w-]{20,})\"", real),
    form("private_key", "priv pk", r"(?:priv(?:ate)?[\s_-]?key|\bpk)\b[^\n]{0,30}?(?<![0-9a-f])"
         r"((?:0x)?[0-9a-f]{64})(?![0-9a-f])", anything),
    form("private_key", "wallet deployer signer owner account burner minter validator",
         r"\b(?:wallet\(|(?:deployer|signer|owner|wallet|account|admin|burner|minter"
         r"|validator)(?:['’]s)?"
         r"\s(?:secret\s)?key\b)[^\n]{0,12}?(?<![0-9a-f])((?:0x)?[0-9a-f]{64})(?![0-9a-f])",
         anything),
    form("private_key", "keypair secret wallet solana phantom id.json",
         r"(?<!\d)(\d{1,3}(?:,\s?\d{1,3}){63})(?!\d|,\s?\d)", anything),
    form("private_key", "priv", r"(?<![0-9a-fx])((?:0x)?[0-9a-f]{64})(?![0-9a-f])[^\n]{0,30}?"
         r"priv(?:ate)?[\s_-]?key", anything),
)  # fmt: skip

_HEADERS = (
    form("token", "bearer", r"\bbearer[\s:]{1,3}[\"']?([\w.~+/=-]{16,})", drawn),
    form("token", "basic", r"\bbasic\s{1,3}([a-z0-9+/]{8,400}={0,2})", user_and_password),
    form("token", "authorization", r"authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?"
         r"(?:\w{3,12}\s{1,2})?([\w.~+/=-]{16,})", drawn),
    form("token", "aaaaaaaaaaaaaaaaaaaa", rf"{_FREE}(a{{20,24}}[\w%]{{60,}})", anything),
    form("token", "x-honeycomb-team", r"x-honeycomb-team[\"']?\s?[:=]\s?[\"']?([\w-]{20,})", drawn),
    form("token", "post_server_item post_client_item",
         r"post_(?:server|client)_item[\"']?\s?[:=]\s?[\"']?([0-9a-f]{32})\b", anything),
    form("token", "ssws", r"\bssws\s{1,3}([\w-]{30,})", drawn),
    form("cookie", "cookie", r"cookie[\"']?\s{0,2}[:=]", drawn,
         r"(?:(?<=[\s;\"'])|^)[\w.-]{0,20}(?:sess|sid|auth|token|jwt|login)[\w.-]{0,20}="
         r"([^\s;\"',]{16,})"),
    form("token", '"auth"', r"\"auth\"\s{0,3}:\s{0,3}\"([a-z0-9+/]{8,400}={0,2})\"",
         user_and_password),
)  # fmt: skip

# Without a space in them.
WITHIN_WORDS = (
    form("cookie", "sid= session sessid li_at= logged_in identity.",
         r"(?:\b(?:phpsessid|jsessionid|connect\.sid|session_?id|sid|li_at)|(?:session|sessionid"
         r"|logged_in"
         r"|identity)[\w.-]{0,60})=[\"']?([^\s;\"',]{20,})",
         drawn_but_no_uuid),
    form("password_url", "://",
         r"://([^\s/@:\"'<>]{0,80}:[^\s/\"'<>]{1,200})@(?=[\w\[$])", own_password),
    form("password_url", "://",
         r"://[^\s/@:\"'<>]{1,80}:([^\s\"'<>@]{16,200})@(?=\w)", drawn),
    form("password_url", "://", r"://([^\s/@:\"'<>]{16,200})@(?=\w)", drawn),
    form("signed_url", "=", rf"[?&;]{_QUERY}=([^\s&\"'<>#]{{16,}})", drawn),
    form("one_time_code", "otpauth://", r"otpauth://[^\s]{0,300}?secret=([a-z2-7]{8,})", anything),
    form("webhook", "hooks. hook.",
         r"//hooks?\.[\w.-]{2,60}/((?:[\w-]{1,30}/){1,4}[\w/-]{7,})", numbered),
    form("webhook", "webhook",
         r"//[\w.-]{0,60}/(?:[\w@-]{1,80}/){0,4}webhook\w{0,3}/([\w/@-]{16,})", drawn),
    form("webhook", "/hook",
         r"//[\w.:-]{3,80}/(?:[\w@-]{1,80}/){0,4}hooks?/(?:[\w-]{1,12}/){0,2}([\w/@-]{20,})",
         drawn),
    form("signed_url", "code=", r"[?&]code=([\w%/+-]{40,200}={0,2})", drawn),
    form("signed_url", "/private-", r"/private-([0-9a-f]{32})\b", anything),
    form("token", "appid", r"\bapp_?id[=:][\"']?([0-9a-f]{32})\b", anything),
    form("password", ":thin:", r":thin:[\w.]{1,40}/([^\s@/]{4,64})@", real),
    form("webhook", "webhook.", r"//[\w-]{1,60}\.webhook\.[\w.]{2,40}/([\w/@-]{16,})", real),
    form("webhook", "/bot", r"//[\w.-]{3,60}/(bot\d{6,12}:[\w-]{20,})", real),
    form("password", ":",
         r"(?:^|\s)[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:([^\s:]{4,100})(?!\S)",
         chosen),
    form("password_hash", "$",
         r"\w:(\$(?:apr1|1|2[abxy]|5|6|y|argon2\w{1,2})\$[\w./$=,+-]{20,})", anything),
)  # fmt: skip

_FILES = (
    form("password", "wifi:", r"wifi:(?:[^;\n]{0,64};){0,5}p:([^;\n]{4,63});", anything),
    form("password", "machine", r"\bmachine\s{1,9}\S{1,100}\s{1,9}login\s{1,9}\S{1,100}\s{1,9}"
         r"password\s{1,9}(\S{3,})", real),
    form("password", "variable", r"variable\s{1,3}\"[\w-]{0,40}(?:pass|secret|token|key"
    r"|pwd)[\w-]{0,40}\"\s{0,3}\{",
         chosen, r"default\s{0,9}=\s{0,3}\"([^\"\n]{4,200})\""),
    form("password", "kind:", r"kind: secret\s[\s\S]{0,300}?data:[ \t]{0,9}\n", real,
         r"^[ \t]{1,8}[\w.-]{1,60}:[ \t]{1,4}[\"']?([^\s\"']{4,})"),
)  # fmt: skip

# Of letters, digits and a few signs without a space: tried on such runs only.
RUNS = (
    form("token", "eyj", rf"{_FREE}(eyj[\w-]{{8,}}\.eyj[\w-]{{8,}}\.[\w-]{{8,}})", anything),
    form("token", "eyj", rf"{_FREE}(eyj[\w-]{{8,}}(?:\.[\w-]{{8,}}){{4}})", anything),
    form("token", "eyj", rf"{_FREE}(eyj0exaioiaivenw[\w/+.=-]{{40,}})", anything),
    form("token", "eyj", r"(?<![\w-])(eyjpdii6i[\w+/=%-]{60,})", anything),
    form("private_key", "5 k l", rf"{_FREE}([5kl][1-9a-z]{{50,51}})(?![\w+/=-])", base58),
    form("private_key", "s", rf"{_FREE}(s[a-z2-7]{{55}}){_END}", base32),
    form("recovery_codes", "-", r"(?<![\d-])(\d{6}(?:-\d{6}){7})(?![\d-])", anything),
    form("token", ".", rf"{_FREE}([\w-]{{23,28}}\.[\w-]{{6,7}}\.[\w-]{{27,40}}){_END}",
         mixed_kinds),
    form("token", ":", r"(?<!\w)(\d{8,10}:[\w-]{33,36})(?![\w-])", mixed_kinds),
    form("api_key", "q~", r"(?<![\w~.])([\w~.]{3}\dq~[\w~.-]{28,36})", anything),
    form("api_key", "-us", r"(?<!\w)([0-9a-f]{32}-us\d{1,2})\b", unfilled),
    form("token", "pat", r"(?<!\w)(pat[a-z0-9]{14}\.[0-9a-f]{40,64})", unfilled),
    form("token", "atlasv1", rf"{_FREE}(\w{{10,20}}\.atlasv1\.[\w-]{{40,}})", unfilled),
    form("token", "access- pat- sdk- api- amzn",
         r"(?<!\w)((?:access-(?:sandbox|production|development)|pat-\w{2,4}|sdk|api|amzn\.mws)"
         r"[.-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", unfilled),
    form("token", "sk key tok secret pat", r"(?<![\w-])(\w{0,12}(?:sk|key|tok|token|secret|pat)[_-]"
         r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})", unfilled),
    form("token", "/", r"(?<!\w)([12]/\d{12,20}/\d{12,20}:[0-9a-f]{20,})", unfilled),
    form("token", "apa91b", rf"{_FREE}([\w-]{{6,22}}:apa91b[\w-]{{60,}})", unfilled),
    form("api_key", "a3-", r"(?<!\w)(a3(?:-[a-z0-9]{5,6}){5,6})(?!\w)", unfilled),
    form("license_key", "-", rf"{_FREE}((?:[a-z0-9]{{5}}-){{4}}[a-z0-9]{{5}}){_END}", capitals),
    form("token", "private_", r"(?<!\w)(private_[\w+/]{20,})", drawn),
    form("token", "s.", r"(?<![\w.])(s\.[a-z0-9]{24})(?!\w)", mixed_kinds),
    form("token", "t1.", rf"{_FREE}(t1\.[\w-]{{40,}}\.[\w-]{{40,}})", anything),
    form("token", "oauth:", r"(?<!\w)oauth:([a-z0-9]{30})(?!\w)", drawn),
    form("token", "/t/", r"/t/([a-z]{2}-[0-9a-f]{8}-[0-9a-f-]{27})/", anything),
    form("token", "v1.0-", r"(v1\.0-[0-9a-f]{24}-[0-9a-f]{60,})", unfilled),
)  # fmt: skip

FORMS = (*_KEYS, *_HEADERS, *_FILES)
