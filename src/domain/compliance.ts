/** Ids of published standards, rendered for the wire. Both `owasp_llm` and `mitre_atlas` are always there, if empty. */
export type Compliance = Readonly<{
  owasp_llm: readonly string[]
  mitre_atlas: readonly string[]
  owasp_llm_2026: readonly string[]
  owasp_agentic: readonly string[]
  cwe: readonly string[]
  nist: readonly string[]
  /** What ATLAS says helps against these techniques. Scans of the past have none. */
  atlas_mitigations?: readonly string[]
}>
