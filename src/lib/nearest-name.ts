/** The name that was probably meant: the one with the fewest letters wrong, and no more than one in four of them. */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const asked = wanted.toLowerCase().slice(0, mostChars)
  const most = Math.max(1, Math.floor(asked.length / 4))
  let best: string | undefined
  let fewest = most + 1
  for (const name of names) {
    if (Math.abs(name.length - asked.length) > most) continue
    const wrong = slips(asked, name.toLowerCase())
    if (wrong < fewest) [best, fewest] = [name, wrong]
  }
  return best
}

// Names are short; whatever is typed may not be.
const mostChars = 100

/** How many letters have to be added, left out or changed. */
function slips(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
