/** Sentences in disguise: runs of Base64 or hexadecimal that decode to words. A run of letters that says nothing is none. */
export function encodedText(text: string): string[] {
  const runs = [...text.matchAll(/(?:[A-Za-z0-9+/_-]{20,}\s?){1,400}={0,2}/g)].map(([run]) => run)
  const hex = [...text.matchAll(/(?:[0-9a-fA-F]{2}[\s:]?){20,4000}/g)].map(([run]) => run)
  return [
    ...runs.filter((run) => isProse(Buffer.from(run.replace(/\s/g, ''), 'base64').toString('utf8'))),
    ...hex.filter((run) => isProse(Buffer.from(run.replace(/[\s:]/g, ''), 'hex').toString('utf8'))),
  ]
}

/** At least four words, and hardly anything but letters, spaces and punctuation. */
function isProse(text: string): boolean {
  const sample = text.slice(0, 2000)
  const words = sample.match(/\p{L}{2,}/gu) ?? []
  const plain = sample.match(/[\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0
  return new Set(words).size >= 4 && plain >= sample.length * 0.95
}
