import { toProblem } from '../domain/problem.ts'
import type { Conversation } from '../domain/target.ts'

/** Ends a conversation. What was said stays said: a target that fails at saying goodbye changes no verdict. */
export async function farewell(conversation: Conversation): Promise<void> {
  try {
    await conversation.close?.()
  } catch (error) {
    if (toProblem(error).code === 'internal') throw error
  }
}
