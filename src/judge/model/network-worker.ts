import { parentPort, workerData } from 'node:worker_threads'
import { type Network, type NetworkName, openNetwork } from './network.ts'
import type { Answer, Question, Setting } from './network-pool.ts'

/** The thread a network runs in. Networks are loaded by the first answer that needs them. */
const { folder, window } = workerData as Setting
const loaded = new Map<NetworkName, Network>()

parentPort?.on('message', ({ name, request, response }: Question) => {
  parentPort?.postMessage(read(name, request, response))
})

function read(name: NetworkName, request: string, response: string): Answer {
  try {
    const network = loaded.get(name) ?? openNetwork(folder, name, window)
    loaded.set(name, network)
    return { logits: network(request, response) }
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause) }
  }
}
