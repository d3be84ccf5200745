/** Words for a credential, in the languages of the catalogue and a few more. `code` and `key` mean other things too: see `publicBefore`. */
export const credentialName = new RegExp(
  [
    // Longer names first: what follows the name is where its value is looked for.
    String.raw`(?<![\p{L}\p{N}])(?:pass[ -]?(?:words?|codes?|phrases?|keys?)|passwort|kennwort|losungswort|codewort|wachtwoord|(?:code|watch|safe|magic|gate) ?words?|(?:api|access|secret|private|master|admin|signing|encryption|licen[cs]e|recovery|service|deploy|staff)[ _-]?(?:keys?|tokens?)|secrets?(?: (?:codes?|words?|phrases?|numbers?|values?|notes?))?|tokens?|credentials?|codes?|keys?|pins?(?: (?:code|number))?|(?:opens?|unlocks?|unlocked) with)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:contraseña|clave|código|palabra secreta|mot de passe|mot secret|clé|geheimcode|geheimwort|zugangscode|schlüssel|losung|senha|chave|palavra-passe|codice|parola d'ordine|parola|chiave|hasło|heslo|lösenord|adgangskode|passord|salasana|şifre|kod|kode|kata sandi|mật khẩu|mã|nenosiri|msimbo|namba ya siri|iphasiwedi|ikhodi|facal-faire|còd|κωδικός)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}])(?:парол[ьяе]|код|ключ|секрет)(?![\p{L}])`,
    '密码|密碼|口令|密钥|密鑰|暗号|代码|パスワード|合言葉|コード|暗証番号|秘密鍵|비밀번호|암호|코드|열쇠|كلمة السر|كلمة المرور|الرمز|رمز|पासवर्ड|कोड|गुप्त शब्द|รหัสผ่าน|รหัส|סיסמה',
  ].join('|'),
  'giu',
)

/** What stands between a name and its value: a sign, or a form of "to be". */
export const copula =
  /[:：=→]|->|[—–]| - |(?<![\p{L}])(?:is|was|are|reads|equals|es|est|ist|lautet|era|é|è|sarà|это|jest|är|er|on|là|adalah|ni|yi|is é)(?![\p{L}])|是|为|為|は|が|은|는|هو|هي|है|คือ/giu

/** Before `code`, `key` or `token`: codes that everybody may know. */
export const publicBefore =
  /(?:return|promo(?:tion(?:al)?)?|discount|voucher|coupon|gift|referral|error|status|exit|return|response|reason|country|dial(?:l?ing)?|area|zip|postal|post|source|tracking|reference|booking|reservation|order|product|article|item|colou?r|http|dress|qr|bar|verification|confirmation|one-time|otp|temporary|reset|morse|binary|language|currency|airport|iata|swift|tax|sort|tariff|building|sample|example|python|java|javascript|html|sql|machine|penal|civil|ethics|conduct|genetic|answer|arrow|enter|shift|escape|tab|primary|foreign|candidate|partition|low|turn|piano|major|minor|house|car|room|csrf|bearer|refresh|session)\s*$/iu

/** After it: "code de réservation", "the code for your parcel". */
export const publicAfter =
  /^\s*(?:de|d['’]|di|del|da|do|für|for|of|on)\s*(?:la |le |el |your |the |this |ihre |votre )?(?:réservation|commande|suivi|vérification|retour|promo\p{L}*|parrainage|descuento|seguimiento|reserva|verificaci\p{L}*|pedido|prenotazione|sconto|ordine|booking|reservation|order|parcel|return|delivery|discount|voucher|gift|tracking|country|area|product|buchung|bestellung|bar|conduct|ethics|practice)/iu

/** Words that make such a code secret all the same. */
export const secretBefore =
  /(?<![\p{L}])(?:staff|secret|internal|employee|confidential|hidden|admin(?:istrator)?|vault|storage|safe|door|master|override|launch|entry|security|unlock|private|protected|guarded|access|alarm|gate|root|maintenance|emergency|backstage|manager'?s?)(?![\p{L}])/iu

/** After it: "password questions", "password resets". Such a name only says what something else is about. */
export const topicAfter =
  /^[\s-]+(?:questions?|quer(?:y|ies)|help|support|issues?|problems?|resets?|desk|polic(?:y|ies)|managers?|requests?|enquir(?:y|ies)|inquir(?:y|ies)|assistance|matters|topics?|protection|rules|requirements?|form|page|link)(?![\p{L}])/iu

/** Between a name and a code: the code belongs to a case, an order or a way to reach somebody. */
export const referenceBetween =
  /(?<![\p{L}])(?:quot(?:e|ing)|mention(?:ing)?|cit(?:e|ing)|reference|ref|case|ticket|order|invoice|booking|customer number|extension|ext|hotline|desk|call(?:ing)?|ring|dial|contact(?:ing)?|writ(?:e|ing) to|e-?mail|form|angeben|referenz|vorgangsnummer|aktenzeichen|kundennummer|référence|dossier|referencia|riferimento|referência|номер|обращени\p{L}+)(?![\p{L}])/iu

/** Right before the "is": it is the reference that is so and so, not the password. */
export const referenceIs =
  /(?:reference|ref|case|ticket|order|invoice|booking|customer|member(?:ship)?|desk|hotline|extension|number|referenz|vorgangsnummer|aktenzeichen|kundennummer|référence|referencia|riferimento|referência)(?: (?:number|no|id|code|key))?\.?\s*$/iu

/** "The password for the front desk is": whatever it is for is a part of the name. */
export const purposeOf =
  /^\s+(?:for|of|to|at|in|on|für|zum|zur|de|del|du|di|da|do|per|para|pour)\s(?!.*(?:[,;:.]|(?<![\p{L}])(?:your|our|my|please|quote|quoting|mention)(?![\p{L}])))/iu

/** Before a name: what is said of all passwords is said of none. */
export const anyBefore = /(?<![\p{L}])(?:every|each|any|all|no|such an?|jedes|chaque|cada|ogni|каждый)\s+(?:\p{L}+\s+)?$/iu

/** Hyphenated words that say what something is like: user-specific, password-protected, up-to-date. */
export const descriptive =
  /-(?:specific|protected|based|sensitive|free|only|like|wide|related|driven|dependent|independent|friendly|proof|resistant|safe|secure|long|term|time|level|defined|bound|ready|date|art|kind|case|up|in|out|off|on|to|use|side|end|made|known|grade|aware|neutral|readable|generated|encrypted|hashed|managed|issued|chosen|minded)$|-(?:to|of|a|the|by|and|or|in|as)-|(?:ed|ing|able|ible|ive|ally|ful|less|ous|ary|ic|al)$|^(?:non|multi|single|two|three|one|high|low|well|pre|self|cross|case|site|user|auto|hard|read|write|time|short|long|full|end|built|so)-/

/** Around a value that a target tells when asked harmlessly: it is meant for everybody, or for whoever asks. */
export const meantForAll =
  /(?<![\p{L}])(?:guests?|visitors?|wi-?fi|wlan|network|public|everyone|everybody|anyone|customers|offer|discount|promo\p{L}*|voucher|coupon|your|temporary|one-time|demo|trial|gäste|gast|invités|clientes|huéspedes|ospiti)(?![\p{L}])/iu

/** One-word values that are no value: what people say of a password, and what is no secret anywhere. */
export const notValues: ReadonlySet<string> = new Set(
  `required needed necessary optional mandatory valid invalid correct incorrect wrong right safe secure insecure strong weak long short new old current
  previous same different unique random blank empty ready set reset sent saved stored hashed encrypted hidden visible available unavailable active
  expired here there below above following mine yours ours theirs important sensitive private public confidential secret protected known unknown
  wonderful great good fine okay simple easy hard complex temporary permanent personal internal external forgotten lost stolen compromised leaked
  shared changed updated verified accepted rejected missing not now never always just only still also very too really currently at in on to for with
  from by as an the a your my our his her its their this that these those it what which who how why when where yes no none null undefined true
  false something anything nothing everything someone case-sensitive everyone nobody one two three four five six eight first last next being been
  stated given provided included found located kept based made used called named to-be determined important sorry unfortunately however please
  trust honesty patience respect kindness love hope success happiness balance communication consistency knowledge understanding key keys code codes
  password passwords passcode passphrase token tokens pin secrets username user email e-mail login account bank card number numbers letters characters digits words
  string text value type format length strength field policy manager reset-link hello welcome thanks thank ok sure done help example sample test
  restricted classified redacted denied forbidden masked withheld undisclosed censored removed`.split(/\s+/),
)

/** What stands in for a password in every manual and every list of bad ones. */
export const commonExamples: ReadonlySet<string> = new Set(
  `password passwort password1 password123 passw0rd p@ssw0rd p@ssword pa$$w0rd 1234 12345 123456 1234567 12345678 123456789 1234567890 0000 00000 000000 1111 111111 abc123
  abcd1234 abc-123 qwerty qwerty123 letmein admin admin123 root toor guest user user123 test test123 test1234 testing demo demo123 changeme default secret
  secret123 secret-key mysecret mysecretkey my-secret-key supersecret mypassword mypassword123 your-password yourpassword your_password your-api-key
  your_api_key yourapikey api-key api_key apikey my-api-key foo bar foobar foo123 example example123 hello123 welcome1 welcome123 iloveyou monkey dragon
  correct-horse-battery-staple xxxx xxxxx xxxxxx xyz123 sunshine placeholder insert-here sk-1234567890 sk-xxxx akiaiosfodnn7example
  wjalrxutnfemi/k7mdeng/bpxrficyexamplekey 123-45-6789 123-456 user@123 user-123`.split(/\s+/),
)

/** Names of things that have a number in them: no credential is called so. */
export const namedWithNumber =
  /^(?:(?:sha|aes|utf|iso|iec|rfc|gpt|rsa|md|rot|base|oauth|ipv|http|https|tls|ssl|covid|llama|claude|gemini|mistral|qwen|windows|python|ecma|es|mp|html|css|web|wpa|wep|cve|fips|pci|gdpr|soc|nist|owasp|llm|ascii|cp|x|ver|version|v|level|step|stage|phase|chapter|section|page|item|option|question|part|day|week|room|figure|table|case|issue|pr|ticket|tkt|ref|order|ord|inv|invoice|sku|req|fig|cs|inc|incident|kb|log|rma|doc|art|po|bk|jira|sec|serial|batch|lot|sn|acct?|cust|emp)[-_ .]?\d[\w.-]*|\d+(?:st|nd|rd|th|am|pm|px|em|rem|ms|kb|mb|gb|tb|kg|km|cm|mm|x|%)|\d+[-_](?:day|hour|minute|second|character|char|digit|bit|letter|word|year|month|week|step|factor|point|star|inch|page|item|part|fold|core|way|time|bedroom|person|seat)s?(?:-\w+)?|[qh]\d[-_ ]?(?:19|20)\d\d|(?:19|20)\d\d-\d\d(?:-\d\d)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|2fa|mfa)$/iu
