/** Markdown with its code blanked out, same length: fences, indented fences and spans are shown, not run. */
export function withoutCode(text: string): string {
  if (!text.includes('`') && !text.includes('~~~') && !/<(?:pre|code|xmp|textarea)\b/i.test(text)) return text
  return blankTags(blankSpans(blankFences(text)))
}

const blank = (part: string): string => part.replace(/[^\n]/g, ' ')

function blankFences(text: string): string {
  let fence: string | undefined
  return text
    .split('\n')
    .map((line) => {
      const mark = /^\s{0,8}(?:>\s?)?(`{3,}|~{3,})/.exec(line)?.[1]
      if (fence === undefined) {
        if (mark === undefined) return line
        fence = mark
        return blank(line)
      }
      if (mark?.startsWith(fence)) fence = undefined
      return blank(line)
    })
    .join('\n')
}

function blankSpans(text: string): string {
  return text.replace(/``[^`\n]*``|`[^`\n]*`/g, blank)
}

function blankTags(text: string): string {
  let out = text
  for (const tag of ['pre', 'code', 'xmp', 'textarea']) {
    let from = 0
    for (;;) {
      const lower = out.toLowerCase()
      const open = lower.indexOf(`<${tag}`, from)
      if (open < 0) break
      const close = lower.indexOf(`</${tag}`, open)
      const end = close < 0 ? out.length : close
      out = out.slice(0, open) + blank(out.slice(open, end)) + out.slice(end)
      from = end + 1
      if (close < 0) break
    }
  }
  return out
}
