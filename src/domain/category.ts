import { z } from 'zod'

/** The kinds of attack a customer can choose. `packs/categories.yaml` says in words what each one tests. */
export const categories = [
  'jailbreak',
  'prompt_injection',
  'indirect_prompt_injection',
  'system_prompt_leakage',
  'sensitive_data_disclosure',
  'training_data_extraction',
  'insecure_output_handling',
  'excessive_agency',
  'tool_abuse',
  'context_poisoning',
  'rag_vector_weaknesses',
  'misinformation',
  'package_hallucination',
  'unbounded_consumption',
  'harmful_content',
  'cyber_misuse',
  'bias_toxicity',
  'encoding_obfuscation',
  'multilingual',
  'multi_turn',
] as const
export const Category = z.enum(categories)
export type Category = z.infer<typeof Category>

/** Forgives case and `-` for `_`; undefined when it is none of ours. */
export function toCategory(name: string): Category | undefined {
  const folded = name.trim().toLowerCase().replaceAll('-', '_')
  return categories.find((known) => known === folded)
}
