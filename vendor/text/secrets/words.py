"""The words that stand beside a credential, in the languages people chat in.

Five groups, by what they announce: `password`, `key` (API keys and tokens), `bare` (words such as
"key" that mostly mean something else), `pin`, and `code` (one-time codes). A word of a language
is here as its stem where it is inflected. What may stand as a value is in beside.py.
"""

import re
from collections.abc import Iterator

from .. import lazy

# Words for a password that stand in compounds too (`PGPASSWORD`), and those that do not.
_IN_COMPOUNDS = "password|passwd|passwort|passcode|wachtwoord|passphrase|contraseña|contrasena"
_PASSWORD = (
    r"pass|pw|p/w|pwd|psk|mdp|pass\sphrase|pre-?shared\s?key|(?:wifi|wi-fi|wlan|wpa2?|network"
    r"|hotspot|radius|tacacs)\s+(?:key|code)"
    r"|(?:wi-?fi|wlan|netzwerk|router)-?(?:schlüssel|key|nyckel|sleutel|nøkkel)|(?:cl[ée]|chiave"
    r"|chave|clave|cheie|klucz|ключ)"
    r"\s+(?:d\w{1,3}\s+|do\s+|от\s+)?(?:wi-?fi|wlan|réseau|rete|red|rede)"
    r"|snmp\s+community(?:\s+string)?"
    r"|mots?\s+de\s+passe|palavra[\s-]passe|parola\s+d['’]ordine|mật\s+khẩu|kata\s+(?:sandi|laluan)"
    r"|cuvânt(?:ul)?\s+de\s+trecere|(?:kennwort|zugangscode|losungswort|clave|contrasinal"
    r"|contrasenya"
    r"|senha|parool|parol[aăeo]?|lösenord|losenord|passord|adgangskode|kodeord|lykilorð|salasan"
    r"|tunnussan"
    r"|hasł|hasl|hesl|jelsz|lozink|zapork|gesl|лозинк|парол|şifre|sifre|slaptažod|salasõn|pasahitz"
    r"|fjalëkal)\w{0,4}"
)
_UNSPACED_PASSWORD = (
    "κωδικό|συνθηματικ|密码|密碼|口令|通行码|パスワード|合言葉|暗証番号|비밀번호|암호|비번"
    "|كلمة المرور|كلمة السر|كلمة مرور|الرقم السري|סיסמ|رمز عبور|گذرواژه|پاس ورڈ|पासवर्ड|कूटशब्द"
    "|পাসওয়ার্ড|கடவுச்சொல்|รหัสผ่าน"
    "|ពាក្យសម្ងាត់|գաղտնաբառ|პაროლი"
)
_KEY = (
    r"master\.key|api[\s_-]?keys?|api[\s_-]?tokens?|(?:secret|access|admin|account|master"
    r"|encryption|decryption|signing"
    r"|private|service|subscription|storage|function|deploy|shared|license|licence|product"
    r"|activation"
    r"|integration|ingest|write|security|auth|openai|azure|client|webhook|app|recovery|developer"
    r"|consumer|set-?up)"
    r"[\s_-]?key(?:s(?!ecret))?|tokens?|secrets?|connection[\s_-]?string|密钥|令牌|アクセスキー|トークン|토큰"
    r"|api\s?키"
)
_KEY_APART = (
    r"ключ(?:\s+api)?|токен|jeton|zugangsschlüssel|clé\s+(?:api|secrète)|clave\s+(?:api|secreta)"
    r"|chave\s+(?:api|secreta)|chiave\s+(?:api|segreta)"
)
_BARE = (
    "keys?|auth|authtoken|signature|cookie|jwt|bearer|dsn|salt|creds|credentials?|pat"
    "|rotated?|revoked?|leaked"
)
_PIN = (
    "pin-?(?:code|код|koodi)|pin|puk|keypad|lockbox|passkey|cvv|cvc|csc|nip|пин-?код|пин|geheimzahl"
)
_CODE = (
    r"(?:one[\s-]?time|verification|verify|confirmation|security|log-?\s?in|sign-?\s?in|auth"
    r"|authentication"
    r"|access|2fa|mfa|two-?factor|otp|sms|unlock|gate|door|alarm|entry|safe|lock|lockbox|garage"
    r"|voicemail"
    r"|sim|pairing|reset|activation|guard)[\s-]+(?:code|passcode|pin|number|combination"
    r"|password)|otp|totp|2fa|mfa"
    r"|authenticator|(?:safe|lock|locker|vault)\s+combination|combination|tan|passcode"
    r"|(?:bestätigungs|sicherheits|einmal|zugangs|verifizierungs)(?:code|passwort|kennwort)"
    r"|code\s+(?:de\s+(?:vérification|sécurité|confirmation)|d['’]accès|secret|pin)"
    r"|c[óo]digo\s+de\s+(?:verificaci[óo]n|verificação|seguridad|segurança|acceso|acesso"
    r"|confirmaci[óo]n)"
    r"|codice\s+(?:di\s+(?:verifica|sicurezza|accesso)|otp|pin)|verificatiecode|toegangscode"
    r"|kod\s+(?:weryfikacyjny|dostępu|sms)|doğrulama\s+kodu|güvenlik\s+kodu|verifieringskod"
    r"|engångskod"
    r"|bekræftelseskode|vahvistuskoodi|ověřovací\s+kód|cod(?:ul)?\s+de\s+verificare|ellenőrző\s+kód"
    r"|код\w{0,2}\s+(?:подтверждения|доступа|из\s+смс|підтвердження)|одноразовый\s+код"
    r"|κωδικός\s+επαλήθευσης|mã\s+(?:xác\s+(?:minh|nhận|thực)|otp)|kode\s+(?:verifikasi|otp)"
)
_UNSPACED_CODE = (
    r"验证码|驗證碼|校验码|动态码|認証コード|確認コード|ワンタイム|暗証番号|인증\s?번호|인증\s?코드|رمز\s+التحقق"
    r"|קוד\s+אימות|सत्यापन\s+कोड|รหัส\s?otp|کد\s+تأیید"
)
# Words that join others in a sentence, which no phrase of drawn words has.
JOINING = lazy.regex(
    r"(?<![a-z])(?:the|and|are|was|were|not|but|for|with|from|this|that|they|them|then|than|your"
    r"|you|our"
    r"|his|her|has|have|had|must|should|would|could|can|will|may|let|its|too|very|when|what|why"
    r"|how|who"
    r"|where|which|because|into|over|after|before|about|needs?|use|used|using|does|did|all|any"
    r"|only|also"
    r"|required|contain|contains|least|characters|words|forgot|forgotten|phrase|never|always"
    r"|every|each"
    r"|und|der|die|das|ist|nicht|mit|que|los|las|una|por|para|con|les|des|est|une|pour|dans|nie"
    r"|jest"
    r")(?![a-z])"
)
# Pieces of the words for recovery codes, which are in lists.py.
RECOVERY_ROOTS = (
    "backup", "recover", "scratch", "rescue", "emergency", "secours", "sauvegarde", "código",
    "codigo", "recupero", "wiederherst", "резерв", "备", "恢复", "コード", "코드", "zapasowe",
    "yedek", "herstel",
)  # fmt: skip
# Searched in small letters; what begins inside a word of mixed letters is searched as written.
_ANYWHERE = lazy.regex(
    rf"(?P<code>{_UNSPACED_CODE})|(?P<password>(?:{_IN_COMPOUNDS})s?|{_UNSPACED_PASSWORD})"
    rf"|(?P<key>{_KEY})"
)
_APART = lazy.regex(
    rf"(?<![^\W\d_])(?:(?P<code>{_CODE})|(?P<pin>{_PIN})|(?P<password>{_PASSWORD})"
    rf"|(?P<key>{_KEY_APART})|(?P<bare>{_BARE}))(?![^\W\d_])"
)
_IN_CAMELS = lazy.regex(r"(?<=[a-z])(?:(?P<password>Pass|Pwd|Pw|Psk)|(?P<pin>Pin))(?![a-z])")

# A piece of every word above. Looking for these first is a tenth of the work of the patterns.
_ROOT = (
    "pass|pw|p/w|psk|mdp|key|token|secret|connection|api|auth|code|signature|"
    "cookie|jwt|bearer|dsn|salt|creds|credential|rotate|revoke|leaked|pin|pat|"
    "keypad|lockbox|hotspot|community|puk|cvv|cvc|csc|nip|otp|wifi|wi-fi|wlan|ssid|verification"
    "|confirmation|one-time|two-factor|sms|2fa|mfa|combination|"
    "tan |tan:|tan=|codi|código|cod |codul|kod|kód|wachtwoord|contras|kennwort|"
    "losungs|clave|senha|parol|parool|lösenord|losenord|adgang|lykilorð|salas|tunnussan|"
    "hasł|hasl|hesl|jelsz|lozink|zapork|gesl|şifre|sifre|slapta|pasahitz|fjalëkal|"
    "palavra|mots |mot |mật|kata |trecere|jeton|schlüssel|clé|chave|chiave|geheim|"
    "mã |парол|лозинк|ключ|токен|пин|код|κωδικ|συνθηματικ|密|口令|通行码|パスワード|合言葉|暗証|"
    "비밀번호|암호|비번|كلمة|السر|סיסמ|رمز|گذرواژه|پاس|पासवर्ड|कूटशब्द|পাস|கடவு|รหัส|ពាក្យ|"
    "գաղտ|პაროლი|令牌|アクセスキー|トークン|토큰|키|码|碼|コード|ワンタイム|인증|קוד|सत्यापन|کد"
)
ROOTS = tuple(_ROOT.split("|"))
BARE_ROOTS = tuple(sorted({root.strip() for root in ROOTS}))
_ANY_ROOT = lazy.regex("|".join(map(re.escape, BARE_ROOTS)))
# What key words of several words are made of; each has at least one of these. A password may be
# anything; what the words of the second row announce has a digit.
_PASSWORD_PIECE = (
    r"passe|palavra|parola|ordine|khẩu|sandi|laluan|trecere|phrase|frase|фраза|wi-?fi|wlan|ssid"
    r"|hotspot|community|mật|kata"
    "|كلمة|السر|السري|رمز|گذرواژه|پاس"
)
_PIECE = (
    r"codes?|combination|api|secr\w{1,4}|clé|chave|chiave|codul?|cod|c[óo]digo|codice|kode?|kód"
    r"|код\w{0,2}|mã"
    r"|string|schlüssel\w{0,2}|connection|verification|confirmation|one-time|two-factor|sms"
)
_PIECES = lazy.regex(
    rf"(?<![^\W_])(?:(?P<password>{_PASSWORD_PIECE})|(?P<code>{_PIECE}))(?![^\W_])"
)
_AROUND = 48  # more than the longest word on either side of its root


def announces(word: str, lower: str) -> str:
    """The group of a single word that is a key word or a piece of one; "" when it is none."""
    if not _ANY_ROOT.search(lower):
        return ""
    places = (_ANYWHERE.search(lower), _APART.search(lower), _IN_CAMELS.search(word))
    found = {place.lastgroup for place in (*places, _PIECES.search(lower)) if place}
    return "password" if "password" in found else (found.pop() or "") if found else ""


def keywords(text: str, lower: str, suspects: str) -> Iterator[re.Match[str]]:
    """Each key word, in the order of the patterns.

    `lower` is `text` in small letters, as long; `suspects` the words of it that may be one.
    """
    for start, end in _near_roots(lower, suspects):
        yield from _ANYWHERE.finditer(lower, start, end)
        yield from _APART.finditer(lower, start, end)
        yield from _IN_CAMELS.finditer(text, start, end)


def _near_roots(lower: str, suspects: str) -> Iterator[tuple[int, int]]:
    roots = [root for root in ROOTS if root in suspects]
    places = sorted(place for root in roots for place in _places(lower, root))
    if not places:
        return
    start, last = places[0], places[0]
    for place in places[1:]:
        if place - last > 2 * _AROUND:
            yield max(start - _AROUND, 0), last + _AROUND
            start = place
        last = place
    yield max(start - _AROUND, 0), last + _AROUND


def _places(lower: str, root: str) -> Iterator[int]:
    place = lower.find(root)
    while place >= 0:
        yield place
        place = lower.find(root, place + len(root))
