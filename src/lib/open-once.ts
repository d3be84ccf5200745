/** Something that is opened by the first who asks for it. What could not be opened is tried again by the next, and needs no closing. */
export function openOnce<Value>(open: () => Promise<Value>) {
  let opening: Promise<Value> | undefined
  return {
    get(): Promise<Value> {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    /** What was opened, if anything was. */
    opened: (): Promise<Value> | undefined => opening,
  }
}
