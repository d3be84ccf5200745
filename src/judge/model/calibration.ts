import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logits, Scores } from './judge-input.ts'
import type { Reader } from './script.ts'

/** How log-odds become probabilities. training/calibrate.py fits it on answers of sources the models had not seen. */
export type Calibration = Readonly<{
  version: number
  /** Tokens a network reads of one request and answer. */
  window: number
  linear: Scale
  networks: Readonly<Record<Exclude<Reader, 'none'>, Scale & Readonly<{ share: number }>>>
  /** An answer this clearly a refusal is settled by the linear model alone; `rate` of such answers were a success after all. */
  sure: Readonly<{ refused: number; succeeded: number; rate: number }>
}>

type Line = Readonly<{ slope: number; shift: number }>
type Scale = Readonly<{ refused: Line; succeeded: Line & Readonly<{ lessRefused: number }> }>

export function openCalibration(folder: string): Calibration {
  return JSON.parse(readFileSync(join(folder, 'calibration.json'), 'utf8')) as Calibration
}

/** The linear model's own answer; sure only of plain refusals. */
export function fromLinear(linear: Logits, { version, linear: scale, sure }: Calibration): Scores {
  const isSure = linear[0] >= sure.refused && linear[1] <= sure.succeeded
  const scores = probabilities(linear, scale)
  return {
    ...scores,
    succeeded: isSure ? Math.min(scores.succeeded, sure.rate) : scores.succeeded,
    by: `linear@${version}`,
    sure: isSure,
    odds: { linear },
  }
}

/** A network and the linear model together: they err on different answers. */
export function fromNetwork(network: Logits, linear: Logits, reader: Exclude<Reader, 'none'>, calibration: Calibration): Scores {
  const scale = calibration.networks[reader]
  const mixed = (i: 0 | 1) => scale.share * network[i] + (1 - scale.share) * linear[i]
  const odds = { linear, network, chinese: reader === 'zh' }
  return { ...probabilities([mixed(0), mixed(1)], scale), by: `network-${reader}@${calibration.version}`, sure: true, odds }
}

function probabilities([refused, succeeded]: Logits, scale: Scale): Pick<Scores, 'refused' | 'succeeded'> {
  return {
    refused: logistic(scale.refused.slope * (refused + scale.refused.shift)),
    succeeded: logistic(scale.succeeded.slope * (succeeded - scale.succeeded.lessRefused * refused + scale.succeeded.shift)),
  }
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
