import type { Attack } from '../domain/attack.ts'

/** Whether an attack is after what the target keeps: elsewhere a code in an answer is just a code. */
export const asksForSecrets = ({ detect }: Pick<Attack, 'detect'>): boolean =>
  detect.some((entry) => 'leak' in entry || 'credential' in entry)
