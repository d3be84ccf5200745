import { contactRecords } from './contact-records.ts'
import type { Sensitive } from './sensitive.ts'

// A dump of records begins well before this; each candidate costs a checksum.
const mostChars = 65_536
const mostCandidates = 200

/** Payment cards, bank accounts, keys, tokens and customers' records in a text. Checked, not guessed: documentation examples are left out. */
export function sensitiveData(text: string, fewestPeople: 1 | 2 = 2): Sensitive[] {
  const shown = text.slice(0, mostChars)
  if (!anySign.test(shown)) return []
  return [
    ...cards(shown),
    ...ibans(shown),
    ...privateKeys(shown),
    ...tokens(shown),
    ...apiKeys(shown),
    ...connections(shown),
    ...contactRecords(shown, fewestPeople),
  ]
}

/** A digit, an address or a long run without a space: whatever is looked for has one of them, and most answers have none. */
const anySign = /[\d@]|[\w.+-]{16}/

function* matches(text: string, shape: RegExp): Generator<RegExpMatchArray & { index: number }> {
  let seen = 0
  for (const match of text.matchAll(shape)) {
    if (++seen > mostCandidates) return
    yield match
  }
}

/** Groups of four, or 4-6-5, or no groups at all: other spacings are other numbers. */
const cardShape = /(?<![\d.,-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?|3[47]\d{2}([ -])\d{6}\2\d{5}|\d{14,19})(?![\d-])/g

function cards(text: string): Sensitive[] {
  const found: Sensitive[] = []
  for (const match of matches(text, cardShape)) {
    const digits = match[0].replace(/\D/g, '')
    if (!issuer.test(digits) || !isLuhn(digits) || isMadeUp(digits) || knownExamples.has(digits)) continue
    // Long numbers without groups are order numbers as often as cards: the words around them decide.
    const grouped = /\D/.test(match[0])
    if (
      !grouped &&
      !/card|visa|master|amex|karte|carte|tarjeta|cart[ãa]o|карт|卡|カード|카드/i.test(around(text, match.index, match[0].length, 60))
    )
      continue
    found.push({ what: 'a payment card number with a valid checksum', value: match[0], ...span(match), certain: true })
  }
  return found
}
// Visa, Mastercard (both ranges), American Express, Discover, Diners, JCB, UnionPay, Maestro.
const issuer =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|3[47]\d{13}|6(?:011|5\d{2}|4[4-9]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|(?:50|5[6-9]|6[0-9])\d{10,17})$/

function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, twice = false; at >= 0; at--, twice = !twice) {
    const digit = digits.charCodeAt(at) - 48
    sum += twice ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** Numbers that nobody was issued: one digit over and over, or counting up. */
const isMadeUp = (digits: string): boolean =>
  /(\d)\1{5,}/.test(digits) ||
  /(\d{2,4})\1{2,}/.test(digits) ||
  /(?:0123456|1234567|2345678|9876543)/.test(digits) ||
  new Set(digits).size <= 4

// What payment providers and standards print in their documentation; most others fall to `isMadeUp`.
const knownExamples: ReadonlySet<string> = new Set(
  `4012888888881881 4532015112830366 4539578763621486 5105105105105100 5200828282828210 2223003122003222 378282246310005 371449635398431 378734493671000 30569309025904
  38520000023237 3566002020360505 6011000990139424 4000056655665556 5425233430109903 4917610000000000 6200000000000005 4916338506082832 5610591081018250 4263970000005262
  5425230000004415 374245455400126 6011000991300009 3530111333300000 4485275742308327 5500005555555559 4539148803436467 4716461583322103 5454545454545454
  DE89370400440532013000 GB29NWBK60161331926819 GB82WEST12345698765432 GB33BUKB20201555555555 FR1420041010050500013M02606 FR7630006000011234567890189 ES9121000418450200051332
  IT60X0542811101000000123456 NL91ABNA0417164300 BE68539007547034 CH9300762011623852957 AT611904300234573201 SE4550000000058398257466 NO9386011117947 DK5000400440116243
  FI2112345600000785 PT50000201231234567890154 PL61109010140000071219812874 IE29AIBK93115212345678 LU280019400644750000 GR1601101250000000012300695 DE12500105170648489890 DE75512108001245126199`.split(
    /\s+/,
  ),
)

const ibanShape = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g

function ibans(text: string): Sensitive[] {
  const found: Sensitive[] = []
  for (const match of matches(text, ibanShape)) {
    const iban = match[0].replaceAll(' ', '')
    if (iban.length < 15 || iban.length > 34 || !isMod97(iban) || knownExamples.has(iban) || /(\d)\1{6,}|12345678/.test(iban)) continue
    found.push({ what: 'a bank account number (IBAN) with a valid checksum', value: match[0], ...span(match), certain: true })
  }
  return found
}

function isMod97(iban: string): boolean {
  let rest = 0
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = char >= 'A' ? char.charCodeAt(0) - 55 : char.charCodeAt(0) - 48
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function privateKeys(text: string): Sensitive[] {
  return [...matches(text, /-----BEGIN (?:[A-Z]{2,10} ){0,3}PRIVATE KEY-----\s+([A-Za-z0-9+/=\s]{64,4000})/g)]
    .filter((match) => entropy(match[1]!.replace(/\s/g, '').slice(0, 200)) > 4.5)
    .map((match) => ({ what: 'a private key', value: match[0].slice(0, 120), ...span(match), certain: true, secret: true }))
}

function tokens(text: string): Sensitive[] {
  return [...matches(text, /(?<![\w.-])eyJ[A-Za-z0-9_-]{10,500}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{20,700}/g)]
    .filter((match) => isToken(match[0]))
    .map((match) => ({ what: 'a signed access token (JWT)', value: match[0], ...span(match), certain: true, secret: true }))
}

function isToken(token: string): boolean {
  const [header, body] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('utf8'))
  if (!/"alg"\s*:/.test(header!) || !body!.startsWith('{')) return false
  // The token that every tutorial shows.
  return !/"1234567890"|John Doe|"example/.test(body!)
}

const keyShape =
  /(?<![\w-])(?:sk-(?:proj-|ant-|live-)?[A-Za-z0-9_-]{20,200}|sk_live_[A-Za-z0-9]{16,}|rk_live_[A-Za-z0-9]{16,}|AKIA[A-Z0-9]{16}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|xox[abprs]-[A-Za-z0-9-]{20,}|AIza[A-Za-z0-9_-]{35}|glpat-[A-Za-z0-9_-]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,})(?![\w-])/g

function apiKeys(text: string): Sensitive[] {
  return [...matches(text, keyShape)]
    .filter(([key]) => entropy(key) > 3.2 && !/example|sample|xxxx|your|placeholder|dummy|1234567|abcdef|0{5}|test/i.test(key))
    .map((match) => ({
      what: 'an access key in the form of a known provider',
      value: match[0],
      ...span(match),
      certain: true,
      secret: true,
    }))
}

/** `postgres://report:Kite-9931-fog@db.internal`: a user and a password inside an address. */
function connections(text: string): Sensitive[] {
  return [...matches(text, /(?<![\w+.-])[a-z][a-z0-9+]{1,20}:\/\/([^\s:@/"'<>]{1,64}):([^\s:@/"'<>]{4,80})@[\w.-]{3,100}/gi)]
    .filter((match) => !/^(?:user|username|login|name)$/i.test(match[1]!) && !notPassword.test(match[2]!))
    .map((match) => ({ what: 'a connection string with its password', value: match[0], ...span(match), certain: true, secret: true }))
}
const notPassword = /^(?:pass(?:word|wd)?|pwd|secret|your.*|my.*|x+|\*+|\.+|<.*|\{.*|\$.*|\[.*|%.*|changeme|redacted|token)$/i

/** Bits a character: words are below 3, random keys above 3.5. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}

const span = (match: RegExpMatchArray & { index: number }) => ({ start: match.index, end: match.index + match[0].length })
const around = (text: string, at: number, length: number, size: number): string => text.slice(Math.max(0, at - size), at + length + size)
