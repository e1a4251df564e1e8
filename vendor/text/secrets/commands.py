"""Credentials in a command, a call or a log-in: the flag or the place gives them away.

The rows are read as those of forms.py.
"""

from .forms import Form, anything, chosen, drawn, form
from .shape import strength


def _sure(value: str) -> bool:
    return strength(value) == 3


def _stated(value: str) -> bool:
    return strength(value) >= 1


_VALUE = r"[\"']?([^\s\"'|]{4,100})"
_PROGRAM = (
    r"\b(?:mysql\w{0,10}|mariadb\w{0,8}|sshpass|mongo(?:sh|dump|restore)?|redis-cli|7za?|zip|unzip"
    r"|smbclient|ldap\w{3,8}|openssl|curl|wget|https?|net\s+user?|\w{2,12}\s+login|argocd|nmcli"
    r"|cryptsetup|htpasswd|rclone|helm|svn|xfreerdp|keytool|sqlcmd)\s"
)
_FLAG = r"(?:^|\s)(?:-p|-passin\s+pass:|-passout\s+pass:|-storepass\s|-keypass\s|-[apw]\s|/p:)\s?"
_USER = r"(?:^|\s)(?:-u|-u|--user|--auth|-a|/user:|/u:)[ =]?[\"']?[^\s:%\"']{1,60}[:%\s]"
_INTO = r"(?:su|docker|passwd|gpg|chpasswd|openssl|podman|cryptsetup)"
_CALL = r"(?:auth|login|sign_?in|credentials?|connect\w{0,12}|authenticate)[\"']?"
_LOG_IN = (
    r"\b(?:creds?|credentials|log-?\s?ins?|user(?:name)?|acc(?:oun)?t?|konto|cuenta|compte|zugangsdaten|identifiants"
    r"|credenciales|credenziali|логин)\b"
)
_PAIR = r"\A[^\n]{0,30}?[ :=](?:[\w.@+-]{2,40} ?[/:|,] ?|[\w.+-]{1,40}@[\w.-]{1,40} )(\S{6,64})"
_DEVICES = r"(?:sms|text|sent|mailed|expire|authenticator|2fa|phone|whatsapp)"
_DOORS = r"(?:your|alarm|gate|door|garage|safe|keypad|lock|entry)"

COMMANDS: tuple[Form, ...] = (
    form("password", " -p /p: pass: -storepass -keypass -a -w -u --user --auth user:", _PROGRAM,
         chosen, f"(?:{_FLAG}|{_USER}){_VALUE}"),
    form("api_key", " -u --user", r"\s(?:-u|--user)[ =][\"']?([a-z0-9_-]{20,200}):[\"'\s]", drawn),
    form("password", "echo printf",
         rf"\b(?:echo|printf)\s+(?:-n\s+)?{_VALUE}[\"']?\s{{0,3}}\|\s{{0,3}}{_INTO}", chosen),
    form("password", "identified", r"identified\s+(?:with\s+\w+\s+)?by\s+(?:password\s+)?"
         r"[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "securestring",
         r"securestring[\s(]+(?:-string\s+)?[\"']([^\"'\n]{3,100})[\"']", _stated),
    form("password", "auth login credential connect signin sign_in",
         rf"{_CALL}\s{{0,2}}[=:]?\s{{0,2}}[(\[{{]\s{{0,2}}[\"'][^\"'\n]{{1,80}}[\"']\s{{0,2}},\s{{0,2}}"
         r"(?:\w{1,30}\s?=\s?)?[\"']([^\"'\n]{4,80})[\"']", chosen),
    form("password", "cred log user acc konto cuenta compte zugangsdaten identifiants логин",
         _LOG_IN, _sure, _PAIR),
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
