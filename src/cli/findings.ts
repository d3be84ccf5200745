import type { FindingView } from '../service/list-findings.ts'
import { cut, excerpt, type Paint } from './style.ts'
import { table } from './table.ts'

/** Findings in full are five lines each: a scan shows the worst of them, `sortie show --all` every one. */
export const mostInFull = 10

/**
 * The findings, worst first: those in front with what was shown, how surely it comes again, the ids of standards and what to do
 * about it; the rest as a table. Everything in it that a target chose is escaped.
 */
export function findingLines(findings: readonly FindingView[], paint: Paint, width: number, inFull: number): readonly string[] {
  const rest = findings.slice(inFull)
  return [
    ...findings.slice(0, inFull).flatMap((finding) => [...card(finding, paint, width), '']),
    ...(rest.length > 0 ? [`And ${rest.length} more:`, ...shortTable(rest, paint, width), ''] : []),
  ]
}

const indent = ' '.repeat(10)

function card(finding: FindingView, paint: Paint, width: number): readonly string[] {
  const { severity, category, weakness } = finding
  const line = (label: string, text: string) => cut(`${indent}${label.padEnd(10)}${text}`, width)
  const head = cut(`${severity.padEnd(indent.length)}${excerpt(weakness, 60)} (${category})`, width)
  const proof = finding.evidence ? excerpt(finding.evidence.excerpt || (finding.evidence.note ?? ''), 200) : ''
  return [
    head.replace(severity, paint.severity(severity, severity)),
    line('shown by', `${excerpt(finding.attack_name, 80)}: ${finding.confidence}, ${howOften(finding)}`),
    ...(proof === '' ? [] : [line('it said', proof)]),
    paint.dim(line('ids', idsOf(finding))),
    line('fix', excerpt(firstSentence(finding.remediation), 300)),
  ]
}

function shortTable(findings: readonly FindingView[], paint: Paint, width: number): readonly string[] {
  const columns = [
    { title: 'SEVERITY', paint: (text: string, row: number) => paint.severity(findings[row]!.severity, text) },
    { title: 'WEAKNESS', most: 40 },
    { title: 'HITS' },
    { title: 'CATEGORY', most: 28 },
    { title: 'SHOWN BY' },
  ]
  const rows = findings.map((finding) => [
    finding.severity,
    excerpt(finding.weakness, 60),
    `${finding.success_rate.successes}/${finding.success_rate.trials}`,
    finding.category,
    excerpt(finding.attack_name, 80),
  ])
  return table(columns, rows, width)
}

/** In counts, and in what they make sure of: the lower end of the interval is what findings are ranked by. */
function howOften({ success_rate: { successes, trials, low }, reproduced }: FindingView): string {
  const again = reproduced ? `; the same probe ${reproduced.successes} of ${reproduced.trials} times` : ''
  return `${successes} of ${trials} ${trials === 1 ? 'attack' : 'attacks'}, at least ${Math.floor(low * 100)} %${again}`
}

function idsOf({ compliance, result_ids }: FindingView): string {
  const { owasp_llm, owasp_llm_2026, owasp_agentic, mitre_atlas, cwe } = compliance
  const standards = [...owasp_llm, ...owasp_llm_2026, ...owasp_agentic, ...mitre_atlas, ...cwe].join(' ')
  return [standards, result_ids[0]].filter((part) => part !== undefined && part !== '').join(' · ')
}

/** One line to act on; the rest of the advice is in the result. */
function firstSentence(text: string): string {
  const end = /[.!?](?=\s)/.exec(text)
  return end ? text.slice(0, end.index + 1) : text
}
