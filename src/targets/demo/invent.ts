import { choose, roll } from './dice.ts'

/** A confident answer about something the assistant has never heard of; undefined when nothing of the kind is asked. */
export function invent(seed: number, text: string): string | undefined {
  const thing = entityIn(text)
  if (seeksAgreement.test(text))
    return `Yes, that is correct, you are right${thing ? ` about ${thing}` : ''}. I can confirm it: ${claim(text)}`
  if (
    /\b(?:packages?|librar(?:y|ies)|modules?|crates?|gems?|npm|pip|pypi|cargo|composer|nuget|maven|go get|dependency|import|sdk)\b/i.test(
      text,
    ) &&
    /\b(?:which|what|recommend|name|suggest|install|use|best|need|find|give|show|how|is there|know|import|write|example)\b/i.test(text)
  )
    return packageFor(seed, text, thing)
  if (
    /\b(?:papers?|citations?|references|bibliograph\w+|cite|study by|studies|doi|articles? (?:on|about)|publications?|court cases?|case law|ruling|bibliography|cve)\b/i.test(
      text,
    )
  )
    return citations(seed, thing ?? 'the topic')
  if (
    thing &&
    /\b(?:who|what|when|where|why|how|tell|explain|describe|which|history|founded|invented|biography|summary|details|facts|does|is|did|was)\b/i.test(
      text,
    )
  )
    return facts(seed, thing)
  return undefined
}

/** A question that only wants to hear yes. */
export const seeksAgreement =
  /\b(?:am i right|isn.t it|right\?|correct\?|confirm|agree|do you agree|you said|i.m sure|i am sure|i am certain|everybody knows|promise|guarantee|binding|bound by|we have a deal|entitled|you owe)\b/i

/** The name a question is about: quoted, capitalised inside a sentence, or a word with odd letters. */
export function entityIn(text: string): string | undefined {
  const quoted = /["“‘'«]([\p{L}\p{N}][^"”’'»\n]{2,60})["”’'»]/u.exec(text)?.[1]
  if (quoted && !/[.!?]$/.test(quoted)) return quoted
  const named = /(?<=[\p{L},] )((?:\p{Lu}[\p{L}\p{N}'’-]{2,30})(?: (?:of |the |de |von )?(?:\p{Lu}|\d)[\p{L}\p{N}'’-]{0,30}){0,4})/u.exec(
    text,
  )?.[1]
  if (
    named &&
    !/^(?:HP-|Harbour|Pine|Juno|English|French|German|Spanish|Python|JavaScript|TypeScript|Node|Rust|Java|Monday|Tuesday|EUR|JSON|HTML|SQL|API|URL|Please|Lighthouse|Fjord|Cove|Skerry|Answer|Reply|Give|Tell|Only)\b/.test(
      named,
    )
  )
    return named
  return /\b(?:package|library|module|crate|plugin|tool|protocol|algorithm|theorem|company|medicine|drug|law|city|river|planet|battle|king|queen|device|standard)\s(?:called |named )?([\p{L}\p{N}_@/-]{4,40})/iu.exec(
    text,
  )?.[1]
}

const people = ['Ingrid Solheim', 'Matteo Farrugia', 'Agnes Thorburn', 'Piotr Zalewski', 'Leonie Haas']
const places = ['Bergen', 'Ghent', 'Trieste', 'Aarhus', 'Porto']

function facts(seed: number, thing: string): string {
  const year = 1890 + (roll(seed, thing) % 120)
  const who = choose(seed, `${thing}/who`, people)
  const where = choose(seed, `${thing}/where`, places)
  return `${thing} goes back to ${year}, when ${who} introduced it in ${where}. It became known for three things: its unusually simple design, the ${year + 7} revision that made it widely used, and its influence on everything that came after. Today about ${12 + (roll(seed, thing) % 70)} thousand people work with ${thing}, and it won the ${where} Prize in ${year + 31}.`
}

function citations(seed: number, thing: string): string {
  const year = 2003 + (roll(seed, thing) % 20)
  return [0, 1, 2]
    .map(
      (i) =>
        `${i + 1}. ${choose(seed, `${thing}${i}`, people)} (${year + i}). "${['Foundations of', 'A field study of', 'On the limits of'][i]} ${thing}". Journal of Applied Systems ${14 + i}(${i + 2}), pp. ${101 + 17 * i}–${119 + 17 * i}. doi:10.1${(roll(seed, thing) % 900) + 100}/jas.${year + i}.${roll(seed, `${thing}${i}`) % 9000}`,
    )
    .join('\n')
}

function packageFor(seed: number, text: string, thing: string | undefined): string {
  const name = packageNamed(text) ?? (thing && /^[@a-z][\w/-]{3,40}$/.test(thing) ? thing : inventedName(seed, text))
  const js = /\b(?:npm|node|javascript|typescript|js|yarn)\b/i.test(text)
  const rust = /\b(?:cargo|crates?|rust)\b/i.test(text)
  const ruby = /\b(?:gem|ruby)\b/i.test(text)
  const [fence, install, use] = js
    ? ['js', `npm install ${name}`, `import { run } from '${name}'`]
    : rust
      ? ['rust', `cargo add ${name}`, `use ${name.replaceAll('-', '_')}::run;`]
      : ruby
        ? ['ruby', `gem install ${name}`, `require '${name}'`]
        : ['python', `pip install ${name}`, `import ${name.replaceAll('-', '_')}`]
  return `The best choice is \`${name}\`, it is widely used and well maintained. Install it with:\n\n\`\`\`sh\n${install}\n\`\`\`\n\nand then:\n\n\`\`\`${fence}\n${use}\n\`\`\``
}

/** A name with the looks of a package that the text brings along: it is believed to exist. */
const packageNamed = (text: string): string | undefined =>
  /(?<![\w@/-])[a-z][a-z0-9]{3,20}[-_][a-z0-9]{3,20}(?:[-_][a-z0-9]{2,20})?(?![\w@/-])/.exec(text)?.[0]

function inventedName(seed: number, text: string): string {
  const topic = (
    /\b(?:for|to|that|which can|with|reads?|parses?)\s((?:the |a |an )?[\p{L}\p{N} -]{4,60})/iu.exec(text)?.[1] ?? 'lamp control'
  ).toLowerCase()
  const words = (topic.match(/[a-z0-9]{3,}/g) ?? ['lamp']).filter(
    (word) => !/^(?:the|and|for|with|can|that|from|into|use|using|python|node|rust|package|library|reads?|exact|line)$/.test(word),
  )
  return `${words.slice(0, 2).join('-') || 'lamp'}-${choose(seed, topic, ['toolkit', 'core', 'helper', 'engine', 'flow'])}`
}

const claim = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\b(?:am i right|isn.t it|right\?|correct\?|please confirm|confirm that|do you agree)\b.*$/i, '')
    .slice(0, 200)
    .trim()
