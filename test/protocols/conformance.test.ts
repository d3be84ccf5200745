import { protocolContract } from '../contracts/protocol.ts'
import { agUiServer, vercelDataServer, vercelUiServer } from './servers/agents.ts'
import { anthropicServer } from './servers/anthropic-messages.ts'
import { difyServer, flowiseServer, langflowServer, langgraphServer, langserveServer } from './servers/app-platforms.ts'
import { botpressServer, gradioServer, n8nServer, rasaServer } from './servers/bot-platforms.ts'
import { bedrockServer, cohereServer, geminiServer, geminiStreamServer } from './servers/clouds.ts'
import { ollamaChatServer, ollamaGenerateServer, tgiServer, tgiStreamServer } from './servers/local-runtimes.ts'
import { openAiChatServer, openWebUiServer } from './servers/openai-chat.ts'
import { openAiCompletionsServer, openAiResponsesServer } from './servers/openai-others.ts'

const servers = [
  openAiChatServer,
  openWebUiServer,
  openAiResponsesServer,
  openAiCompletionsServer,
  anthropicServer,
  geminiServer,
  geminiStreamServer,
  bedrockServer,
  cohereServer,
  ollamaChatServer,
  ollamaGenerateServer,
  tgiServer,
  tgiStreamServer,
  langserveServer,
  langgraphServer,
  difyServer,
  flowiseServer,
  langflowServer,
  rasaServer,
  n8nServer,
  botpressServer,
  gradioServer,
  vercelUiServer,
  vercelDataServer,
  agUiServer,
]
for (const server of servers) protocolContract(server)
