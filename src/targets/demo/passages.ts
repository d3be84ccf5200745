/** A message taken apart: what the user says, and text that is handed over to be worked on. */
export type Passages = Readonly<{ own: string; data: readonly string[] }>

const fences: readonly RegExp[] = [
  /"""([\s\S]{1,20000}?)(?:"""|$)/g,
  /```[\w-]*\n?([\s\S]{1,20000}?)(?:```|$)/g,
  /<!--([\s\S]{1,8000}?)(?:-->|$)/g,
  /<([a-z][\w-]{0,30})(?:\s[^>\n]{0,200})?>([\s\S]{1,20000}?)<\/\1>/gi,
  /(?:-{3,}|={3,}|\*{3,}|#{3,}|_{3,}|~{3,})[^\n]{0,60}\n([\s\S]{1,20000}?)(?:\n\s*(?:-{3,}|={3,}|\*{3,}|#{3,}|_{3,}|~{3,})|$)/g,
  /\[(?:begin|start)[^\]\n]{0,40}\]([\s\S]{1,20000}?)(?:\[(?:end|stop)[^\]\n]{0,40}\]|$)/gi,
  /(?:^|\n)((?:>[^\n]*\n?){1,200})/g,
  /[“"«]([^”"»]{80,8000})[”"»]/g,
]
const introduced =
  /\b(?:document|article|e-?mail|message|text|page|website|review|ticket|report|note|notes|transcript|passage|excerpt|file|content|contents|résumé|resume|cv|letter|post|comment|paragraph|snippet|readme|result|results|output|log|table|csv|json|html|search results?|tool (?:result|output|response)|invoice|contract|description|entry|feedback|subtitles?|texto|documento|correo|texte|document|courriel|text|dokument|nachricht|testo|texto|документ|текст|письмо)\b[^:\n]{0,40}:\s*\n?([\s\S]{30,20000})$/i

/** Splits by the usual marks: fences, tags, comments, rules, long quotations, "here is the e-mail:". */
export function passagesIn(message: string): Passages {
  const data: string[] = []
  let own = message
  for (const fence of fences) {
    own = own.replace(fence, (whole: string, first: string, second: unknown) => {
      const inner = typeof second === 'string' ? second : first
      if (inner.trim().length < 12) return whole
      data.push(inner.trim())
      return '\n'
    })
  }
  const rest = introduced.exec(own)
  if (rest && (data.length === 0 || rest[1]!.trim().length > 60)) {
    data.push(rest[1]!.trim())
    own = own.slice(0, rest.index + rest[0].length - rest[1]!.length)
  }
  const paragraphs = own.split(/\n\s*\n/)
  if (data.length === 0 && paragraphs.length > 1) {
    data.push(paragraphs.slice(1).join('\n\n').trim())
    own = paragraphs[0]!
  }
  return { own: own.trim(), data: data.filter((passage) => passage.length > 0) }
}
