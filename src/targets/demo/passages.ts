/** A message taken apart: what the user says, and text that is handed over to be worked on. */
export type Passages = Readonly<{ own: string; data: readonly string[] }>

const introduced =
  /\b(?:document|article|e-?mail|message|text|page|website|review|ticket|report|notes?|transcript|passage|excerpt|file|contents?|résumé|resume|cv|letter|post|comment|paragraph|snippet|readme|results?|output|log|table|csv|json|html|invoice|contract|description|entry|feedback|subtitles?|texto|documento|correo|texte|courriel|dokument|nachricht|testo|документ|текст|письмо)\b[^:\n]{0,40}:\s{0,4}(?=\S)/i

/** Splits by the usual marks: fences, tags, comments, rules, quotations, "here is the e-mail:". Every step is linear. */
export function passagesIn(message: string): Passages {
  const data: string[] = []
  let own = message
  for (const [open, close] of [
    ['"""', '"""'],
    ['```', '```'],
    ['<!--', '-->'],
  ] as const) {
    own = takeOut(own, open, close, data)
  }
  own = takeTags(own, data)
  own = takeLines(own, data)
  own = takeOut(own, '“', '”', data, 80)
  const rest = introduced.exec(own)
  if (rest && own.length - rest.index - rest[0].length >= 30) {
    data.push(own.slice(rest.index + rest[0].length).trim())
    own = own.slice(0, rest.index + rest[0].length)
  }
  const gap = own.indexOf('\n\n')
  if (data.length === 0 && gap >= 0) {
    data.push(own.slice(gap).trim())
    own = own.slice(0, gap)
  }
  return { own: own.trim(), data: data.filter((passage) => passage.length > 0) }
}

const mostPassages = 12

/** Moves what stands between two marks into `data`; a mark that is never closed reaches to the end. */
function takeOut(text: string, open: string, close: string, data: string[], least = 12): string {
  let kept = ''
  let at = 0
  for (let n = 0; n < mostPassages; n++) {
    const start = text.indexOf(open, at)
    if (start < 0) break
    const end = text.indexOf(close, start + open.length)
    const inner = text.slice(start + open.length, end < 0 ? undefined : end)
    const next = end < 0 ? text.length : end + close.length
    const isData = inner.trim().length >= least
    if (isData) data.push(inner.trim())
    kept += `${text.slice(at, start)}${isData ? '\n' : text.slice(start, next)}`
    at = next
  }
  return kept + text.slice(at)
}

/** The insides of elements that are closed again. */
function takeTags(text: string, data: string[]): string {
  let kept = ''
  let at = 0
  for (const open of [...text.matchAll(/<([a-z][\w-]{0,30})(?:\s[^<>\n]{0,200})?>/gi)].slice(0, 40)) {
    if (open.index < at || data.length >= mostPassages) continue
    const close = `</${open[1]}>`
    const end = text.indexOf(close, open.index + open[0].length)
    if (end < 0 || end - open.index < 12) continue
    data.push(text.slice(open.index + open[0].length, end).trim())
    kept += `${text.slice(at, open.index)}\n`
    at = end + close.length
  }
  return kept + text.slice(at)
}

const isRule = (line: string): boolean => /^\s{0,8}(?:-{3}|={3}|\*{3}|#{3}|_{3}|~{3}|\[(?:begin|start|end)\b)/i.test(line)

/** Lines between two rules, and lines quoted with `>`. */
function takeLines(text: string, data: string[]): string {
  const kept: string[] = []
  let inside: string[] | undefined
  const quoted: string[] = []
  for (const line of text.split('\n')) {
    if (isRule(line)) {
      if (inside) data.push(inside.join('\n').trim())
      inside = inside ? undefined : []
    } else if (inside) inside.push(line)
    else if (line.startsWith('>')) quoted.push(line.slice(1))
    else kept.push(line)
  }
  if (inside) data.push(inside.join('\n').trim())
  if (quoted.length > 0) data.push(quoted.join('\n').trim())
  return kept.join('\n')
}
