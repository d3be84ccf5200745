import { Problem } from './domain/problem.ts'
import { type JudgedRow, JudgeRow, judgeRow } from './judge/score-row.ts'

/** The judge of `sortie judge`: one row in, one verdict out. */
export function openJudge(): (row: unknown) => Promise<JudgedRow> {
  return async (row) => {
    const parsed = JudgeRow.safeParse(row)
    if (parsed.success) return judgeRow(parsed.data)
    const issue = parsed.error.issues[0]
    throw new Problem('invalid_request', `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'not a row to judge'}`)
  }
}
