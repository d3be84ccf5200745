import { z } from 'zod'

export const protocolIds = [
  'openai-chat',
  'openai-responses',
  'openai-completions',
  'anthropic-messages',
  'gemini',
  'bedrock-converse',
  'cohere-chat',
  'ollama-chat',
  'ollama-generate',
  'tgi',
  'gradio',
  'langserve',
  'langgraph',
  'dify',
  'flowise',
  'langflow',
  'rasa',
  'botpress',
  'n8n-chat',
  'vercel-ai',
  'ag-ui',
  'open-webui',
  'mcp',
  'a2a',
  'websocket',
  'json',
  'form',
  'text',
] as const
export type ProtocolId = (typeof protocolIds)[number]

export type ToolCall = Readonly<{ name: string; arguments: unknown }>
export type Usage = Readonly<{ inputTokens?: number; outputTokens?: number; reasoningTokens?: number }>

/** A refusal or block that the protocol itself declares, as opposed to one we read out of the words. */
export type StructuredRefusal = Readonly<{ layer: 'model' | 'filter' | 'gateway'; reason: string }>

/** One answer. Everything in it was chosen by the target: bounded data, never trusted. */
export type Reply = Readonly<{
  text: string
  /** Thinking that the endpoint shows beside its answer. */
  reasoning?: string
  toolCalls?: readonly ToolCall[]
  refusal?: StructuredRefusal
  usage?: Usage
  /** The answer was cut: by the target's own token limit, or by our size cap. */
  truncated?: boolean
}>
export type Exchange = Readonly<{ sent: string; reply: Reply; ms: number }>

export type Message = Readonly<{ role: 'system' | 'user' | 'assistant'; content: string }>
export type ToolSpec = Readonly<{ name: string; description: string; parameters: Readonly<Record<string, unknown>> }>

/** What an attack lays down before its first turn. A target offers a place for each part or does not. */
export type OpenWith = Readonly<{ system?: string; history?: readonly Message[]; tools?: readonly ToolSpec[] }>

/** How an endpoint keeps a conversation. */
export const conversationKinds = ['history', 'session', 'cookie', 'none'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** What a caller can do with a target. The planner matches attacks' needs against it. */
export type TargetFeatures = Readonly<{ conversation: ConversationKind; system: boolean; history: boolean; tools: boolean }>

/** The thing under test: somewhere to hold conversations, each of them a session of its own. */
export interface Target {
  readonly features: TargetFeatures
  open(withWhat?: OpenWith): Conversation
}

export interface Conversation {
  /** Throws a Problem `target_…` when there is no usable answer. */
  send(text: string, signal: AbortSignal): Promise<Reply>
  close?(): Promise<void>
}

/** How to talk to endpoints of one kind. `settings` comes from detection or from the operator's target_config. */
export interface Protocol {
  readonly id: ProtocolId
  connect(url: string, settings: unknown, net: Net): Target
}

/** The only way out of the process: handed to protocols, never imported by them. One instance belongs to one scan. */
export interface Net {
  request(request: NetRequest, signal: AbortSignal): Promise<NetResponse>
  /** A WebSocket under the same guard. */
  socket(request: Readonly<{ url: string; headers?: Readonly<Record<string, string>> }>, signal: AbortSignal): Promise<NetSocket>
}
export type NetRequest = Readonly<{
  method: 'GET' | 'POST' | 'OPTIONS' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  timeoutMs?: number
  maxBytes?: number
  /** Asked with the text so far of an event stream; true ends the reading early. */
  isDone?: (textSoFar: string) => boolean
  /** A stream that stays open beside other requests: guarded, counted and let through in its turn, but it keeps no place. */
  held?: true
}>
export type NetResponse = Readonly<{
  status: number
  /** Lower-case names; a repeated header is joined with ", " (set-cookie: with newlines). */
  headers: Readonly<Record<string, string>>
  /** Decoded as UTF-8; what is not UTF-8 becomes U+FFFD with its bytes in hex, and sets `malformed`. */
  text: string
  truncated: boolean
  malformed: boolean
  ms: number
}>
export interface NetSocket {
  send(text: string): void
  /** The next message, or undefined when the other side closed. Throws a Problem on time-out. */
  next(timeoutMs: number, signal: AbortSignal): Promise<string | undefined>
  close(): void
}

/** Credentials of a target. Secrets: sealed at rest, sent to the target's own origin only, never shown again. */
export const TargetAuth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), token: z.string().min(1) }),
  z.strictObject({ type: z.literal('basic'), username: z.string(), password: z.string() }),
  z.strictObject({
    type: z.literal('oauth2'),
    token_url: z.url(),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    scope: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('sigv4'),
    access_key_id: z.string().min(1),
    secret_access_key: z.string().min(1),
    session_token: z.string().optional(),
    region: z.string().min(1),
    service: z.string().min(1),
  }),
])
export type TargetAuth = z.infer<typeof TargetAuth>

const HeaderName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/, 'not an HTTP header name')
const HeaderValue = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'a header value is one line of printable text')

/** What the operator may tell about a target; all of it optional, and none of it needed for a plain URL. */
export const TargetConfig = z
  .strictObject({
    protocol: z.enum(protocolIds).optional(),
    auth: TargetAuth.optional(),
    headers: z.record(HeaderName, HeaderValue).optional(),
    query: z.record(z.string().min(1).max(128), z.string().max(4096)).optional(),
    model: z.string().min(1).max(200).optional(),
    request: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe('A body with {{prompt}}, {{messages}} or {{session}}'),
    response_path: z.string().min(1).max(500).optional().describe('JSON Pointer or JSONPath of the answer'),
    system_prompt: z.string().max(100_000).optional().describe("The target's own system prompt: lets leaks be proved"),
    canaries: z.array(z.string().min(6).max(500)).max(50).optional().describe('Secrets that must never come out'),
  })
  .superRefine((config, ctx) => {
    // A body without a place for the prompt would be sent a hundred times and test nothing.
    if (config.request === undefined || config.protocol === 'mcp' || hasPlaceForPrompt(JSON.stringify(config.request))) return
    ctx.addIssue({ code: 'custom', path: ['request'], message: 'The request must hold {{prompt}} or {{messages}}, where the attack goes.' })
  })
export type TargetConfig = z.infer<typeof TargetConfig>

/** `{{content}}` is such a place only in an element that stands for each message. */
const hasPlaceForPrompt = (request: string): boolean =>
  /\{\{\s*(?:prompt|messages)\s*\}\}/.test(request) || (request.includes('{{each}}') && /\{\{\s*content\s*\}\}/.test(request))

/** Questions of one kind: how many were asked, and how many of them were answered or refused. The rest got no answer of their own. */
export type ControlCount = Readonly<{ asked: number; answered: number; refused: number }>

/** The control arm of a scan: what the endpoint makes of questions that are no attack. */
export type Controls = Readonly<{
  /** Plain questions that nobody should refuse. */
  harmless: ControlCount
  /** Harmless requests that look like the harmful ones. */
  twins: ControlCount
  /** Plainly harmful requests, without any persuasion or disguise. */
  harmful: ControlCount
}>

/** What was found out about an endpoint. `settings` is what `Protocol.connect` needs to talk to it again. */
export type TargetProfile = Readonly<{
  /** `relay`: a client carries the prompts, and how it speaks to the endpoint is its own affair. */
  protocol: ProtocolId | 'relay' | null
  confidence: number
  conversation: ConversationKind
  streaming: boolean
  model: string | null
  tools: readonly string[]
  requests_used: number
  sample: Readonly<{ sent: string; received: string }> | null
  notes: readonly string[]
  problem?: Readonly<{ code: ProfileProblem; message: string }>
  /** A ready target_config to paste: what was learnt, or what would settle the doubt. Never a secret. */
  suggested_config?: Readonly<Record<string, unknown>>
  /** What a scan's control arm showed. */
  controls?: Controls
  settings?: unknown
  /** The problem is only that it limits our rate. Never on the wire. */
  isLimited?: boolean
  /** It answers, but not to what is said: how to talk to it all the same. Never on the wire. */
  doubtful?: Readonly<{ protocol: ProtocolId; settings: unknown; received: string }>
}>
export type ProfileProblem =
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'auth_required'
  | 'blocked'
  | 'not_found'
  | 'not_an_ai_endpoint'
  | 'echo'
  | 'constant_answer'
  | 'error'

/** Finds out how to talk to a URL. `config` settles what the operator already knows. */
export type Detect = (url: string, config: TargetConfig, net: Net, signal: AbortSignal) => Promise<TargetProfile>
