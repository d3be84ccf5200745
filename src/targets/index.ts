import type { Protocol, ProtocolId } from '../domain/target.ts'
import { anthropicMessages } from './protocols/anthropic-messages.ts'
import { bedrockConverse } from './protocols/bedrock-converse.ts'
import { cohereChat } from './protocols/cohere-chat.ts'
import { form } from './protocols/form.ts'
import { gemini } from './protocols/gemini.ts'
import { json } from './protocols/json.ts'
import { ollamaChat, ollamaGenerate } from './protocols/ollama.ts'
import { openAiChat, openWebUi } from './protocols/openai-chat.ts'
import { openAiCompletions } from './protocols/openai-completions.ts'
import { openAiResponses } from './protocols/openai-responses.ts'
import { text } from './protocols/text.ts'
import { tgi } from './protocols/tgi.ts'

/** Every protocol we speak. A new one is a file in protocols/ and a line here. */
export const protocols: Readonly<Partial<Record<ProtocolId, Protocol>>> = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'openai-completions': openAiCompletions,
  'anthropic-messages': anthropicMessages,
  gemini,
  'bedrock-converse': bedrockConverse,
  'cohere-chat': cohereChat,
  'ollama-chat': ollamaChat,
  'ollama-generate': ollamaGenerate,
  tgi,
  'open-webui': openWebUi,
  json,
  form,
  text,
}
