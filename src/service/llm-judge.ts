/** The name by which a scan asks for the operator's model as a judge. */
export const llmJudge = 'llm'
