import { type Draft, emptyDraft } from './draft.ts'
import { listModelsAt } from './models.ts'
import type { Prober } from './prober.ts'

/** The request of a platform that its address gives away and that nobody would guess. Undefined: it is none of them. */
export async function platformDraft(prober: Prober, model: string | undefined): Promise<Draft | undefined> {
  const path = new URL(prober.url).pathname.replace(/\/+$/, '')
  if (/\/v3\/chat$/.test(path)) return cozeDraft(model)
  return /(?:^|\/)conversation$/.test(path) ? chatUiDraft(prober, model) : undefined
}

/** Coze: the bot's id is `model`; it answers at once only as a stream. https://www.coze.com/docs/developer_guides/chat_v3 */
const cozeDraft = (model: string | undefined): Draft => ({
  ...emptyDraft,
  body: {
    bot_id: model ?? 'default',
    user_id: '{{session:plain}}',
    stream: true,
    auto_save_history: true,
    additional_messages: [{ role: 'user', content: '{{prompt@additional_messages.content}}', content_type: 'text' }],
  },
})

/** Hugging Face's chat-ui: a conversation is opened with a model, and each message is JSON in a field of a multipart form. */
async function chatUiDraft(prober: Prober, model: string | undefined): Promise<Draft | undefined> {
  const base = prober.url.replace(/\/conversation\/?$/, '')
  const models = model === undefined ? await listModelsAt(prober, [`${base}/api/v2/models`, `${base}/api/models`]) : [model]
  if (models[0] === undefined) return undefined
  return {
    ...emptyDraft,
    encoding: 'multipart',
    body: { data: { inputs: '{{prompt@data.inputs}}', is_retry: false, is_continue: false } },
    first: {
      open: { url: `${base}/conversation`, request: { model: models[0] }, id: '/conversationId' },
      url: `${base}/conversation/{{session}}`,
    },
  }
}
