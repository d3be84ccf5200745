/**
 * A reader of texts that knows its last few results. One answer is read by several that do not know of each other, and all within
 * a moment; long texts are read again rather than kept.
 */
export function rememberFew<Result>(read: (text: string, hint: string) => Result, most = 64): (text: string, hint?: string) => Result {
  const recent = new Map<string, Map<string, Result>>()
  let size = 0
  return (text, hint = '') => {
    if (text.length > longest) return read(text, hint)
    let hinted = recent.get(hint)
    const known = hinted?.get(text)
    if (known !== undefined) return known
    const result = read(text, hint)
    if (size >= most) {
      recent.clear()
      size = 0
      hinted = undefined
    }
    if (!hinted) {
      hinted = new Map()
      recent.set(hint, hinted)
    }
    hinted.set(text, result)
    size++
    return result
  }
}

const longest = 8192
