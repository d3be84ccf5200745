import { voicesOf } from '../text/voices.ts'

/**
 * What counts in an answer that speaks twice, first under the model's own name and then behind a mask ("[GPT]: I can't …
 * [DAN]: Well, …"): the mask's words. Every other answer is returned as it is, dialogues and scripts included.
 */
export function behindTheMask(response: string): string {
  const voices = voicesOf(response)
  const [first] = voices.filter((voice) => voice.label !== '')
  if (voices.length === 1 || !first || !ownName.test(first.label)) return response
  return voices.filter((voice) => voice.text.length > 40).at(-1)?.text ?? response
}

const ownName = /gpt|normal|classic|(?<!un)filtered|standard|assistant/
