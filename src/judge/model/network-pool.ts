import { Worker } from 'node:worker_threads'
import type { Logits } from './judge-input.ts'
import type { NetworkName } from './network.ts'

export type Setting = Readonly<{ folder: string; window: number }>
export type Question = Readonly<{ name: NetworkName; request: string; response: string }>
export type Answer = Readonly<{ logits: Logits }> | Readonly<{ error: string }>

/** Networks in worker threads: started when first needed, at most `workers` of them, each reading one answer at a time. */
export interface NetworkPool {
  read(question: Question, signal?: AbortSignal): Promise<Logits>
  close(): Promise<void>
}

type Job = Readonly<{
  question: Question
  resolve: (logits: Logits) => void
  reject: (reason: unknown) => void
  signal: AbortSignal | undefined
}>

export function openNetworkPool(setting: Setting, workers: number): NetworkPool {
  const waiting: Job[] = []
  const running = new Map<Worker, Job | undefined>()
  let closed = false

  const start = (): Worker => {
    const worker = new Worker(new URL(import.meta.url.endsWith('.ts') ? './network-worker.ts' : './network-worker.js', import.meta.url), {
      workerData: setting,
      // The flags of whoever started us (an eval, a test runner) are not for the reader.
      execArgv: [],
      // The weights lie outside the heap; this is for strings and token lists.
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    const fail = (reason: unknown) => {
      const job = running.get(worker)
      running.delete(worker)
      job?.reject(reason)
      advance()
    }
    worker.on('message', (answer: Answer) => {
      const job = running.get(worker)
      running.set(worker, undefined)
      worker.unref()
      if (job !== undefined) settle(job, answer)
      advance()
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the judge’s reader stopped')))
    worker.unref()
    running.set(worker, undefined)
    return worker
  }

  const idle = (): Worker | undefined => {
    for (const [worker, job] of running) if (job === undefined) return worker
    return running.size < workers ? start() : undefined
  }

  const advance = (): void => {
    while (waiting.length > 0 && !closed) {
      if (waiting[0]?.signal?.aborted) {
        waiting.shift()
        continue
      }
      const worker = idle()
      if (worker === undefined) return
      const job = waiting.shift()
      if (job === undefined) return
      running.set(worker, job)
      worker.ref()
      worker.postMessage(job.question)
    }
  }

  return {
    read(question, signal) {
      if (closed) return Promise.reject(new Error('the judge is closed'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      return new Promise((resolve, reject) => {
        const stop = () => reject(signal?.reason)
        signal?.addEventListener('abort', stop, { once: true })
        const settled =
          <T>(next: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', stop)
            next(value)
          }
        waiting.push({ question, signal, resolve: settled(resolve), reject: settled(reject) })
        advance()
      })
    },
    async close() {
      closed = true
      const left = [...waiting.splice(0), ...running.values()]
      const stopped = [...running.keys()].map((worker) => worker.terminate())
      for (const job of left) job?.reject(new Error('the judge is closed'))
      running.clear()
      await Promise.all(stopped)
    },
  }
}

function settle(job: Job, answer: Answer): void {
  if ('error' in answer) job.reject(new Error(answer.error))
  else job.resolve(answer.logits)
}
