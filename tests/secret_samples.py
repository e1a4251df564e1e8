"""Texts with and without credentials, put together when asked for, from templates and a seed.

No whole credential stands in this file: a template names an alphabet and a length, and the
values are drawn at run time. `positives` and `negatives` give (kind, text).
"""

import random
import re
import string

ALPHABETS = {
    "A": string.ascii_letters + string.digits,
    "H": "0123456789abcdef",
    "U": string.ascii_uppercase + string.digits,
    "L": string.ascii_lowercase + string.digits,
    "W": string.ascii_letters + string.digits + "_-",
    "B": string.ascii_letters + string.digits + "+/",
    "D": string.digits,
    "K": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "T": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
}
WORDS = [
    "amber",
    "bridge",
    "cactus",
    "dolphin",
    "ember",
    "falcon",
    "ginger",
    "hammer",
    "island",
    "jacket",
    "kettle",
    "lantern",
    "mango",
    "nectar",
    "oyster",
    "panther",
    "quartz",
    "raven",
    "saddle",
    "timber",
    "umbrella",
    "velvet",
    "walnut",
    "yellow",
    "zebra",
    "anchor",
    "blanket",
    "copper",
    "desert",
    "engine",
    "fabric",
    "glacier",
    "helmet",
    "insect",
    "jungle",
    "kernel",
    "ladder",
    "marble",
]
HOLE = re.compile(r"\{([AHULWBDKT]\d+|PW|PQ|PR|wd|WD|uuid|card|b64pw)\}")

CARRIERS = (
    "set it to {} and restart",
    "I pasted {} into the form and got a 403",
    "is `{}` still valid?",
    "{}\nthat one, please keep it out of the repo",
    "use {} until Friday",
    "my old one was {} (revoked?)",
)

# Bare tokens of providers: they must be found with nothing around them that helps.
PREFIXED = {
    "atlassian": ["ATATT" + "3xFfGF0{W180}"],
    "bitbucket": ["ATBB" + "{A32}"],
    "brevo": ["xkeysib-" + "{H64}-{A16}"],
    "buildkite": ["bkua_" + "{H40}"],
    "circleci": ["CCIPAT_" + "{A22}_{H40}"],
    "clojars": ["CLOJARS_" + "{H60}"],
    "contentful": ["CFPAT-" + "{W43}"],
    "cloudflare_origin": ["v1.0-" + "{H24}-{H146}"],
    "duffel": ["duffel_live_" + "{W43}"],
    "dynatrace": ["dt0c01." + "{T24}.{T64}"],
    "easypost": ["EZAK" + "{A54}"],
    "fly_io": ["fo1_" + "{W43}", "FlyV1 fm2_" + "{B120}"],
    "flutterwave": ["FLWSECK_TEST-" + "{H32}-X"],
    "frameio": ["fio-u-" + "{W64}"],
    "gitlab_other": [
        "gldt-" + "{W20}",
        "glptt-" + "{H40}",
        "glrt-" + "{W20}",
        "glcbt-64_" + "{W20}",
    ],
    "google_access": ["ya29." + "{W120}"],
    "harness": ["pat.{W22}.{H24}.{A20}"],
    "terraform": ["{A14}.atlasv1.{W64}"],
    "hubspot": ["pat-na1-" + "{uuid}"],
    "infracost": ["ico-" + "{A32}"],
    "jfrog": ["AKCp" + "{A69}"],
    "langsmith": ["lsv2_pt_" + "{H32}_{H10}", "lsv2_sk_" + "{H32}_{H10}"],
    "mapbox": ["sk.eyJ" + "{A60}.{W22}"],
    "netlify": ["nfp_" + "{A36}"],
    "nuget": ["oy2" + "{L43}"],
    "onepassword": ["ops_eyJ" + "{A280}", "A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}"],
    "openshift": ["sha256~" + "{W43}"],
    "plaid": ["access-sandbox-" + "{uuid}", "access-production-" + "{uuid}"],
    "posthog": ["phx_" + "{A43}"],
    "prefect": ["pnu_" + "{L36}"],
    "pulumi": ["pul-" + "{H40}"],
    "readme_io": ["rdme_" + "{L70}"],
    "rubygems": ["rubygems_" + "{H48}"],
    "scalingo": ["tk-us-" + "{W48}"],
    "shippo": ["shippo_live_" + "{H40}"],
    "sonarqube": ["sqp_" + "{H40}", "squ_" + "{H40}"],
    "sourcegraph": ["sgp_" + "{H40}"],
    "together": ["tgp_v1_" + "{W43}"],
    "typeform": ["tfp_" + "{W44}_{W14}"],
    "vercel": ["vcp_" + "{A56}"],
    "alibaba": ["LTAI" + "{A20}"],
    "tencent": ["AKID" + "{A32}"],
    "adobe": ["p8e-" + "{L32}"],
    "asana_pat": ["2/{D16}/{D16}:{H32}"],
    "dropbox": ["sl.u." + "{W130}"],
    "firebase": ["AAAA" + "{W7}:APA91b{W134}"],
    "facebook": ["EAACEdEose0cBA" + "{A120}"],
    "okta": ["SSWS 00" + "{W40}"],
    "stripe_test": ["sk_test_" + "{A24}", "rk_live_" + "{A24}"],
    "github_server": ["ghs_" + "{A36}", "ghr_" + "{A36}", "ghu_" + "{A36}"],
    "deepseek": ["sk-" + "{H32}"],
    "nvidia": ["nvapi-" + "{W64}"],
    "fireworks": ["fw_" + "{A24}"],
    "tavily": ["tvly-dev-" + "{A32}"],
    "firecrawl": ["fc-" + "{H32}"],
    "resend": ["re_" + "{A8}_{A24}"],
    "supabase_new": ["sb_secret_" + "{W31}"],
    "notion_old": ["secret_" + "{A43}"],
    "ssh_url": ["https://" + "x-token:{A24}@" + "git.acme.test/r.git"],
    "xai": ["xai-" + "{A80}"],
    "linear_oauth": ["lin_oauth_" + "{H64}"],
    "stellar": ["wallet secret S" + "{T55}"],
    "nostr": ["nsec1" + "{L58}"],
    "bip32": ["xprv9s21ZrQH143K" + "{K95}"],
    "wif": ["import K" + "{K51}"],
    "telegram_url": ["https://api.telegram" + ".org/bot{D10}:{W35}/getMe"],
    "teams_hook": [
        "https://acme.webhook" + ".office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{H32}/{uuid}"
    ],
    "zapier_hook": ["https://hooks.zapier" + ".com/hooks/catch/{D7}/{L7}/"],
    "gchat_hook": [
        "https://chat.googleapis" + ".com/v1/spaces/AAAA{W7}/messages?key=k&token={W43}"
    ],
    "gcs_signed": ["https://storage.acme.test/b/o?X-Goog-Algorithm=x&X-Goog-Signature=" + "{H128}"],
    "cloudfront": [
        "https://d1.cdn.test/a.mp4?Expires=1767225600&Signature=" + "{W80}__&Key-Pair-Id=K2"
    ],
    "reset_link": ["https://app.acme.test/reset?" + "token={W40}"],
}

# Needs what stands around it: an assignment, a header, a sentence.
IN_CONTEXT = {
    "algolia": ["ALGOLIA_ADMIN_KEY" + "={H32}", "algolia admin api key: {H32}"],
    "okta_env": ["OKTA_API_TOKEN" + "=00{W40}"],
    "wandb": ["WANDB_API_KEY" + "={H40}", "wandb api key is {H40}"],
    "cohere": ["cohere key: {A40}", "CO_API_KEY" + "={A40}"],
    "mistral": ["export MISTRAL_API_KEY" + "={A32}"],
    "azure_openai": ["AZURE_OPENAI_API_KEY" + "={H32}", "our azure openai key is {H32}"],
    "snyk": ["SNYK_TOKEN" + "={uuid}"],
    "rollbar": ["rollbar access token {H32}"],
    "pagerduty": ["pagerduty token: {W20}"],
    "unknown_token": ["acme_tok_{A32}", "wpk-secret-{H48}", "foo_live_sk_{A30}"],
    "unknown_bare": [
        "here is the token: {A40}",
        "the api key you asked for:\n{A36}",
        "use this credential {A44} for now",
        "please rotate {A40}, it leaked",
        "401 with key {A32}",
    ],
    "wireguard": [
        "[Interface]\nPrivateKey" + " = {B43}=\nAddress = 10.0.0.2/32",
        "PresharedKey" + " = {B43}=",
    ],
    "jwk": ['{"kty":"EC","crv":"P-256","x":"{W43}","d":' + '"{W43}"}'],
    "kubeconfig": ["client-key-data: LS0tLS1CRUdJTi" + "BSU0EgUFJJVkFURSBLRVktLS0tLQ{A60}"],
    "k8s_other": ["kind: Secret\nmetadata:\n  name: db\nstringData:\n  dsn: {PW}"],
    "npmrc": ["//registry.acme.test/:_auth" + "Token={A36}"],
    "pypirc": ["[pypi]\nusername = __token__\npassword" + " = {A60}"],
    "pgpass": ["db.acme.test:5432:shop:app:" + "{PW}"],
    "my_cnf": ["[client]\nuser=root\npassword" + "={PQ}"],
    "putty": ["PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{B44}"],
    "pem_bare": [
        "-----BEGIN" + " RSA PRIVATE" + " KEY-----\n{B64}\n{B64}\n",
        "{B60}==\n-----END" + " PRIVATE" + " KEY-----",
    ],
    "pem_one_line": ['KEY="-----BEGIN' + " PRIVATE" + ' KEY-----\\n{B64}\\n{B64}\\n"'],
    "ssh_body": ["b3BlbnNzaC1rZXktdjE" + "AAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA{B60}"],
    "shadow": ["root:$" + "6$" + "{A12}${A86}:19000:0:99999:7:::"],
    "htpasswd": ["admin:$" + "apr1$" + "{A8}${A22}"],
    "basic_header": ["Authorization: " + "Basic {b64pw}"],
    "token_header": [
        "Authorization: " + "Token {H40}",
        "-H 'Private-Token: {W20}'",
        '"x-auth-token": "{A32}"',
    ],
    "bearer_bare": ["send it as Bearer " + "{A40}"],
    "cookie": ["Cookie: PHPSESSID" + "={L26}; lang=de", "connect.sid" + "=s%3A{W32}.{A43}"],
    "query_key": [
        "https://maps.acme.test/v1?q=x&api_key" + "={A32}",
        "GET /x?access_token" + "={A40} HTTP/1.1",
    ],
    "curl_user": ["curl --user bob:" + "{PW} https://a.test"],
    "cli_flags": [
        "redis-cli -h r.acme.test -a " + "{PQ}",
        "mysqldump -uroot -p" + "{PQ} shop > x.sql",
        "mongosh -u root -p " + "{PQ} --authenticationDatabase admin",
        "unzip -P " + "{PQ} backup.zip",
        "openssl rsa -in k.pem -passin pass:" + "{PQ}",
        "restic --pass" + "word {PW} ls",
        "gh auth login --with-token {A40}",
        "smbclient //nas/x -U bob%" + "{PQ}",
        "ldapsearch -D cn=admin -w " + "{PQ} -b dc=x",
        "echo " + "'{PQ}' | su" + "do -S ls",
        "net use Z: \\\\nas\\x /user:bob " + "{PW}",
    ],
    "sql": [
        "CREATE USER app IDENTIFIED BY '" + "{PW}'",
        "ALTER ROLE app WITH PASS" + "WORD '{PQ}'",
    ],
    "code_call": [
        'auth=("admin", "' + '{PW}")',
        "client.login('bob@acme.test', '" + "{PQ}')",
        'ConvertTo-SecureString "' + '{PW}" -AsPlainText',
        "conn = connect(host='db', pass" + "word='{PQ}')",
        "setPass" + 'word("{PW}")',
    ],
    "xml": ["<pass" + "word>{PQ}</pass" + "word>", '<add key="ApiKey" val' + 'ue="{A32}"/>'],
    "json_camel": ['{"dbPass' + 'word":"{PQ}","port":5432}', '{"clientSec' + 'ret": "{A40}"}'],
    "escaped_json": ['"{\\"pass' + 'word\\": \\"{PW}\\"}"'],
    "conn": [
        "Host=db;Username=app;Pwd" + "={PQ};Database=x",
        "Endpoint=sb://x/;SharedAccessKeyName=R;SharedAccessKey" + "={B43}=",
    ],
    "wifi_qr": ["WIFI:T:WPA;S:Home;P:" + "{PQ};;"],
    "wpa": ['network={\n ssid="Home"\n psk="' + '{PQ}"\n}'],
    "prose_en": [
        "the pass" + "word's {PQ}",
        "My Netflix pass" + "word is {PQ}",
        "log in with admin / {PW}",
        "creds: admin:{PW}",
        "user bob, pass {PQ}",
        "temporary pass" + "word for the new laptop: {PQ}",
        "the pass" + 'word is "{wd}"',
        "change it from {PQ} to something else, that pass" + "word is too short",
        "{PW} is my bank pass" + "word",
        "pass" + "word = {wd}{wd}",
        "| pass" + "word | {PQ} |",
        "**Pass" + "word:** `{PQ}`",
        "PASS" + "WORD\n{PQ}",
    ],
    "prose_de": [
        "Kennwort lautet {PQ}",
        "das WLAN-Pass" + "wort vom Büro ist {PQ}",
        "Zugangsdaten: admin / {PW}",
    ],
    "prose_fr": ["le mot de passe est {PQ}", "mdp : {PQ}"],
    "prose_es": ["la contraseña del wifi es {PQ}", "clave: {PW}"],
    "prose_it": ["la password del server è {PQ}", "parola d'ordine: {PW}"],
    "prose_nl": ["het wachtwoord is {PQ}"],
    "prose_pl": ["hasło do bazy to {PQ}"],
    "prose_cs": ["heslo je {PQ}"],
    "prose_sv": ["lösenordet är {PQ}"],
    "prose_da": ["adgangskoden er {PQ}"],
    "prose_fi": ["salasana on {PQ}"],
    "prose_tr": ["şifrem {PQ}", "parola: {PW}"],
    "prose_ro": ["parola este {PQ}"],
    "prose_hu": ["a jelszó: {PQ}"],
    "prose_el": ["ο κωδικός είναι {PQ}"],
    "prose_uk": ["пароль до сервера: {PQ}"],
    "prose_ru": ["пароль {PQ}", "мой пароль — {PW}"],
    "prose_ar": ["كلمة المرور هي {PQ}"],
    "prose_he": ["הסיסמה היא {PQ}"],
    "prose_hi": ["पासवर्ड {PQ} है"],
    "prose_ko": ["비밀번호는 {PQ}입니다"],
    "prose_zh": ["密码：{PQ}", "帳號 admin 密碼 {PQ}", "登录口令是{PQ}"],
    "prose_ja": ["パスワードは「{PQ}」です"],
    "prose_vi": ["mật khẩu là {PQ}"],
    "prose_th": ["รหัสผ่านคือ {PQ}"],
    "prose_id": ["kata sandi: {PQ}"],
    "prose_fa": ["رمز عبور {PQ} است"],
    "seed12": ["recovery phrase: {wd} {wd} {wd} {wd} {wd} {wd} {wd} {wd} {wd} {wd} {wd} {wd}"],
    "seed24": ["mnemonic = '" + " ".join(["{wd}"] * 24) + "'"],
    "seed_numbered": ["my wallet words\n" + "\n".join(f"{n}. " + "{wd}" for n in range(1, 13))],
    "seed_bare": [" ".join(["{wd}"] * 12), " ".join(["{wd}"] * 24)],
    "passphrase": ["the passphrase is {wd} {wd} {wd} {wd}", "gpg passphrase: {wd}-{wd}-{wd}-{wd}"],
    "pin_en": [
        "PIN: {D4}",
        "my sim pin is {D4} and the puk {D8}",
        "door code is {D4}#",
        "the safe combination is {D2}-{D2}-{D2}",
    ],
    "otp_en": [
        "G-{D6} is your Google verification code.",
        "{D6} is your login code",
        "your verification code: {D3}-{D3}",
        "my one-time password is {D6}",
        "the code they sent by sms is {D6}",
        "authenticator says {D3} {D3}",
        "Use {D6} to sign in to your account",
    ],
    "otp_other": [
        "验证码是{D6}",
        "認証コード {D6}",
        "인증번호 {D6}",
        "der Bestätigungscode lautet {D6}",
        "le code de vérification est {D6}",
        "código de verificación: {D6}",
        "код подтверждения {D6}",
        "doğrulama kodu {D6}",
        "kod weryfikacyjny: {D6}",
        "ПИН-код {D4}",
        "el PIN es {D4}",
        "codice di verifica {D6}",
        "o código de verificação é {D6}",
    ],
    "recovery": [
        "recovery codes:\n{H5}-{H5}\n{H5}-{H5}\n{H5}-{H5}",
        "Backup-Codes: {D8}, {D8}, {D8}",
        "codes de secours : {L4}-{L4}, {L4}-{L4}",
    ],
    "bitlocker": ["{D6}-{D6}-{D6}-{D6}-{D6}-{D6}-{D6}-{D6}"],
    "app_password": [
        "google app pass" + "word: abcd efgh ijkl mnop",
        "apple app-specific pass" + "word qwer-tyui-opas-dfgh",
    ],
    "card": ["card number {card}", "my visa {card} exp 09/29 cvv {D3}", "{card}, 11/28, {D3}"],
}

CLEAN = {
    "git_sha": [
        "fixed in {H40}, please pull",
        "git cherry-pick {H10}",
        "HEAD is now at {H7}",
        "Merge {H40} into main",
        "git log {H12}..{H12}",
    ],
    "digest": [
        "sha256:{H64}",
        "checksum {H64} verified",
        'etag "{H32}"',
        "md5 {H32} a.iso",
        "integrity sha512-{B86}==",
        "docker image acme@sha256:{H64}",
    ],
    "uuid": [
        "job {uuid} is queued",
        "request id {uuid} in the logs",
        "WHERE id = '{uuid}'",
        "the session {uuid} crashed twice",
    ],
    "service_id": [
        "call_{A24} returned nothing",
        "see toolu_01{A22} in the transcript",
        "msg_{A24}",
        "thread_{A24} is long",
        "cus_{A14} has no card",
        "pk_live_{A24} is the publishable one",
        "price_{A24}",
        "i-0{H16} is terminated",
        "run_{A24} failed",
        "req_{A24}",
        "file-{A24} uploaded",
        "trace_id={H32}",
        "evt_{A24} was retried",
        "wf_{H10}",
        "chatcmpl-{A29} took 14 s",
        "resp_{H48}",
        "user_{A27}",
        "org-{A24}",
        "ULID 01{U24}",
        "arn:aws:iam::{D12}:role/deploy",
    ],
    "placeholder": [
        "client_sec" + "ret=YOUR_CLIENT_SECRET",
        "pass" + "word: ********",
        "pass" + "word = <your password>",
        "api_" + "key: sk-...",
        "tok" + "en = os.environ['GITHUB_TOKEN']",
        "tok" + "en: ${{ sec" + "rets.NPM_TOKEN }}",
        "SEC" + "RET_KEY = env('SECRET_KEY')",
        "apiKey: process.env.STRIPE_SEC" + "RET_KEY",
        "-e POSTGRES_PASS" + "WORD=$POSTGRES_PASSWORD",
        "Authorization: " + "Bearer <token>",
        "Authorization: " + "Bearer $TOKEN",
        "pass" + "word=changeme",
        "api_" + 'key = "your-api-key-here"',
        "pass" + "word: {{ vault_db_password }}",
        "postgres://user:pass" + "word@localhost/db",
        "postgres://${DB_USER}:${DB_PASS}@" + "db/x",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "ghp_" + "x" * 36,
        "sk-" + "X" * 40,
        "hf_" + "*" * 20,
        "tok" + "en: null",
        "pass" + "word: [REDACTED]",
        "sec" + "ret=op://vault/item/field",
        "the key starts with sk-ant-api03-" + "...",
        "pass" + "word=None",
        "export API_" + "KEY=",
        "PASS" + "WORD_FILE=/run/secrets/db",
        "tok" + 'en=""',
        "pass" + "word: !vault |",
        "tok" + "en = settings.API_TOKEN",
        "api_" + "key=self.api_key",
        "https://user:***@" + "acme.test/x",
    ],
    "code": [
        "pass" + "word_hash = bcrypt.hashpw(pw, salt)",
        "def check_pass" + "word(password: str, hashed: bytes) -> bool:",
        "pass" + "word = models.CharField(max_length=128)",
        "tok" + "en_type: bearer",
        "max_tok" + "ens=4096, temperature=0.2",
        "SELECT tok" + "en, expires_at FROM sessions",
        "const [pass" + "word, setPassword] = useState('')",
        "tok" + "en = generate_token(user)",
        "if pass" + "word != confirm_password:",
        "tok" + "ens = tokenizer.encode(text)",
        "pass" + "word=pass" + "word, user=user",
        "key=lambda item: item.score",
        "sec" + "ret_name: my-app-credentials",
        'input type="pass' + 'word" name="pass' + 'word"',
        "class TokenBucketRateLimiterV2:",
        "auth_tok" + "en_expiry_seconds=3600",
        'headers["Authorization"] = f"Bearer {tok' + 'en}"',
        "pass" + "word: String,",
        "private_key_path: /etc/ssl/app.key",
        "--pass" + "word-stdin",
        "getSec" + "retValue({ SecretId: name })",
        "tok" + 'en := r.Header.Get("X-Token")',
        "pass" + "word TEXT NOT NULL",
        "api_" + "key: Optional[str] = None",
        "assert pass" + "word_strength('abc') == 1",
        "import sec" + "rets; sec" + "rets.token_hex(16)",
        "PASS" + "WORD_MIN_LENGTH = 12",
        "tok" + "en.split('.')[1]",
        '<input id="user-pass' + 'word" autocomplete="current-pass' + 'word">',
        "localStorage.getItem('access_tok" + "en')",
        "useAuthTok" + "en()",
        "ssh-keygen -t ed25519 -C bob@acme.test",
    ],
    "prose": [
        "I changed my pass" + "word yesterday and now ssh fails",
        "never store pass" + "words in plain text, hash them with argon2",
        "the pass" + "word must be at least 12 characters",
        "my pass" + "word manager stopped syncing",
        "is basic auth over TLS 1.3 good enough?",
        "the API key is stored in 1Pass" + "word",
        "who has the key to the office?",
        "the private key never leaves the device",
        "seed phrases belong on paper",
        "my pin got blocked at the ATM",
        "rotate the tok" + "en every 90 days",
        "it's an open sec" + "ret that it's slow",
        "tok" + "en limit is 128k for GPT-4",
        "the login page throws a 500 after OAuth2 redirect",
        "forgot pass" + "word link is broken in v2.3.1",
        "add 2FA codes to the login flow",
        "pass" + "word reset emails land in spam",
        "the pass" + "word is wrong",
        "pass" + "word is required",
        "the pass" + "word is stored in the keychain",
        "my pass" + "word is too short",
        "what does error code 137 mean",
        "zip code is 94110",
        "use code SAVE20 at checkout",
        "status code: 404",
        "country code +49",
        "pin numpy==1.26.4",
        "GPIO pin 17 drives the relay",
        "verification took 123456 steps",
        "the combination of A and B is 12",
        "pass 1024 as the second argument",
        "pass the key as the first argument",
        "the pass" + "word field accepts up to 64 chars in version 2024",
        "key: Ctrl+Shift+P",
        "the primary key is user_id",
        "key findings: 3 of 14 tests fail",
        "the secret to good bread is time",
        "tok" + "enizer vocab is 50257",
        "access tok" + "en lifetime is 15 minutes",
        "Bearer tok" + "ens are sent in the header",
        "JWT has three parts: header, payload and signature",
        "the OTP expires after 30 seconds",
        "enable OTP for all 250 users",
        "he said the code is 300 lines",
        "the source code is 12345 lines long",
        "we sent 123456 codes by sms",
        "passing 4096 tok" + "ens costs $0.02",
        "the compass is broken",
        "bypass: true",
        "the login is slow since 2024",
        "sign in with Google works",
        "the wifi is down in room 412",
        "my backup codes are in the safe",
        "recovery codes should be printed",
        "credentials are in the vault",
        "the mnemonic for resistor colours helps me",
    ],
    "prose_other": [
        "¿cómo cambio la contraseña de mi cuenta?",
        "密码忘记了怎么办",
        "パスワードを忘れました",
        "Ich habe mein Pass" + "wort vergessen",
        "j'ai oublié mon mot de passe",
        "не могу сменить пароль уже 2 дня",
        "비밀번호를 잊어버렸어요",
        "la clave es la paciencia",
        "ho dimenticato la pass" + "word",
        "a senha expirou ontem",
        "nie pamiętam hasła",
        "het wachtwoord is verlopen",
        "şifremi unuttum",
        "das Passwort muss mindestens 12 Zeichen haben",
        "la contraseña debe tener 8 caracteres",
        "пароль должен содержать не менее 8 символов",
        "密码必须至少8个字符",
        "le mot de passe doit contenir 12 caractères",
    ],
    "public_key": [
        "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{B200} bob@host",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{B43}",
        "-----BEGIN PUBLIC KEY-----\n{B64}\n-----END PUBLIC KEY-----",
        "-----BEGIN CERTIFICATE-----\n{B64}\n{B64}\n-----END CERTIFICATE-----",
        "PublicKey = {B43}=",
        "SHA256:{B43} host key fingerprint",
        "peer pubkey {B43}=",
    ],
    "numbers": [
        "order 4471-22-99013 shipped",
        "call +49 30 1234567",
        "ISBN 978-3-16-148410-0",
        "IBAN DE89 3704 0044 0532 0130 00",
        "invoice 2024-001234",
        "tracking 1Z999AA10123456784",
        "test card 4242 4242 4242 4242",
        "epoch 1767225600123456",
        "lat 52.520008, lon 13.404954",
        "it took 123456 ms",
        "port 5432 on 10.0.0.12",
    ],
    "url": [
        "https://docs.google.com/document/d/{W44}/edit",
        "https://youtu.be/{W11}",
        "http://localhost:3000/@scope/pkg",
        "https://github.com/acme/app/commit/{H40}",
        "ssh://git@git.acme.test:2222/acme/app.git",
        "https://cdn.acme.test/app.{H20}.js",
        "https://acme.test/login?next=/home",
        "s3://bucket/path/{H32}/part-0001",
        "https://registry.npmjs.org/a/-/a-1.0.0.tgz#{B43}=",
    ],
    "long_name": [
        "NEXT_PUBLIC_FEATURE_FLAG_NEW_ONBOARDING_FLOW_ENABLED=true",
        "AbstractSingletonProxyFactoryBeanConfigurationPostProcessor",
        "acme-api-gateway-{H10}-{L5} is CrashLoopBackOff",
        "meta-llama/Llama-3.3-70B-Instruct-Q4_K_M.gguf",
        "TOKENIZERS_PARALLELISM=false",
        "secret-rotation-lambda-prod-eu-west-1",
        "api-key-service-v2.internal.acme.test",
        "com.acme.auth.TokenRefreshServiceImpl",
    ],
    "blob": [
        "data:image/png;base64,iVBORw0KGgo{B200}",
        "woff2 d09GMgABAAAAA{B120}",
        "0x{H40} is the contract address",
        "tx 0x{H64}",
        "the hash is {H64}",
        "cache key {H32}",
        "idempotency key: {uuid}",
        "CSS class css-{L6}",
    ],
    "chat": [
        "I prefer short answers with one example.",
        "the dog's name is Bruno",
        "My daughter starts school in September",
        "why does the build fail only on Windows 11?",
        "draft a polite reply for the 21st",
        "meet me at 18:30 in room B204",
        "Explain WAL mode like I'm five",
    ],
}


def _card(draw: random.Random) -> str:
    digits = [4] + [draw.randrange(10) for _ in range(14)]
    total = sum(d if place % 2 else sum(divmod(2 * d, 10)) for place, d in enumerate(digits))
    number = "".join(map(str, [*digits, -total % 10]))
    return " ".join(number[place : place + 4] for place in range(0, 16, 4))


def _password(draw: random.Random, symbols: str) -> str:
    letters = draw.choices(string.ascii_letters, k=7)
    rest = [draw.choice(string.digits), draw.choice(string.ascii_uppercase), *symbols]
    mixed = [*letters, *rest]
    draw.shuffle(mixed)
    return "".join(mixed)


def _value(hole: str, draw: random.Random) -> str:
    from base64 import b64encode

    if hole == "PW":
        return _password(draw, draw.choice(["!#", "%^", "@$", "*?", "&!"]))
    if hole == "PQ":
        return _password(draw, "7")
    if hole == "wd":
        return draw.choice(WORDS)
    if hole == "uuid":
        h = "".join(draw.choices("0123456789abcdef", k=32))
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"
    if hole == "card":
        return _card(draw)
    if hole == "b64pw":
        return b64encode(f"admin:{_password(draw, '!')}".encode()).decode()
    length = int(hole[1:])
    while True:
        value = "".join(draw.choices(ALPHABETS[hole[0]], k=length))
        # A draw without digits or without letters would not look like what it stands for.
        if hole[0] == "D" or length < 16 or re.search(r"\d", value):
            return value


def fill(template: str, draw: random.Random) -> str:
    """The template with each hole filled by a fresh draw."""
    return HOLE.sub(lambda hole: _value(hole[1], draw), template)


def positives(seed: int = 1, each: int = 1) -> list[tuple[str, str]]:
    """(kind, text) of texts that hold a credential: `each` draws of every template."""
    draw = random.Random(seed)
    rows = []
    for kind, templates in PREFIXED.items():
        for template in templates * each:
            rows.append((kind, draw.choice(CARRIERS).replace("{}", fill(template, draw))))
    for kind, templates in IN_CONTEXT.items():
        rows += [(kind, fill(template, draw)) for template in templates * each]
    return rows


def negatives(seed: int = 1, each: int = 1) -> list[tuple[str, str]]:
    """(kind, text) of texts that look the part and hold none."""
    draw = random.Random(seed)
    return [
        (kind, fill(template, draw))
        for kind, templates in CLEAN.items()
        for template in templates * each
    ]
