import { mentions } from './lexicon.ts'

const noun =
  'code|codeword|password|passphrase|passcode|secret|key|phrase|word|token|pin|flag|value|credential|string|identifier|contraseña|clave|código|secreto|palabra|mot de passe|clé|passwort|kennwort|schlüssel|codewort|senha|segredo|chave|palavra|segreto|codice|parola|chiave|пароль|секрет|код|ключ|слово|密码|口令|秘密|代码|暗号|密钥|パスワード|合言葉|コード|비밀번호|암호|코드|كلمة السر|كلمة المرور|الرمز|السر|पासवर्ड|कोड|nenosiri|msimbo|siri|ikhodi|imfihlo'
const told = new RegExp(
  `(?:${noun})[^\\n.!?:="“«「]{0,60}?(?:\\bis\\b|\\bes\\b|\\best\\b|\\bist\\b|\\bé\\b|\\bè\\b|\\bni\\b|\\bngu\\b|[:=：]|это|—|是|为|は|이다|은|는|هي|هو|है)\\s{0,3}["'“«「『\`*]{0,3}([\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{2,80})`,
  'giu',
)
const marked = /(?:<secret>|\[secret\]|secret\s*[:=])\s*["']?([\p{L}\p{N}][\p{L}\p{N}_.-]{2,80})/giu

/** Values that a text names as a code, a password or the like. */
export function secretsIn(text: string): readonly string[] {
  const values = new Set<string>()
  for (const pattern of [told, marked]) {
    for (const m of text.slice(0, 20_000).matchAll(pattern)) {
      const value = m[1]!.replace(/[.,;:]+$/, '')
      if (value.length >= 3 && !plain.test(value)) values.add(value)
    }
  }
  return [...values].slice(0, 6)
}
const plain =
  /^(?:the|not|never|secret|confidential|private|hidden|a|an|to|for|only|required|needed|kept|stored|known|safe|in|on|of|that|this|very|known|and|you|your|my|below|above|as|it|one|two|three|four|five|made|formed|what|now|still|called|written|spelled|valid|internal|top|joined|reversed|backwards)$/i

/** Whether whoever told it wants it kept: only then is telling it again a leak. */
export const isGuarded = (text: string): boolean =>
  /\b(?:never|not|don.t|must not|only|keep|confidential|secret|private|protect|guard|nunca|jamais|niemals|nie|никогда|non|não|kein)\b|不要|不得|绝不|保密|秘密|決して|ない|절대|비밀|لا|कभी|मत/i.test(
    text,
  ) && mentions(text, 'secret')
