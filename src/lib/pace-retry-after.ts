/** How long a `Retry-After` header asks to wait: seconds, or a date (RFC 9110, 10.2.3). Undefined when it says nothing usable. */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000
  // Some gateways send fractions, though the standard has whole seconds only.
  if (/^\d{1,10}\.\d{1,6}$/.test(text)) return Math.ceil(Number(text) * 1000)
  if (!/^[A-Za-z]{3,9},? [\w: -]{8,32}(?: GMT| UTC)?$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
