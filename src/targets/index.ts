import type { Protocol, ProtocolId } from '../domain/target.ts'
import { a2a } from './protocols/a2a.ts'
import { agUi } from './protocols/ag-ui.ts'
import { anthropicMessages } from './protocols/anthropic-messages.ts'
import { bedrockConverse } from './protocols/bedrock-converse.ts'
import { botpress } from './protocols/botpress.ts'
import { cohereChat } from './protocols/cohere-chat.ts'
import { dify } from './protocols/dify.ts'
import { flowise } from './protocols/flowise.ts'
import { form } from './protocols/form.ts'
import { gemini } from './protocols/gemini.ts'
import { gradio } from './protocols/gradio.ts'
import { json } from './protocols/json.ts'
import { langflow } from './protocols/langflow.ts'
import { langgraph } from './protocols/langgraph.ts'
import { langserve } from './protocols/langserve.ts'
import { mcp } from './protocols/mcp.ts'
import { n8nChat } from './protocols/n8n-chat.ts'
import { ollamaChat, ollamaGenerate } from './protocols/ollama.ts'
import { openAiChat, openWebUi } from './protocols/openai-chat.ts'
import { openAiCompletions } from './protocols/openai-completions.ts'
import { openAiResponses } from './protocols/openai-responses.ts'
import { rasa } from './protocols/rasa.ts'
import { text } from './protocols/text.ts'
import { tgi } from './protocols/tgi.ts'
import { vercelAi } from './protocols/vercel-ai.ts'
import { websocket } from './protocols/websocket.ts'

/** Every protocol we speak. A new one is a file in protocols/ and a line here. */
export const protocols: Readonly<Record<ProtocolId, Protocol>> = {
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
  gradio,
  langserve,
  langgraph,
  dify,
  flowise,
  langflow,
  rasa,
  botpress,
  'n8n-chat': n8nChat,
  'vercel-ai': vercelAi,
  'ag-ui': agUi,
  'open-webui': openWebUi,
  mcp,
  a2a,
  websocket,
  json,
  form,
  text,
}
