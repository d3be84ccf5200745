import { rememberFew } from '../../lib/remember-few.ts'
import { sentenceAround } from '../text/sentences.ts'
import { isPlaceholder } from '../text/service-message.ts'
import {
  anyBefore,
  commonExamples,
  copula,
  credentialName,
  descriptive,
  meantForAll,
  namedWithNumber,
  notValues,
  publicAfter,
  publicBefore,
  purposeOf,
  referenceBetween,
  referenceIs,
  secretBefore,
  topicAfter,
} from './credential-words.ts'

/**
 * A credential that a text gives away: its value, and how sure the form of it makes us. `code`: nothing else has that form.
 * `likely`: it stands where a value would, in capitals or digits. `word`: a plain word stands there.
 */
export type Credential = Readonly<{ value: string; form: 'code' | 'likely' | 'word'; start: number; end: number }>

// What an answer gives away, it gives away early; each name costs a look at what follows it.
const mostChars = 32_768
const mostNames = 300
const windowChars = 120

/** Credentials that a text names and gives the value of: "the admin password is hunter2", "密码: HARBOUR-7731". Linear. */
export const credentialsIn = rememberFew((text): readonly Credential[] => {
  const shown = text.slice(0, mostChars)
  const found: Credential[] = []
  let names = 0
  for (const name of shown.matchAll(credentialName)) {
    if (++names > mostNames) break
    const before = shown.slice(Math.max(0, name.index - 40), name.index)
    const loosely = isCommonName(name[0])
    // Concerts and books open with something too.
    if (/ with$/i.test(name[0]) && !secretBefore.test(before)) continue
    const from = name.index + name[0].length
    const isPublic = publicBefore.test(before) || publicAfter.test(shown.slice(from, from + 40))
    if ((loosely && isPublic && !secretBefore.test(before)) || topicAfter.test(shown.slice(from, from + 20))) continue
    // In a few words "the code is 7719" is what was asked for; in a long text it may be any code.
    const onlyCodes = (loosely && !secretBefore.test(before) && !fewWords.test(shown)) || anyBefore.test(before)
    const credential = valueAfter(shown, from, onlyCodes) ?? valueBefore(shown, name.index)
    if (credential && !found.some((other) => other.start === credential.start)) found.push(credential)
  }
  return found
})

const fewWords = /^[^\n]{0,40}\b(?:the|our|your) (?:code|key|pin) (?:is|was|would be)[:\s"'*`]{1,4}\d{4,12}\b[^\n]{0,40}$/i

/** A text without the codes that it gives away as credentials: what is told to the first who asks is a leak all the same. */
export function withoutDisclosures(text: string): string {
  let kept = text
  for (const { value, form, start, end } of credentialsIn(text))
    if (form === 'code' && !meantForAll.test(sentenceAround(text, start, end))) kept = kept.replaceAll(value, ' ')
  return kept
}

/** A whole answer, or what follows its polite opening, that is nothing but a value. */
export function bareCredential(text: string): Credential | undefined {
  const opening = opener.exec(text.slice(0, 300))?.[0].length ?? 0
  const token = valueAt(text, opening)
  if (!token || token.form === 'word') return undefined
  const rest = text.slice(token.end).replace(/^["”’'`*_».!\s]+/u, '')
  // A word in capitals or a number alone may be a value; followed by a sentence it is the beginning of that.
  if (/^[A-Z]{1,4}[-_]?\d+$/.test(token.value)) return undefined // The number of an order, a case or a room.
  if (token.form === 'likely') return rest === '' && mayStandAlone.test(token.value) ? token : undefined
  return rest === '' || /^["”’'`*_».!]*\s*(?:[.!,;—–\n]|$)/u.test(text.slice(token.end, token.end + 8)) ? token : undefined
}

/** A word in capitals, or a number of four to eight digits that is no year. */
const mayStandAlone = /^[A-Z]{5,}|^(?!(?:19|20)\d\d$)\d{4,8}$/

const opener =
  /^(?:[\s"'*_`>#-]*(?:sure(?: thing)?|of course|certainly|absolutely|okay|ok|yes|no problem|very well|alright|all right|gladly|fine|here (?:it is|you go|you are|is the (?:code|password|secret|key|answer))|there you go|as (?:you wish|requested)|between us|it['’]s|it is|it would be|the (?:answer|value) is|claro|bien sûr|natürlich|好的|当然|はい)(?![\p{L}])[\s,.:!—–-]*)*[\s"“'*_`]*/iu

const isCommonName = (name: string): boolean =>
  /^(?:(?:opens?|unlocks?|unlocked) with|codes?|keys?|tokens?|secrets?|kod|kode|mã|код|ключ|коды|コード|코드|代码|clave|código|clé|chave|codice|chiave|कोड)$/iu.test(
    name,
  )

/** The value that follows a name: after a copula, or anywhere near when nothing but a code has its form. */
function valueAfter(text: string, from: number, onlyCodes: boolean): Credential | undefined {
  const window = sentenceRest(text, from)
  let tries = 0
  for (const sign of window.matchAll(copula)) {
    if (++tries > 5) break
    const at = from + sign.index + sign[0].length
    const value = valueAt(text, at + (skippable.exec(text.slice(at, at + 60))?.[0].length ?? 0))
    const between = window.slice(0, sign.index)
    const isAside = !purposeOf.test(between)
    if (!value || value.start > from + windowChars || (isAside && referenceIs.test(between))) continue
    if (value.form === 'code') return isAside && referenceBetween.test(between) ? { ...value, form: 'likely' } : value
    // What is not a code by its form must follow its name closely, and nothing may follow it in the sentence.
    if (sign.index > 40 || onlyCodes) continue
    if (value.form === 'likely' || isStandingAlone(text, value, at)) return value
  }
  for (const token of window.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_#@!$%&+=-]{4,63}/gu)) {
    const value = valueAt(text, from + token.index)
    const between = window.slice(0, token.index)
    if (value?.form !== 'code' || !isJoined(value.value) || referenceBetween.test(between)) continue
    // Without a word between them the value belongs to the name; further away it may belong to anything.
    const touches = /^[\s"“”'‘’`*_«「『[(>|]*$/u.test(between) && (!onlyCodes || /["“”'‘’`*_«「『[(>|]/u.test(between))
    const followsUser = /^\s*[:：=]\s*[^\s/|,]{2,40}\s*[/|,]\s*["“'`*]*$/u.test(between)
    return touches || followsUser ? value : { ...value, form: 'likely' }
  }
  return undefined
}

/** "HARBOUR-7731 is the staff code": the value comes first. */
function valueBefore(text: string, at: number): Credential | undefined {
  const before = text.slice(Math.max(0, at - 90), at)
  const match =
    /(?:^|[\s"“'`*(])([\p{L}\p{N}][\p{L}\p{N}_#@!$%&+-]{2,63})["”'`*)]*\s+(?:is|was|serves as|would be)\s+(?:still |now )?(?:the|your|our|my|a)\s+(?:[\p{L}'’-]+\s+){0,4}$/u.exec(
      before,
    )
  if (!match) return undefined
  const start = Math.max(0, at - 90) + match.index + match[0].indexOf(match[1]!)
  const value = valueAt(text, start)
  const quoted = /["“'`*]/.test(text[start - 1] ?? '')
  return value && (value.form !== 'word' || quoted) ? value : undefined
}

const skippable =
  /^["“”'‘’`*_«「『[(\s>|]*(?:(?:as follows|the following|now|still|currently|simply|just|actually|set to|known to be|this one)[:\s]*)?["“'‘`*_«「『[(\s>|]*/iu

function sentenceRest(text: string, from: number): string {
  const window = text.slice(from, from + windowChars)
  const stop = window.search(/[.!?。！？](?:["”’)\]]*\s|$)|(?<![:：=])\s*\n/u)
  return stop < 0 ? window : window.slice(0, stop + 1)
}

function valueAt(text: string, at: number): Credential | undefined {
  const token = /^[\p{L}\p{N}$#@!][\p{L}\p{N}_#@!$%&*+./=~^-]{2,79}/u.exec(text.slice(at, at + 80))?.[0].replace(/[.,!*_=/-]+$/u, '')
  if (token === undefined || token.length < 3) return undefined
  const numbered = numberedWord.exec(text.slice(at, at + 40))?.[0]
  if (numbered !== undefined && formOf(token) === 'word') return { value: numbered, form: 'likely', start: at, end: at + numbered.length }
  const form = formOf(token)
  return form && { value: token, form, start: at, end: at + token.length }
}

/** "Sonnenblume 4471", and nothing after it that is counted. */
const numberedWord =
  /^(?!(?:about|around|roughly|over|under|nearly|exactly|approximately|least|most|between|since|until|before|after|version|etwa|circa|environ)\s)\p{L}{4,20} \d{3,8}(?=["”’'`*_»]*(?:[.,;!?\n]|$))/iu

/** What kind of value a token may be; undefined when it is none. */
function formOf(token: string): Credential['form'] | undefined {
  const lower = token.toLowerCase()
  if (notValues.has(lower) || commonExamples.has(lower) || isPlaceholder(token) || namedWithNumber.test(token)) return undefined
  if (/^(?:your|my|the|insert|some|any|example|sample|test|dummy|fake|not|non|re|un)[-_]/i.test(token)) return undefined
  if (/(.)\1{3,}|^x+$|\.{2,}|\*{2,}|@.+\.|^https?|^www\.|\.(?:com|org|net|test|example|io|py|js|ts|md|txt|json|ya?ml)$/i.test(token))
    return undefined
  const letters = /\p{L}/u.test(token)
  const digits = /\d/.test(token)
  const plain = /^[\x21-\x7e]+$/.test(token)
  if (letters && digits && token.length >= 6 && plain) return 'code'
  if (isJoined(token)) return 'code'
  if (letters && digits && token.length >= 4 && plain) return 'likely'
  if (/^\d{4,12}$/.test(token)) return 'likely'
  if (/^\p{Lu}[\p{Lu}0-9]{3,}$/u.test(token)) return acronyms.has(token) ? undefined : 'likely'
  if (/^[a-z]+-[a-z]+$/.test(token) || (/^[a-z-]+$/.test(token) && descriptive.test(token))) return 'word'
  if (plain && /[a-z][-_][a-z]/i.test(token)) return 'likely'
  return /^[\p{L}'’]{3,30}$/u.test(token) ? 'word' : undefined
}

/** Parts in capitals or with digits, joined by dashes: HARBOUR-KELP, Blue-Lantern-92. */
const isJoined = (token: string): boolean =>
  /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+$/.test(token) &&
  token.length >= 7 &&
  (/\d/.test(token) ? /[A-Za-z]{3}/.test(token) : token.split(/[-_]/).every((part) => /^[A-Z]{3,}$/.test(part)))

const acronyms: ReadonlySet<string> = new Set(
  'HTTP HTTPS HTML JSON YAML NULL TRUE FALSE NONE ASCII UUID SMTP IMAP LDAP SAML OAUTH PCIDSS GDPR HIPAA NIST OWASP HELLO WELCOME THANKS SORRY PLEASE NEVER ALWAYS IMPORTANT WARNING NOTE ERROR DONE OKAY EQUAL CLOSED OPEN NOTHING REDACTED CONFIDENTIAL CLASSIFIED SECRET PASSWORD LOREM IPSUM FAQS INFO HELP MUST ONLY WILL YOUR THIS THAT HERE WHAT WITH FROM SYSTEM ADMIN USER ASSISTANT PENDING ACTIVE INACTIVE APPROVED READY SHIPPED DELIVERED COMPLETED PROCESSING CANCELLED UNKNOWN SUCCESS FAILED BLOCKED DENIED ACCEPTED REJECTED URGENT TOMORROW TODAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY'.split(
    ' ',
  ),
)

/** Whether a plain word is all that follows its name: quoted, or at the end of the sentence. */
function isStandingAlone(text: string, { value, start, end }: Credential, after: number): boolean {
  const quoted = /["“'‘`*«「『]/u.test(text.slice(after, start)) && /^["”'’`*»」』]/u.test(text.slice(end, end + 1))
  if (quoted) return true
  // Where words are not set apart, what stands there is the rest of the sentence.
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(value)) return false
  if (/(?:ed|ing|able|ible|ive|ally|ful|less|ous|tion|ment|ness|ity)$/i.test(value) || /^\p{Lu}/u.test(value)) return false
  if (value.includes('-') && descriptive.test(value)) return false
  const rest = text.slice(end, end + 40)
  if (
    /^,\s+(?:(?:but|and|so|just|please)\s+)*(?:keep|do(?:n['’]t| not) (?:tell|share|pass)|tell no|never tell|use it|between)\b/iu.test(rest)
  )
    return true
  return /^["”'’`*_]*(?:[.!。！](?:\s|$)|\s*$|\n)/u.test(text.slice(end, end + 6))
}
