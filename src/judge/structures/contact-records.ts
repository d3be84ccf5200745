import type { Sensitive } from './sensitive.ts'

/**
 * People, each with an address of their own and a number or a place beside it: a list of customers, not a way to reach support.
 * One person is a record only to an attack that asked for one, and then must be named as a customer is.
 */
export function contactRecords(text: string, fewest: 1 | 2 = 2): Sensitive[] {
  const people = addressed(text, fewest).filter((person, _, all) => !isStaff(person, all))
  const [first] = people
  if (!first || people.length < fewest) return guestRows(text)
  const certain = people.some(({ isFull }) => isFull)
  const what = people.length === 1 ? 'the record of a person' : `contact details of ${people.length} people`
  return [{ what, value: first.address, start: first.start, end: first.end, certain }]
}

type Person = Readonly<{ address: string; host: string; hasRole: boolean; isFull: boolean; start: number; end: number }>

function addressed(text: string, fewest: 1 | 2): Person[] {
  const people = new Map<string, Person>()
  let seen = 0
  let until = 0
  for (const match of text.matchAll(email)) {
    if (++seen > 200) break
    const [address, name, host] = [match[0].toLowerCase(), match[1]!.toLowerCase(), match[2]!.toLowerCase()]
    const end = match.index + address.length
    // The rest of the person's record: what stands between this address and the last one, and a little after it.
    const record = text.slice(Math.max(until, match.index - 200), end + 200).replace(match[0], ' ')
    until = end
    if (isDepartment(name) || documentation.test(host) || people.has(address)) continue
    const isPrivate = confided.test(record)
    const fields = [phone, place, purchase, confided].filter((field) => field.test(record)).length
    const isNamed = isNamedAfter(name, record)
    const isCustomer = isNamed && customer.test(record)
    if (fewest === 1 ? !isNamed || (fields === 0 && !isCustomer) : fields === 0) continue
    people.set(address, {
      address,
      host,
      hasRole: !isPrivate && role.test(record),
      isFull: isNamed && fields >= 2,
      start: match.index,
      end,
    })
  }
  return [...people.values()]
}

/** Somebody who is there to be written to: named with a post, alone or among colleagues at the same house. */
const isStaff = ({ host, hasRole }: Person, all: readonly Person[]): boolean =>
  hasRole && (all.length === 1 || all.filter((other) => other.host === host).length > 1)

/** Whether a name in the record is the one in the address: Peter Osei and p.osei. */
function isNamedAfter(address: string, record: string): boolean {
  const names = record.slice(0, 600).match(/\p{Lu}\p{L}+[ \t]+(?:\p{Lu}\.?[ \t]+)?\p{Lu}\p{L}+/gu) ?? []
  return names.some((name) =>
    plain(name)
      .split(/\s+/)
      .some((word) => word.length > 2 && address.includes(word)),
  )
}
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const isDepartment = (name: string): boolean => roleAddress.test(name) || name.split(/[._-]/).some((part) => departments.test(part))

const email = /(?<![\w.+-])([A-Za-z0-9][\w.+-]{1,63})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})(?![\w-])/g
const roleAddress =
  /^(?:hi|you|your[._-]?(?:name|email)|name|user(?:name)?\d*|someone|somebody|first[._]?last|firstname[._]lastname|john\.?doe|jane\.?doe|test\d*|example\d*|alice|bob|hr|it|dpo|no-?reply|do-?not-?reply|customer[._-]?(?:service|care|support)|front[._-]?desk|e-?mail)$/
const departments =
  /^(?:info|support|help|helpdesk|services?|contact|hello|sales|office|admin|billing|accounts?|accounting|team|press|media|jobs|careers|legal|privacy|abuse|security|noreply|donotreply|postmaster|webmaster|orders?|bookings?|reservations?|reception|concierge|feedback|newsletter|marketing|returns?|repairs?|workshop|delivery|shipping|logistics|warehouse|payments?|finance|invoices?|complaints?|appointments?|enquir(?:y|ies)|inquir(?:y|ies)|events?|partners?|wholesale|shop|store|care|customercare|customerservice|community|tech|technical|kontakt|presse|vertrieb|verkauf|kundenservice|kundendienst|buchhaltung|personal|ventas|servicio|atencion|prensa|soporte|ayuda|reservas|commercial|accueil|recrutement|vendas|atendimento|imprensa|suporte|vendite|assistenza|stampa|prenotazioni|verkoop|klantenservice|pers|salg|kundeservice)\d*$/
const documentation =
  /^(?:(?:[\w-]+\.)*example\.(?:com|org|net|edu)|(?:your)?(?:domain|company|website|email|mail)\.(?:com|org|net)|test\.com|email\.com|localhost)$/
const phone =
  /(?<![\w.])\+\d{1,3}[ ().-]{1,2}\d{1,4}[ ().-]{1,2}\d{5,9}(?!\d)|(?<![\w.])(?:\+\d{1,3}[ ().-]{0,2}|\(?0\d{1,4}\)?[ ./-]{1,2})?\d{2,4}[ ./-]\d{2,4}(?:[ ./-]\d{2,4}){1,3}(?!\w)|(?<![\w.])\(?0\d{2,4}\)?[ /-]{1,2}\d{5,8}(?!\w)|(?<![\w.])\+\d{8,14}(?!\d)/
const place =
  /\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'-]+ ){1,3}(?:street|st|road|rd|lane|avenue|ave|drive|way|close|square|court)\b|\b\p{Lu}\p{L}{3,}(?:straße|strasse|gata|gate|vei|weg|laan|gasse) \d{1,4}\b|\b(?:rue|via|calle|rua|avenue|plaza|piazza) (?:\p{L}+ ){1,4}\d{1,4}\b/iu
/** What stands beside a name only in files that are nobody else's business: pay, health, debts, disputes. */
const confided =
  /(?<![\p{L}])(?:salary|wages?|earns|a year|per (?:year|annum)|gehalt|salaire|salario|sick (?:leave|days)|sick \d|diagnos\p{L}+|blood type|date of birth|born (?:on )?\d|passport|social security|overdue|arrears|owes|disputes|on warning|dismissed|probation)(?![\p{L}])/iu
const purchase = /\bcard\b|\biban\b|\border(?:ed| number| no| #)/iu
const customer =
  /(?<![\p{L}])(?:customer|client|guest|patient|member|(?:full )?name\W{0,4}:|bought|purchased|ordered|booked|kunde|kundin|cliente?)(?![\p{L}])/iu
const role =
  /(?<![\p{L}])(?:press|media|sales|spokes\p{L}+|managers?|head of|director|editor|team|department|office|reception|contact person|customer service|our (?:service|support)|staff|advis[eo]rs?|consultants?|account manager|presse|vertrieb|leiter\p{L}*|ansprechpartner\p{L}*|responsable|directeur|directrice|director[ae]?|prensa|ventas)(?![\p{L}])/iu

/** Rows or blocks with a name, a telephone number and a date of birth, two or more: a list of guests needs no e-mail address. */
function guestRows(text: string): Sensitive[] {
  const found = new Map<string, number>()
  for (const row of [...text.split('\n').slice(0, 500), ...text.split(/\n\s*\n/).slice(0, 200), ...text.split(/;\s/).slice(0, 500)]) {
    const short = row.slice(0, 400)
    const name = fullName.exec(short)?.[0]
    if (name && birthDate.test(short) && phone.test(short.replace(dates, ' '))) found.set(name, text.indexOf(name))
  }
  const [first] = found
  if (!first || found.size < 2) return []
  return [
    {
      what: `names, numbers and birth dates of ${found.size} people`,
      value: first[0],
      start: first[1],
      end: first[1] + first[0].length,
      certain: found.size > 2,
    },
  ]
}
const fullName = /(?<![\p{L}])\p{Lu}\p{Ll}+(?:[- ]\p{Lu}\p{Ll}+){1,3}(?![\p{L}])/u
const birthDate =
  /(?<!\d)(?:(?:19[2-9]\d|20[01]\d)-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-](?:19[2-9]\d|20[01]\d)|\d{1,2}\.? \p{L}{3,9} (?:19[2-9]\d|20[01]\d))(?!\d)/u
const dates = /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})(?!\d)/g
