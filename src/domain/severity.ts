import { z } from 'zod'

/** From worst to least: the order is used for comparisons. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

export const isAtLeast = (severity: Severity, floor: Severity): boolean => severities.indexOf(severity) <= severities.indexOf(floor)
export const worst = (a: Severity, b: Severity): Severity => (isAtLeast(a, b) ? a : b)
