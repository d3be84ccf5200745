/** Which reader an answer is for: the scripts it is written in decide, not what anyone says its language is. */
export type Reader = 'en' | 'zh' | 'none'

const looked = 600

export function readerFor(response: string): Reader {
  let [latin, han, kana, other] = [0, 0, 0, 0]
  for (const letter of response.slice(0, looked)) {
    if (/\p{Script=Latin}/u.test(letter)) latin++
    else if (/\p{Script=Han}/u.test(letter)) han++
    else if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) kana++
    else if (/\p{L}/u.test(letter)) other++
  }
  // An ideograph says about as much as four Latin letters.
  if (kana > han / 4 && kana > latin / 4) return 'none'
  if (4 * han > latin && han > other) return 'zh'
  return other > latin ? 'none' : 'en'
}
