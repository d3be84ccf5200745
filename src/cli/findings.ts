import type { FindingView } from '../service/list-findings.ts'
import { excerpt, type Paint, wrap } from './style.ts'
import { table } from './table.ts'

/** Findings in full are five lines or more: a scan shows the worst of them, `sortie show --all` every one. */
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
const labelled = 10
/** However narrow a terminal says it is. */
const leastText = 20

/** Nothing in full is cut for the terminal's sake: it goes on in the next line. */
function card(finding: FindingView, paint: Paint, width: number): readonly string[] {
  const { severity, category, weakness } = finding
  const lines = (label: string, text: string): readonly string[] =>
    wrap(text, Math.max(leastText, width - indent.length - labelled), '').map(
      (part, index) => `${indent}${(index === 0 ? label : '').padEnd(labelled)}${part}`,
    )
  const [head = '', ...rest] = wrap(`${excerpt(weakness, 200)} (${category})`, Math.max(leastText, width - indent.length), '')
  const { atlas_mitigations: mitigations } = finding.compliance
  const proof = finding.evidence ? excerpt(finding.evidence.excerpt || (finding.evidence.note ?? ''), 1000) : ''
  return [
    `${paint.severity(severity, severity)}${' '.repeat(indent.length - severity.length)}${head}`,
    ...rest.map((part) => `${indent}${part}`),
    ...lines('shown by', `${excerpt(finding.attack_name, 200)}: ${finding.confidence}, ${howOften(finding)}`),
    ...(proof === '' ? [] : lines('it said', proof)),
    ...lines('ids', idsOf(finding)).map(paint.dim),
    ...lines('fix', excerpt(finding.remediation, 2000)),
    ...(mitigations.length > 0 ? lines('ATLAS', mitigations.slice(0, 4).join('; ')).map(paint.dim) : []),
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
