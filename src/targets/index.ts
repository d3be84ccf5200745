import type { Protocol, ProtocolId } from '../domain/target.ts'
import { json } from './protocols/json.ts'
import { openAiChat } from './protocols/openai-chat.ts'

/** Every protocol we speak. A new one is a file in protocols/ and a line here. */
export const protocols: Readonly<Partial<Record<ProtocolId, Protocol>>> = {
  'openai-chat': openAiChat,
  json,
}
