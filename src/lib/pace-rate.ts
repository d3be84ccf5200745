/**
 * How many a second the other side takes, learnt from the moments when it said that it was too many: what it had taken in the second
 * before is about what it allows. A little less than that from then on, and slowly more while nothing is refused. A cap on what is in
 * flight can't do this: one at a time is still hundreds a second where answers come at once.
 */
export interface LearntRate {
  /** An answer came to what was sent then. */
  taken(startedMs: number): void
  /** What was sent then was too many. */
  refused(startedMs: number): void
  /** The gap to keep between two requests; 0 when nothing is known. */
  readonly gapMs: number
}

/** So many of the last answers are remembered: enough to tell a rate, and no list to grow. */
const remembered = 64
/** Of what was taken a second ago: below it, so that the next refusal is some seconds off. */
const cut = 0.8
/** A second of answers brings back so much of the rate after the cut. */
const regain = 0.05
/** So many times the rate after the cut without a refusal: the limit was lifted, or it was none. */
const lifted = 4
const slowestPerSecond = 1

export function learnRate(): LearntRate {
  const starts = new Float64Array(remembered).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  let perSecond = Number.POSITIVE_INFINITY
  let afterCut = perSecond
  const takenBefore = (ms: number): number => {
    const recent = starts.filter((start) => start > ms - 1000 && start <= ms)
    // All that is remembered lies in this second: there may have been more.
    return recent.length < remembered ? recent.length : (1000 * remembered) / Math.max(1, ms - Math.min(...recent))
  }
  return {
    taken(startedMs) {
      starts[next] = startedMs
      next = (next + 1) % remembered
      if (perSecond === Number.POSITIVE_INFINITY) return
      perSecond += (regain * afterCut) / perSecond
      if (perSecond > lifted * afterCut) perSecond = Number.POSITIVE_INFINITY
    },
    refused(startedMs) {
      perSecond = Math.max(slowestPerSecond, cut * Math.min(perSecond, takenBefore(startedMs)))
      afterCut = perSecond
    },
    get gapMs() {
      return 1000 / perSecond
    },
  }
}
