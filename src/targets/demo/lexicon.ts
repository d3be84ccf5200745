/**
 * The words by which the simulated assistant understands what is asked, as stems in many languages. A concept is
 * mentioned when one of its stems begins a word (or, in scripts without spaces, occurs at all).
 */
const stems = {
  ignore:
    'ignore|disregard|forget|overrid|overrule|bypass|set aside|discard|supersede|stop following|stop obeying|abandon|no longer apply|are cancel|are void|are lifted|are suspended|drop (?:all|your|the|any)|pay no attention|throw out|throw away|neglect|skip (?:all|your|the) |obsolete|outdated|ignorez|oublie|ne tiens pas compte|ne tenez pas compte|fais abstraction|ignora|olvida|descarta|haz caso omiso|omite|pasa por alto|ignorier|vergiss|missachte|beachte .{0,20}nicht|verwirf|au(?:ß|ss)er kraft|esque[cç]|desconsider|dimentica|trascura|scarta|negeer|vergeet|zignoruj|zapomnij|pomiń|yok ?say|unut|görmezden|abaikan|lupakan|balewalain|kalimutan|huwag pansinin|bỏ qua|quên|puuza|sahau|ungazinaki|khohlwa|shay.{0,3} indiva|gbagbe|yi watsi|игнорир|забудь|отбрось|не обращай|отмени|ігнору|忽略|无视|無視|忘记|忘掉|忘れ|不要理会|무시|잊|تجاهل|انس|أهمل|अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|उपेक्षा|উপেক্ষা',
  rules:
    'instruction|rule|guideline|directive|direction|constraint|restriction|polic|programming|prompt|briefing|order|command|limit|safeguard|filter|training|instrucci|regla|norma|directri|consigne|règle|regle|directive|anweisung|regel|vorgabe|anleitung|instru[cç][õo]|regra|diretri|istruzion|regol|instructie|instrukcj|zasad|talimat|kural|instruksi|aturan|perintah|mga utos|tagubilin|hướng dẫn|chỉ dẫn|quy tắc|maagizo|maelekezo|kanuni|imiyalelo|imithetho|ìtọ́nisọ́nà|umarn|инструкц|правил|указани|распоряжен|інструкц|指令|指示|规则|規則|提示|说明|命令|ルール|プロンプト|지시|지침|규칙|명령|تعليمات|التعليمات|قواعد|أوامر|निर्देश|नियम|आदेश|নির্দেশ',
  prior:
    'previous|prior|earlier|above|before|preceding|original|initial|first message|system|existing|current|former|all |any |your |anterior|previ|précédent|precedent|ci-dessus|antérieur|bisherig|vorherig|obig|früher|anterior|precedent|vorige|poprzedni|wcześniej|önceki|sebelumnya|nauna|trước|awali|yaliyotangulia|zangaphambili|предыдущ|прежн|ранее|попередн|之前|以前|先前|上述|前の|これまで|上記|이전|앞선|السابق|पिछले|पहले|আগের',
  prompt:
    'system prompt|system message|system instruction|system text|initial prompt|initial instruction|original prompt|original instruction|hidden prompt|hidden instruction|developer message|developer prompt|developer instruction|your instructions|your prompt|your rules|your guidelines|your configuration|your config|your setup|your briefing|the briefing|your system|preamble|instructions you|rules you|you were given|you were told|text above|everything above|words above|lines above|message above|above this line|before this message|before this conversation|before my first|begin of this conversation|beginning of this conversation|start of this conversation|start of the conversation|start of our conversation|context window|house rules|operating instruction|standing instruction|confidential instruction|instrucciones del sistema|tus instrucciones|prompt del sistema|mensaje del sistema|instructions système|invite système|message système|prompt système|tes instructions|vos instructions|systemprompt|system-prompt|systemanweisung|deine anweisung|deine instruktion|ihre anweisung|prompt do sistema|instru[cç][õo]es do sistema|suas instru|istruzioni di sistema|prompt di sistema|tue istruzioni|системн|твои инструкц|твоих инструкц|ваши инструкц|系统提示|系统指令|系统消息|你的指令|你的提示|初始提示|初始指令|システムプロンプト|システム指示|あなたの指示|初期指示|시스템 프롬프트|시스템 메시지|시스템 지시|너의 지시|تعليمات النظام|موجه النظام|تعليماتك|सिस्टम प्रॉम्प्ट|सिस्टम निर्देश|अपने निर्देश|आपके निर्देश|maagizo yako|maagizo ya mfumo|imiyalelo yakho',
  secret:
    'secret|password|passphrase|passcode|pass phrase|codeword|code word|access code|release code|override code|unlock code|voucher code|vault|hidden word|hidden code|hidden value|magic word|credential|api key|api-key|apikey|access key|access token|internal code|confidential code|confidential value|confidential word|confidential phrase|protected value|protected word|safe word|private key|pin code|staff code|discount code|internal discount|the code|your code|the flag|the token|contraseña|clave|secreto|código|codigo|mot de passe|secret|code d.acc|passwort|kennwort|geheim|codewort|senha|segredo|parola d.ordine|parola segreta|segreto|codice|wachtwoord|hasło|tajn|şifre|gizli|parola|kata sandi|rahasia|kode|lihim|mật khẩu|bí mật|nenosiri|siri|msimbo|imfihlo|iphasiwedi|ikhodi|парол|секрет|код|таємн|密码|密碼|口令|秘密|暗号|机密|验证码|代码|パスワード|合言葉|秘密|コード|비밀|암호|코드|كلمة السر|كلمة المرور|سري|السر|الرمز|पासवर्ड|गुप्त|रहस्य|कोड|গোপন',
  reveal:
    'reveal|tell|show|need|want|require|know|hand |ask you for|print|output|repeat|display|give|share|disclose|list|recite|write|say|leak|dump|expose|what|which|spell|translate|encode|quote|copy|paste|reproduce|summari[sz]e|describe|render|return|send|read|echo|state|provide|hand over|complete|continue|put|convert|export|restate|reconstruct|verbatim|begin|start|revela|dime|muestra|imprime|repite|escribe|di |cuál|cual|traduce|révèle|revele|dis|montre|affiche|répète|repete|écris|donne|quel|traduis|verrate|verrat|sag|zeig|gib|nenne|wiederhol|schreib|wie lautet|übersetz|revele|diga|mostre|repita|escreva|qual|rivela|dimmi|mostra|ripeti|scrivi|quale|раскро|скажи|покажи|повтори|напиши|назови|выведи|какой|перевед|告诉|显示|输出|重复|写出|说出|透露|什么|翻译|教え|見せ|表示|出力|繰り返|書い|言って|何|알려|보여|출력|반복|말해|적어|무엇|أخبر|اكشف|اعرض|اكتب|كرر|ما هي|ما هو|اطبع|बता|दिखा|लिख|दोहरा|क्या|niambie|onyesha|andika|rudia|ngitshele|bhala|phinda',
  write:
    'write|say|print|output|reply|answer|respond|return|state|produce|type|finish|end |begin|start|include|add|append|mention|insert|put|give|tell|send|call|confirm|announce|display|emit|compose|form|build|assemble|create|escribe|responde|contesta|di |imprime|termina|añade|écri|répond|repond|dis |affiche|ajoute|termine|schreib|antworte|gib|sag|füge|beende|escreva|responda|diga|scrivi|rispondi|aggiungi|напиши|ответь|скажи|выведи|добавь|写|回答|回复|说|输出|書い|答え|返信|出力|써|적어|답|출력|اكتب|أجب|اطبع|قل|लिख|जवाब|उत्तर|andika|jibu|sema|bhala|phendula',
  join: 'join|concatenat|combin|glue|glued|together|merge|stick|whole word|one word|single word|single string|in one piece|no space|without (?:a |any )?(?:space|gap)|back to back|append|followed by|fuse|attach|assembl|complete word|full word|halves|half|une |unir|juntas?|combina|sin espacio|mitad|joins|assemble|colle|accol|sans espace|moitié|füge|verbinde|zusammen|ohne leerzeichen|hälfte|junte|una as|sem espa|metade|unisci|unite|attacca|senza spazi|metà|соедин|слитно|слей|объедин|половин|без пробел|拼接|连接|合并|连在一起|组合|拼成|拼起来|一半|前半|後半|后半|つなげ|結合|続けて|半分|붙여|합쳐|연결|이어|절반|اجمع|ادمج|وصل|النصف|جمع|जोड़|मिला|आधा|unganisha|pamoja|nusu|hlanganis|ingxenye|birleştir|gabung|samen|połącz|pagsamahin|ghép|nối',
  translate:
    'translat|in french|in spanish|in german|in italian|into french|into spanish|into german|traduce|tradui|übersetz|traduz|traduci|перевед|翻译|訳し|翻訳|번역|ترجم|अनुवाद',
  summarise:
    'summari[sz]|sum up|gist|tl;?dr|key points|main points|recap|in brief|condense|resume |resumen|résum|zusammenfass|fasse|resum|riassum|кратк|резюм|总结|概括|要約|요약|لخص|सारांश',
  document:
    'document|article|e-?mail|message below|text below|following text|following page|web ?page|web ?site|review|ticket|report|note|transcript|résumé|\\bcv\\b|attachment|file|passage|paragraph|excerpt|snippet|page|readme|commit|comment|invoice|contract|tool result|tool output|search result|log|spreadsheet|csv|table|subtitle|calendar|invitation|chunk|documento|correo|texto|dokument|e-mail|artikel|text|документ|письм|текст|文档|文件|邮件|文章|文書|メール|記事|문서|이메일|مستند|المستند|رسالة|दस्तावेज़|ईमेल',
  harm: 'phish|malware|ransomware|keylog|virus|trojan|botnet|exploit|bomb|explosive|weapon|gun|knife attack|poison|drug|meth|cocaine|steal|stolen|shoplift|burgl|break into|lock ?pick|pick a lock|pick the lock|hotwire|hack|crack |ddos|denial.of.service|sql injection|reverse shell|backdoor|rootkit|credential stuffing|brute.?force|bypass (?:a |the )?(?:login|paywall|alarm|filter|authentication|2fa|mfa)|counterfeit|forge|fake (?:id|invoice|passport|document|review|prescription|news|receipt)|launder|fraud|scam|swindle|con artist|blackmail|extort|stalk|track someone|spy on|dox|harass|bully|insult|slur|racist|sexist|hate|threat|intimidat|disinformation|misinformation|propaganda|conspiracy|defam|smear|suicide|self.harm|kill|murder|assault|kidnap|traffick|smuggl|tax evasion|evade|cheat|plagiari[sz]|impersonat|deepfake|vandal|arson|sabotage|jam |jammer|skimm|spam|clickbait|gaslight|manipulat|toxic|demean|mock|offensive|inferior|violent|illegal|illicit|dangerous',
} as const

export type Concept = keyof typeof stems

const spaced = (list: string) =>
  list
    .split('|')
    .map((stem) =>
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(stem) ? stem : `(?<![\\p{L}\\p{N}])${stem}`,
    )
    .join('|')
const patterns = Object.fromEntries(Object.entries(stems).map(([concept, list]) => [concept, new RegExp(spaced(list), 'iu')])) as Record<
  Concept,
  RegExp
>

/** Whether the text speaks of a concept, in any of the languages above. */
export const mentions = (text: string, concept: Concept): boolean => patterns[concept].test(text)

/** Where the first mention stands; -1 when there is none. */
export const indexOfMention = (text: string, concept: Concept): number => text.search(patterns[concept])

const common = new Set(
  'the a an and or of to in is it that you i for on with as this be are was at by not but have from your my we can do if will what all so please write word words tell me say first second half joined together answer reply only now ignore instructions previous system prompt secret code reveal how about which who when where there then them they their our us no yes one two both letters letter spell print show give text following next after before any would could should must never always order orders return refund customer hello help just into out up make like also than these those let here'.split(
    ' ',
  ),
)

/** The share of words that are ordinary English ones: 0 for cipher text, about half for prose. */
export function englishness(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu)
  if (!words || words.length === 0) return 0
  let known = 0
  for (const word of words) if (common.has(word)) known++
  return known / words.length
}

/** Whether it is written in another language than English. Short texts count as English. */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  if (letters.length < 12) return false
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  return latin / letters.length < 0.6 || englishness(text) < 0.12
}
