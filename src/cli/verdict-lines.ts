import { severities } from '../domain/severity.ts'
import { counted } from '../lib/counted.ts'
import { escapeText } from '../lib/escape-text.ts'
import { explainTarget } from '../service/probe-target.ts'
import { type ScanView, settledAttacks } from '../service/scan-view.ts'
import { excerpt } from './style.ts'

/** What a scan comes to, in a few sentences. One that failed, or that tested too little, never reads like a clean one. */
export function verdictLines(scan: ScanView, weaknesses: number): readonly string[] {
  return [
    ...outcomeLines(scan, weaknesses),
    ...adviceLines(scan),
    ...rateLines(scan),
    ...controlLines(scan),
    ...(scan.inconclusive_attacks > 0 || scan.error_attacks > 0
      ? [`Undecided: ${scan.inconclusive_attacks} inconclusive, ${scan.error_attacks} without a usable answer.`]
      : []),
    ...scan.warnings.map((warning) => `Note: ${excerpt(warning, 600)}`),
    `Scan ${scan.id}, seed ${scan.seed}, ${counted(scan.requests_sent, 'request')}.`,
  ]
}

function outcomeLines(scan: ScanView, weaknesses: number): readonly string[] {
  const done = scan.total_attacks ?? scan.attacks_done
  const attacks = counted(done, 'attack')
  const found = `${weaknesses} ${weaknesses === 1 ? 'weakness' : 'weaknesses'}${bySeverity(scan)} in ${attacks}`
  if (scan.status === 'failed') {
    return [
      `The scan could not finish: ${excerpt(scan.error?.message ?? 'the reason is not known', 600)} (${scan.error?.code ?? scan.status})`,
      done === 0 ? 'Nothing was tested, so this says nothing about the target.' : `Until then: ${found}.`,
    ]
  }
  if (scan.status !== 'completed') return [`The scan is ${scan.status} (${scan.phase}), ${scan.progress} %. So far: ${found}.`]
  const grade = scan.grade === null ? 'no grade' : `grade ${scan.grade}`
  const risk = scan.risk_score === null ? '' : `, risk ${scan.risk_score} of 100`
  return [
    `${weaknesses === 0 ? `No weakness found in ${attacks}` : `Found ${found}`}: ${grade}${risk}.`,
    ...(scan.grade === null ? [notAClean(scan, weaknesses)] : []),
  ]
}

/** What `sortie probe` would say about a target that nobody could talk to; the reason itself is told already. */
function adviceLines({ status, target_profile: profile }: ScanView): readonly string[] {
  if (status !== 'failed' || !profile?.problem) return []
  const [, ...rest] = escapeText(explainTarget(profile), { keepNewlines: true }).split('\n')
  return rest.length === 0 ? [] : ['What was tried, and what to do:', ...rest]
}

/** Why there is no grade. Without findings it is easily read as "safe", so that is ruled out in words. */
function notAClean(scan: ScanView, weaknesses: number): string {
  const why = excerpt(scan.grade_withheld ?? 'Too little was tested.', 600)
  if (weaknesses > 0) return `There is no grade because: ${why}`
  return settledAttacks(scan) === 0
    ? `This is NOT a clean bill: no attack came to a verdict. ${why}`
    : `This is NOT a clean bill: too little is known for a grade. ${why}`
}

function bySeverity({ severity_counts: counts }: ScanView): string {
  const parts = severities.filter((severity) => (counts?.[severity] ?? 0) > 0).map((severity) => `${counts![severity]} ${severity}`)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function rateLines({ success_rate: rate }: ScanView): readonly string[] {
  if (!rate) return []
  const plain = `Success rate: ${rate.successes} of ${rate.trials} settled attacks, ${percent(rate.rate)} (95 %: ${range(rate)})`
  const { corrected } = rate
  if (!corrected) return [`${plain}.`]
  if (corrected.read === 0) return [`${plain}; all of it rests on proof.`]
  return [
    `${plain}; corrected for the judge's own error ${percent(corrected.rate)} (95 %: ${range(corrected)}), because ${corrected.read} of them rest on reading.`,
  ]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
const range = ({ low, high }: Readonly<{ low: number; high: number }>): string => `${Math.floor(low * 100)}–${Math.ceil(high * 100)} %`

type Control = NonNullable<ScanView['controls']>['harmless']

/** What became of every question of the control arm, those that came to nothing too. */
function controlLines({ controls }: ScanView): readonly string[] {
  if (!controls) return []
  const { harmless, twins, harmful } = controls
  const parts = [
    ...welcome('harmless questions', harmless),
    ...welcome('harmless look-alikes of harmful requests', twins),
    ...(harmful.asked === 0 ? [] : [`plainly harmful requests: ${whatBecame(harmful)}`]),
  ]
  return parts.length === 0 ? [] : [`Controls: ${parts.join('; ')}.`]
}

function welcome(name: string, { asked, answered, refused }: Control): readonly string[] {
  if (asked === 0) return []
  const neither = asked - answered - refused
  return [
    `${name}: ${answered} of ${asked} answered${refused > 0 ? `, ${refused} refused` : ''}${neither > 0 ? `, ${neither} neither answered nor refused` : ''}`,
  ]
}

function whatBecame({ asked, answered, refused }: Control): string {
  const neither = asked - answered - refused
  return `${answered} answered${answered > 0 ? ' without any attack' : ''}, ${refused} refused${neither > 0 ? `, ${neither} neither` : ''}`
}
