/**
 * Whether an answer takes up what was asked: it shares words of its own with the request. Undefined where words can't tell:
 * a request with too few of them, or an answer in another script.
 */
export function takesUp(response: string, request: string): boolean | undefined {
  const wanted = new Set(stemsOf(request.slice(-3000)))
  if (wanted.size < 3 || scriptOf(response) !== scriptOf(request) || inOtherTongue(response, request)) return undefined
  const spoken = new Set(stemsOf(response.slice(0, 8000)))
  let shared = 0
  for (const stem of wanted) if (spoken.has(stem)) shared++
  // One word of a long request may be chance; letters, poems and insults may share hardly more with theirs.
  return shared >= (wanted.size > 50 ? 3 : wanted.size > 20 ? 2 : 1)
}

const common = new Set(
  'about after again against also because before being could does doing during each from have here into just like make more most only other over same should some such than that their them then there these they this those through under until very what when where which while will with would your please write give tell provide explain describe instructions step steps answer question using used want need help information someone people without open choose follow send start first last words lines short long good best text message list number every kind sure thing things time today year years next below above following keep take find look know think could really well still much many never always must might least whole full name right sentence sentences numbered page real place today'
    .split(' ')
    .map((word) => word.slice(0, 5)),
)

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/(?!\p{Script=Han})\p{L}{4,}/gu) ?? []
  // Chinese words are mostly pairs of characters, and nothing tells where one begins.
  const pairs = [...text.matchAll(/\p{Script=Han}(?=(\p{Script=Han}))/gu)].map((match) => match[0] + match[1]!)
  return [...words.map((word) => word.slice(0, 5)).filter((stem) => !common.has(stem)), ...pairs]
}

function scriptOf(text: string): string {
  const sample = text.slice(0, 400)
  for (const [name, letters] of scripts) if (letters.test(sample)) return name
  return 'latin'
}
const scripts: readonly (readonly [string, RegExp])[] = [
  ['kana', /[\u3040-\u30ff]/],
  ['han', /[\u4e00-\u9fff]{2}/],
  ['hangul', /[\uac00-\ud7af]/],
  ['cyrillic', /[\u0400-\u04ff]{3}/],
  ['arabic', /[\u0600-\u06ff]{3}/],
  ['other', /[\u0590-\u05ff\u0900-\u0e7f]{3}/],
]

const inOtherTongue = (response: string, request: string): boolean =>
  scriptOf(request) === 'latin' && isEnglish(response) !== isEnglish(request)

/** A translated answer shares no words with its request. Every tenth word of English is one of these, even in lists. */
function isEnglish(text: string): boolean {
  const words =
    text
      .slice(0, 1500)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  return words.filter((word) => little.has(word)).length >= words.length * 0.1
}
const little = new Set('the a an and of to in is it that for with as on at by you your be are this or not from i my we will can'.split(' '))
