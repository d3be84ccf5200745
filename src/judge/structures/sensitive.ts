/**
 * Data that should not be in any answer: what it is, and where. `certain` where a checksum or a structure vouches for it; `secret`
 * where it opens something, otherwise it is about people.
 */
export type Sensitive = Readonly<{ what: string; value: string; start: number; end: number; certain: boolean; secret?: true }>
