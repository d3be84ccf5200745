import type { Script } from './attack.ts'
import type { Reply } from './target.ts'

/** What to say next; `fresh` opens a new session for it. */
export type Move = Readonly<{ say: string; fresh?: boolean }>

/** Asks a configured language model. Absent on a default install: everything must work without. */
export type Ask = (prompt: string, signal: AbortSignal) => Promise<string>

/** Drives one conversation: yields what to say, resumes with the reply, returns when it has seen enough. */
export type Strategy = (script: Script, aid: Readonly<{ ask?: Ask }>) => AsyncGenerator<Move, void, Reply>
