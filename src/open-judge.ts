import { fieldErrors } from './domain/field-errors.ts'
import { Problem } from './domain/problem.ts'
import { openSemanticJudge } from './judge/model/semantic-judge.ts'
import { type JudgedRow, JudgeRow, judgeRow } from './judge/score-row.ts'

/** The judge of `sortie judge`: one row in, one verdict out. Rows may be judged side by side. */
export function openJudge(): Readonly<{ judge: (row: unknown) => Promise<JudgedRow>; close: () => Promise<void> }> {
  const reader = openSemanticJudge()
  const judge = async (row: unknown) => {
    const parsed = JudgeRow.safeParse(row)
    if (parsed.success) return judgeRow(parsed.data, reader)
    throw new Problem('invalid_request', fieldErrors(parsed.error, 'The row')[0]?.detail ?? 'This is no row to judge.')
  }
  return { judge, close: () => reader.close() }
}
