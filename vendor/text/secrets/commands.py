"""Credentials in a command, a call or a log-in: the flag or the place gives them away.

The rows are read as those of forms.py.
"""

from .forms import Form, anything, chosen, drawn, form, real
from .shape import random_like, strength


def _sure(value: str) -> bool:
    return strength(value) == 3


def _upper(value: str) -> bool:
    return value.isupper()


def _surely(value: str) -> bool:
    return strength(value) == 3 or random_like(value, 24)


def _stated(value: str) -> bool:
    return strength(value) >= 1


_VALUE = r"[\"']?([^\s\"'|]{4,100})"
_PROGRAM = (
    r"\b(?:mysql\w{0,10}|mariadb\w{0,8}|sshpass|mongo(?:sh|dump|restore)?|redis-cli|7za?|zip|unzip"
    r"|smbclient|ldap\w{3,8}|openssl|curl|wget|https?|net\s+user?|\w{2,12}\s+login|argocd|nmcli"
    r"|cryptsetup|htpasswd|rclone|helm|svn|xfreerdp|mosquitto_\w{3}|keytool|sqlcmd)\s"
)
_FLAG = r"(?:^|\s)(?:-p|-passin\s+pass:|-passout\s+pass:|-storepass\s|-keypass\s|-[apw]\s|/p:)\s?"
_USER = r"(?:^|\s)(?:-u|-u|--user|--auth|-a|/user:|/u:)[ =]?[\"']?[^\s:%\"']{1,60}[:%\s]"
_INTO = r"(?:su|docker|passwd|gpg|chpasswd|openssl|podman|cryptsetup)"
_CALL = r"(?:auth|login|sign_?in|credentials?|connect\w{0,12}|authenticate)[\"']?"
_LOG_IN = (
    r"\b(?:creds?|credentials|log-?\s?ins?|user(?:name)?|acc(?:oun)?t?|robot|service\s?account"
    r"|konto|cuenta|compte|zugangsdaten|identifiants"
    r"|credenciales|credenziali|логин)\b"
)
_PAIR = r"\A[^\n]{0,30}?[ :=](?:[\w.@+-]{2,40} ?[/:|,] ?|[\w.+-]{1,40}@[\w.-]{1,40} )(\S{6,64})"
_DEVICES = r"(?:sms|text|sent|mailed|expire|authenticator|2fa|phone|whatsapp)"
_DOORS = r"(?:your|alarm|gate|door|garage|safe|keypad|lock|entry)"

COMMANDS: tuple[Form, ...] = (
    form("password", "·-p /p: pass: -storepass -keypass ·-a ·-w ·-u --user --auth user:", _PROGRAM,
         chosen, f"(?:{_FLAG}|{_USER}){_VALUE}"),
    form("api_key", "·-u --user",
         r"\s(?:-u|--user)[ =][\"']?([a-z0-9_-]{20,200}):(?:x\b|[\"'\s])", drawn),
    form("password", "echo printf",
         rf"\b(?:echo|printf)\s+(?:-n\s+)?{_VALUE}[\"']?\s{{0,3}}\|\s{{0,3}}{_INTO}", chosen),
    form("password", "identified", r"identified\s+(?:with\s+\w+\s+)?by\s+(?:password\s+)?"
         r"[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "securestring",
         r"securestring[\s(]+(?:-string\s+)?[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "auth login credential connect signin sign_in",
         rf"{_CALL}\s{{0,2}}[=:]?\s{{0,2}}[(\[{{]\s{{0,2}}[\"'][^\"'\n]{{1,80}}[\"']\s{{0,2}},\s{{0,2}}"
         r"(?:\w{1,30}\s?=\s?)?[\"']([^\"'\n]{4,80})[\"']", chosen),
    form("password", "connect auth login",
         rf"{_CALL}\(\s?[\"'][^\"'\n]{{1,80}}[\"']\s?,\s?[\"'][^\"'\n]{{1,80}}[\"']"
         r"\s?,\s?[\"']([^\"'\n]{4,80})[\"']",
         _sure),
    form("password", "·-p", r"(?:^|\s)-p[ =]?([\"'][^\"'\n]{6,64})[\"'](?=[^\n]{0,60}\s-u)", _sure),
    form("password", "wifi wi-fi wlan ssid",
         r"\b(?:wi-?fi|wlan"
         r"|ssid)\b[^\n:/|]{0,12}[:=]\s?[^\n/|]{2,32}? ?[/|,] ?(?:pw\s)?(\S{8,63})", chosen),
    form("password", "show read get find-generic-password decode cat print-access-token",
         r"^[ \t]*(?:[$#>%] ?)?(?:pass\s(?:show\s)?[\w.-]+/\S{1,80}|op\sread\s\S{1,120}"
         r"|bw\sget\spassword[^\n]{1,80}|vault\s(?:kv\sget|read)[^\n]{1,120}"
         r"|security\sfind-(?:generic|internet)-password[^\n]{1,120}|(?:kubectl|echo|cat"
         r"|jq)[^\n]{1,200}base64\s(?:-d|-D|--decode)"
         r"|cat\s[^\n]{0,80}(?:secret|passw|token|credential)[^\n]{0,40}|(?:pwgen|openssl\srand"
         r"|gopass\sshow)\b[^\n]{0,80})\n"
         r"[ \t]*([!-~]{6,200})[ \t]*$", _sure),
    form("password", "alias add_user requirepass",
         r"(?:\bmc\salias\sset\s\S{1,60}\s\S{1,100}\s\S{1,60}"
         r"|\brabbitmqctl\s(?:add_user|change_password)\s\S{1,60}"
         r"|^[ \t]*requirepass)\s[\"']?([^\s\"']{4,100})", real),
    form("password", "auth",
         r"^[ \t]*(?:\d[\w.:]{4,30}> ?)?auth\s(?:\S{1,40}\s)?[\"']?([^\s\"']{6,100})[\"']?$",
         _sure),
    form("password", "auth", r"_auth[\"']?\s?[=:]\s?[\"']?\w{1,30}[/:]([^\s\"']{4,100})", chosen),
    form("password", "sqlplus expdp impdp rman",
         r"\b(?:sqlplus|expdp|impdp|rman)\s(?:\S{1,40}\s){0,3}\w{1,40}/([^\s@/]{4,64})@", real),
    form("token", "--token kubeadm bootstrap", r"(?:--token"
    r"|bootstrap)[ =:\w]{1,20}?\b([a-z0-9]{6}\.[a-z0-9]{16})\b",
         anything),
    form("password", "/add /domain /active", r"\bnet\suser\s\S{1,40}\s([^\s/]{4,64})\s/", chosen),
    form("one_time_code", "code otp pin codigo código codice",
         r"(\d{4,8}|\d{3}[ -]\d{3})\s(?:is|ist|est|es|é|è)\s(?:your|my|the|dein|ihr"
         r"|votre|ton|tu|su"
         r"|il|seu|o)\b[^\n.\d]{0,30}\b(?:code|otp|pin|c[óo]digo|codice)\b", _stated),
    form("one_time_code", "code", r"\b(?:whatsapp|signal|telegram|google|paypal|apple|steam"
    r"|discord|instagram"
         r"|facebook|amazon|uber|microsoft"
         r"|zoom)\s(?:\w{2,12}\s)?code:?\s(?:is\s)?(\d{3}[ -]\d{3}|\d{4,8})(?!\w)", anything),
    form("one_time_code", "totp otp 2fa mfa authenticator setup set-up",
         r"\b(?:totp|otp|2fa|mfa|authenticator|set-?up)\b[\s\w]{0,16}?(?:secret|key"
         r"|seed)\"?\s?(?:is\s|[:=]\s?|\s)"
         r"[\"'`]?([a-z2-7]{16,64})(?!\w)", _upper),
    form("password", "cred log user account acct robot konto cuenta compte zugangsdaten"
         " identifiants логин",
         _LOG_IN, _surely, _PAIR),
    form("password", "@", r"(?<![\w/.@])[a-z0-9._+-]{1,40}@[a-z0-9-]{1,40}\.[a-z0-9.-]{1,40}"
         r"(?: [/:|,;] |[:|,;] ?| )([!-~]{8,64})[ \t]{0,9}$", _sure),
    form("one_time_code", "sign log verify confirm",
         r"\b(?:use|enter|type)\s+(?:(?:the\s+|this\s+)?code\s+)?(\d{4,8})\s+(?:to|as|for|when)\s+"
         r"(?:you\s+)?(?:sign|log|verify|confirm|authenticate)", _stated),
    form("one_time_code", "code", rf"\bcode\b(?=[^\n.;]{{0,60}}{_DEVICES})"
         r"[^\n.;\d]{0,50}?(?:is|was|:|=)\s?(\d{4,8})(?!\w)", _stated),
    form("one_time_code", "code", rf"\b{_DOORS}\b[^\n.;\d]{{0,20}}\bcode(?:\s(?:is|was)|'s|:|=)?"
         r"\s?(\d{4,8})(?!\w|\s[a-z])", _stated),
    form("payment_card", "cvv cvc csc",
         r"\b(?:cvv2?|cvc2?|csc)\s{0,2}(?:is|code|:|=)?\s{0,2}(\d{3,4})(?!\w)", anything),
)  # fmt: skip
