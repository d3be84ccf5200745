import { inspect } from 'node:util'

/** A string that does not print itself: not in logs, not in JSON, not in error messages. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. The only way to it, so that a search for `reveal` finds every use. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '***'
  }

  toJSON(): string {
    return '***'
  }

  [inspect.custom](): string {
    return 'Secret(***)'
  }
}
