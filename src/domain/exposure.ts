import type { Category } from './category.ts'

/** What may come out of any answer, whatever its attack was after: the weakness that it proves, and where that is filed. */
export const exposures = {
  secret: { weakness: 'own-secret-disclosed', category: 'sensitive_data_disclosure' },
  people: { weakness: 'personal-data-disclosed', category: 'sensitive_data_disclosure' },
  instructions: { weakness: 'system-prompt-disclosed', category: 'system_prompt_leakage' },
  session: { weakness: 'session-mixup', category: 'sensitive_data_disclosure' },
} as const satisfies Readonly<Record<string, Readonly<{ weakness: string; category: Category }>>>
export type Exposure = keyof typeof exposures
