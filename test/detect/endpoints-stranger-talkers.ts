import type { Endpoint } from './endpoint.ts'
import { isText, json, takes } from './handlers.ts'
import { doorman, menu, stammerer, warmClerk } from './stranger-brains.ts'

/** Usual forms with unusual talkers behind them, written down before anybody looked. */
export const strangerTalkers: readonly Endpoint[] = [
  {
    name: 'a menu',
    path: '/menu',
    brain: menu,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['text']) ? { said: sent['text'] } : { status: 400, error: { error: 'text is required' } }),
      (answer) => ({ bot: { text: answer, buttons: ['Orders', 'Returns'] } }),
    ),
  },
  {
    name: 'a doorman',
    path: '/door',
    brain: doorman,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['input']) ? { said: sent['input'] } : { status: 400, error: { error: 'input is required' } }),
      (answer) => ({ output: answer }),
    ),
  },
  {
    name: 'a clerk in changing words',
    path: '/clerk',
    brain: warmClerk(),
    expect: json,
    handle: takes((sent) =>
      isText(sent['message']) ? { said: sent['message'] } : { status: 400, error: { error: 'message is required' } },
    ),
  },
  {
    name: 'a model that stammers',
    path: '/tiny',
    brain: stammerer,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['prompt']) ? { said: sent['prompt'] } : { status: 400, error: { error: 'prompt is required' } }),
      (answer) => ({ generated: answer }),
    ),
  },
]
