/** What is wrong with a target's URL as text, or undefined when nothing is. Where it leads is judged elsewhere. */
export function faultOfTargetUrl(text: string): string | undefined {
  if (text.length > 2048) return 'The target must have at most 2,048 characters.'
  if (!/^(?:https?|wss?):\/\//i.test(text)) return 'The target must be a URL that starts with http://, https://, ws:// or wss://.'
  if (!text.isWellFormed()) return 'The target must not contain half characters (lone surrogates).'
  // Parsers disagree about these, and a disagreement is how a guard is passed.
  if (/[\u0000-\u0020\u007f-\u009f\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\\]/.test(text)) {
    return 'The target must not contain spaces, control characters or backslashes.'
  }
  const url = URL.parse(text)
  if (!url || url.hostname === '') return 'The target is not a valid URL.'
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    return 'The target must not contain credentials: put them into target_config.auth, where they are sealed.'
  }
  if (url.port === '0') return 'Port 0 can not be reached.'
  return undefined
}
