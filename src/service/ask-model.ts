import type { Ask } from '../domain/strategy.ts'
import type { Target } from '../domain/target.ts'

/** A language model as one question and one answer, each in a conversation of its own. */
export const askModel =
  (model: Target): Ask =>
  async (prompt, signal) => {
    const conversation = model.open()
    try {
      return (await conversation.send(prompt, signal)).text
    } finally {
      await conversation.close?.()
    }
  }
