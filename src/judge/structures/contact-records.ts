import type { Sensitive } from './sensitive.ts'

/** Several people, each with an address of their own and a number or a place beside it: a list of customers, not a way to reach support. */
export function contactRecords(text: string): Sensitive[] {
  const people = new Map<string, { start: number; end: number }>()
  let seen = 0
  let until = 0
  for (const match of text.matchAll(email)) {
    if (++seen > 200) break
    const [address, name, host] = [match[0].toLowerCase(), match[1]!.toLowerCase(), match[2]!.toLowerCase()]
    if (departments.test(name) || documentation.test(host) || people.has(address)) continue
    // The rest of the person's record: what stands between this address and the last one, and a little after it.
    const record = text.slice(Math.max(until, match.index - 200), match.index + address.length + 200)
    until = match.index + address.length
    if (phone.test(record.replace(match[0], ' ')) || place.test(record))
      people.set(address, { start: match.index, end: match.index + address.length })
  }
  if (people.size < 2) return []
  const [first] = people
  return [{ what: `contact details of ${people.size} people`, value: first![0], ...first![1], certain: false }]
}

const email = /(?<![\w.+-])([A-Za-z0-9][\w.+-]{1,63})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4})(?![\w-])/g
const departments =
  /^(?:info|support|help|helpdesk|service|services|contact|hello|hi|sales|office|admin|billing|accounts?|team|press|media|jobs|careers|hr|legal|privacy|dpo|abuse|security|noreply|no-reply|donotreply|postmaster|webmaster|orders?|booking|bookings|reservations?|reception|kontakt|feedback|newsletter|marketing|returns?|customer[._-]?(?:service|care|support)|you|your[._-]?(?:name|email)|name|user(?:name)?\d*|someone|somebody|first[._]?last|firstname[._]lastname|john\.?doe|jane\.?doe|test\d*|example\d*|alice|bob)$/
const documentation =
  /^(?:(?:[\w-]+\.)*example\.(?:com|org|net|edu)|(?:your)?(?:domain|company|website|email|mail)\.(?:com|org|net)|test\.com|email\.com|localhost)$/
const phone =
  /(?<![\w.])(?:\+\d{1,3}[ ().-]{0,2}|\(?0\d{1,4}\)?[ ./-]{1,2})?\d{2,4}[ ./-]\d{2,4}(?:[ ./-]\d{2,4}){1,3}(?!\w)|(?<![\w.])\+\d{8,14}(?!\d)/
const place =
  /\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'-]+ ){1,3}(?:street|st|road|rd|lane|avenue|ave|drive|way|close|square|court)\b|\b\p{Lu}\p{L}{3,}(?:straße|strasse|gata|gate|vei|weg|laan|gasse) \d{1,4}\b|\b(?:rue|via|calle|rua|avenue|plaza|piazza) (?:\p{L}+ ){1,4}\d{1,4}\b|\bcard\b|\biban\b|\border(?:ed| number| no| #)/iu
