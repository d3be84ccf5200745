import { openCore } from './compose.ts'
import { readConfig } from './config.ts'
import { openLog } from './lib/log.ts'
import { serve } from './serve.ts'

export async function main(_argv: readonly string[]): Promise<void> {
  const config = readConfig()
  const core = await openCore(config, openLog(config.logLevel))
  const service = await serve(core)
  process.stdout.write(`Sortie is ready at ${service.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.close().then(() => process.exit(0)))
}
