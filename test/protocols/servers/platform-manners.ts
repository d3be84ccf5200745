/** What each session has been told so far: adds a text, and answers those before it. */
export const sessions = () => {
  const store = new Map<string, string[]>()
  return (id: string, text: string): readonly string[] => {
    const before = store.get(id) ?? []
    store.set(id, [...before, text])
    return before
  }
}

/** What FastAPI says of a body without a field it needs. */
export const missingField = (...loc: string[]) => ({
  detail: [{ type: 'missing', loc: ['body', ...loc], msg: 'Field required', input: {} }],
})
