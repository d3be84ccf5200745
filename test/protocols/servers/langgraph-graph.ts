import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { clever } from '../../detect/brains.ts'

/** A graph of one node that answers without a model. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('chat', ({ messages }) => {
    const said = messages.filter((message) => message.getType() === 'human').map((message) => String(message.content))
    return { messages: [new AIMessage(clever(said.at(-1) ?? '', said.slice(0, -1)))] }
  })
  .addEdge(START, 'chat')
  .addEdge('chat', END)
  .compile()
