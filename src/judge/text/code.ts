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
      if (line === '') return line
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

/** One pass: each opening tag is looked at once, and blanks up to its own closing tag or to the end. */
function blankTags(text: string): string {
  const opening = /<(pre|code|xmp|textarea)(?=[\s/>]|$)/gi
  let out = ''
  let from = 0
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const closing = closings[open[1]!.toLowerCase()]!
    closing.lastIndex = opening.lastIndex
    const end = closing.exec(text)?.index ?? text.length
    out += text.slice(from, open.index) + blank(text.slice(open.index, end))
    from = end
    opening.lastIndex = end
  }
  return out + text.slice(from)
}

const closings: Readonly<Record<string, RegExp>> = {
  pre: /<\/pre(?=[\s/>]|$)/gi,
  code: /<\/code(?=[\s/>]|$)/gi,
  xmp: /<\/xmp(?=[\s/>]|$)/gi,
  textarea: /<\/textarea(?=[\s/>]|$)/gi,
}

/** Text with fenced programs blanked out, same length: what a program assigns to `password` is an example. A fence without a program stays. */
export function withoutProgram(text: string): string {
  if (!text.includes('```')) return text
  return text.replace(/```[^`]*(?:```|$)/g, (fence) => (program.test(fence.slice(0, 4000)) ? blank(fence) : fence))
}
const program =
  /^```(?:python|py|js|javascript|ts|typescript|java|go|rust|c|cpp|csharp|cs|php|ruby|rb|sh|bash|shell|sql|kotlin|swift|dockerfile|nginx|html|css|powershell)\b|^[ \t]{0,40}(?:import|from|def|class|const|let|var|function|public|private|return|if|for|async|await|#include|using|package|func|fn|export|curl|pip|npm|git|docker|sudo|SELECT|INSERT|CREATE)\b|=>|\);|\(\) ?[{:]/m
