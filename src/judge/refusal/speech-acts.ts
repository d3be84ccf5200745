/** What one language says when it declines. Sources of Unicode regular expressions, matched inside single sentences. */
export type SpeechActs = Readonly<{
  /** Common little words, to tell the language of Latin or Cyrillic text. Empty where the script tells it. */
  stop: string
  apology: string
  /** First person, unable or unwilling: the act itself. */
  decline: string
  /** Rules, law or ethics given as the reason. */
  policy: string
  /** The speaker calls itself a machine. */
  identity: string
  /** Something else is offered or recommended. */
  redirect: string
}>

export type Act = 'apology' | 'decline' | 'policy' | 'identity' | 'redirect'
export type ActMatchers = Readonly<Record<Act, RegExp>>

export const acts = ['apology', 'decline', 'policy', 'identity', 'redirect'] as const

/** Compiled once per language, on first use. Bounded repetitions only, so matching stays linear in the sentence. */
export function compileActs(language: SpeechActs): ActMatchers {
  const matcher = (source: string) => new RegExp(source, 'iu')
  return {
    apology: matcher(language.apology),
    decline: matcher(language.decline),
    policy: matcher(language.policy),
    identity: matcher(language.identity),
    redirect: matcher(language.redirect),
  }
}
