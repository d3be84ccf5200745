import { z } from 'zod'

/** What most protocols can be told. Everything is optional: a plain URL works. */
export const ModelSettings = z.looseObject({
  model: z.string().optional(),
  /** Where requests really go, when that is not the URL itself; of the same origin. */
  url: z.string().optional(),
  /** Further members of the body that the endpoint insists on. */
  extra: z.record(z.string(), z.unknown()).default({}),
  /** Further headers that are no secret. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Ask for a stream: some endpoints answer in no other way. */
  stream: z.boolean().default(false),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/** `model` for a body, where one is known. */
export const modelMember = (settings: ModelSettings): Readonly<{ model?: string }> =>
  settings.model === undefined ? {} : { model: settings.model }
