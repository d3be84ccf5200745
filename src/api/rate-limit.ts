/** A bucket of requests: `burst` at once, refilled at `perSecond`. */
export type Policy = Readonly<{ name: string; burst: number; perSecond: number }>
export type RateLimits = Readonly<{ requests: Policy; scans: Policy; failedLogins: Policy }>

/** Local: one person and their scripts, bounded only against run-away loops. Token: many clients share the service. */
export const defaultLimits: Readonly<Record<'local' | 'token', RateLimits>> = {
  local: {
    requests: { name: 'requests', burst: 20_000, perSecond: 5_000 },
    scans: { name: 'scans', burst: 5_000, perSecond: 200 },
    failedLogins: { name: 'logins', burst: 10_000, perSecond: 1_000 },
  },
  token: {
    requests: { name: 'requests', burst: 1_200, perSecond: 20 },
    scans: { name: 'scans', burst: 100, perSecond: 1 },
    // Keys have 256 random bits: this protects the processor, not the keys.
    failedLogins: { name: 'logins', burst: 1_000, perSecond: 10 },
  },
}

export type Taken = Readonly<{ isAllowed: boolean; remaining: number; resetSeconds: number; retryAfterMs: number; policy: Policy }>
export type Limiter = Readonly<{ take(who: string, policy: Policy, nowMs: number): Taken }>

const mostBuckets = 20_000

/** Token buckets in this process's memory. A bucket that is full again is the same as none, so those are dropped first. */
export function openLimiter(): Limiter {
  const buckets = new Map<string, { tokens: number; atMs: number; policy: Policy }>()

  const refilled = (bucket: { tokens: number; atMs: number; policy: Policy }, nowMs: number): number =>
    Math.min(bucket.policy.burst, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * bucket.policy.perSecond)

  const makeRoom = (nowMs: number): void => {
    for (const [id, bucket] of buckets) if (refilled(bucket, nowMs) >= bucket.policy.burst) buckets.delete(id)
    // Maps iterate in order of insertion: under a flood of names the oldest go, and memory stays bounded.
    for (const id of buckets.keys()) {
      if (buckets.size < mostBuckets / 2) break
      buckets.delete(id)
    }
  }

  return {
    take(who, policy, nowMs) {
      if (buckets.size >= mostBuckets) makeRoom(nowMs)
      const id = `${policy.name} ${who}`
      const bucket = buckets.get(id) ?? { tokens: policy.burst, atMs: nowMs, policy }
      const tokens = refilled(bucket, nowMs)
      const isAllowed = tokens >= 1
      const left = isAllowed ? tokens - 1 : tokens
      buckets.set(id, { tokens: left, atMs: Math.max(nowMs, bucket.atMs), policy })
      return {
        isAllowed,
        remaining: Math.floor(left),
        resetSeconds: Math.ceil((policy.burst - left) / policy.perSecond),
        retryAfterMs: isAllowed ? 0 : Math.ceil(((1 - left) / policy.perSecond) * 1000),
        policy,
      }
    },
  }
}

/** The IETF draft's fields, and the older ones that clients know. */
export function rateHeaders({ policy, remaining, resetSeconds }: Taken): Readonly<Record<string, string>> {
  const windowSeconds = Math.ceil(policy.burst / policy.perSecond)
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.burst};w=${windowSeconds}`,
    ratelimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(policy.burst),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  }
}
