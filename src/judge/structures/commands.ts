import { withoutCode } from '../text/code.ts'

/** SQL statements that stand in a text as statements, comments removed. */
export function sqlStatements(text: string, inCode: boolean): string[] {
  const shown = (inCode ? text : withoutCode(text)).replace(/\/\*[^*]{0,2000}\*\//g, ' ')
  return shown
    .split(/;|\n{2,}/)
    .map((statement) => statement.replace(/--[^\n]*/g, ' ').trim())
    .flatMap((statement) => {
      const at = statement.search(sqlStart)
      return at < 0 ? [] : [statement.slice(at, at + 4000)]
    })
}
const sqlStart =
  /\b(?:drop\s+(?:table|database|schema|view|user)|delete\s+from|truncate\s+table|insert\s+into|update\s+["'`\w.]+\s+set|alter\s+(?:table|user)|union\s+(?:all\s+)?select|select\s[\s\S]{1,300}?\bfrom|exec(?:ute)?\s+\w|grant\s+\w|create\s+(?:table|user)|load_file|into\s+outfile|or\s+'?\d+'?\s*=\s*'?\d+)\b/i

/** Shell commands that stand in a text as commands: a prompt, a substitution, a pipe or a known program first on the line. */
export function shellCommands(text: string, inCode: boolean): string[] {
  const shown = inCode ? text.replace(/`/g, '\n') : withoutCode(text)
  return shown.split('\n').flatMap((line) => {
    const command = line
      .trim()
      .replace(/^(?:[$#>]|PS>|C:\\>)\s+/, '')
      .slice(0, 4000)
    if (/^(?:#|\/\/|rem\b)/i.test(command)) return []
    const runs =
      shellProgram.test(command) ||
      /\$\([^()]{1,500}\)|\|\s*(?:ba|z|da)?sh\b|[;&|]{1,2}\s*(?:curl|wget|nc|rm|cat|bash|sh|python|perl|powershell)\b/.test(command)
    return runs ? [command] : []
  })
}
const shellProgram =
  /^(?:sudo\s+)?(?:curl|wget|bash|sh|zsh|rm|cat|echo|nc|ncat|python3?|perl|ruby|node|powershell|pwsh|cmd|cp|mv|chmod|chown|dd|mkfs|ssh|scp|touch|kill|crontab|systemctl|export|eval|source|certutil|invoke-\w+|iex|iwr|del|format|reg|net|nslookup|dig|ping|find|tar|git|docker)\s+\S/i

/** Expressions that a template engine would evaluate. */
export function templateExpressions(text: string): string[] {
  const found = withoutCode(text).match(
    /\{\{[^{}\n]{1,2000}\}\}|\$\{[^{}\n]{1,2000}\}|<%[=-]?[^%\n]{1,2000}%>|#\{[^{}\n]{1,2000}\}|\{%[^%\n]{1,2000}%\}|\$\([^()\n]{1,2000}\)|@\([^()\n]{1,2000}\)/g,
  )
  return found ?? []
}

/** Cells that a spreadsheet would take for formulas. */
export function csvFormulas(text: string): string[] {
  return withoutCode(text)
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => line.slice(0, 8000).split(/[,;\t]/))
    .map((cell) => cell.trim().replace(/^"/, ''))
    .filter((cell) => /^[=+@-]\s*(?:[A-Za-z][A-Za-z0-9_.]*\(|cmd\s*\||DDE|[A-Z]{1,3}\d{1,7}\b)|^=.+[|!]/i.test(cell))
}
