/** Fields that usually carry what a user says, the commonest first. */
export const promptFields: readonly string[] = [
  'message',
  'prompt',
  'input',
  'query',
  'question',
  'text',
  'content',
  'msg',
  'q',
  'inputs',
  'chatInput',
  'input_value',
  'user_input',
  'userInput',
  'user_message',
  'userMessage',
  'utterance',
  'body',
  'inputText',
  'input_text',
  'user_query',
  'userQuery',
  'user_prompt',
  'userPrompt',
  'user_text',
  'userText',
  'chat_input',
  'chat_message',
  'chatMessage',
  'human_input',
  'user_question',
  'userQuestion',
  'ask',
  'say',
  'request',
  'phrase',
  'instruction',
  'Body',
]

/** How much a field's name sounds like the place for what a user says: 0 is not at all. */
export function promptLikeness(name: string): number {
  const index = promptFields.findIndex((field) => field.toLowerCase() === name.toLowerCase())
  if (index >= 0) return Math.max(2, 20 - index)
  const plain = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  if (
    isIdName(name) ||
    /^(?:max|min|num|total|is|has|enable|use|include|with|allow)_/.test(plain) ||
    /(?:^|_)(?:type|role|lang|language|locale|model|mode|count|limit|format|version|name|email|token|key|title|time|date|channel|source|platform|persona|tone|style|topic|system|context|history|command|action|operation|method|event|intent|bot|agent|app|project|workspace|department)$/.test(
      plain,
    )
  )
    return 0
  if (
    /(?:^|_)(?:messages?|msg|prompts?|query|question|text|input|content|utterances?|ask|says?|said|speech|chat|phrase|instructions?|comment|body|request|statement|sentence|inquiry|enquiry|line|words?|q|frage|pregunta|mensaje|nachricht|eingabe|mensagem|domanda|texte|问题|消息|输入)(?:$|_)/.test(
      plain,
    )
  )
    return 2
  return /mess|prompt|quer|quest|text|utter|input|speak|talk/.test(plain) ? 1.5 : 0.5
}

/** Whether a field names a conversation, a user or a device: any fresh id will do. */
export const isIdName = (name: string): boolean =>
  /(?:^|[_-])(?:id|uuid|guid|sid|uid|sender|user|session|conversation|thread|tenant|customer|client|visitor|device|recipient|chat)$/i.test(
    name,
  ) || /[a-z](?:Id|ID|Uuid|UUID|Guid)$/.test(name)

/** Whether the id is the conversation's: the same one again continues it. */
export const isSessionName = (name: string): boolean =>
  /session|conversation|thread|chat_?id|dialog|context_?id|sender|(?:^|_)sid$/i.test(name) || /^(?:user|userId|user_id|uid)$/.test(name)

/** Whether a field holds a whole conversation. */
export const isMessagesName = (name: string): boolean =>
  /^(?:messages|conversation|history|chat_?history|turns|dialog(?:ue)?|chat)$/i.test(name)
