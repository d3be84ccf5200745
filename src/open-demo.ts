import { Problem } from './domain/problem.ts'
import { type DemoTarget, startDemoTarget } from './targets/demo/start-demo-target.ts'

/** The demo target by itself, for somebody else to scan. */
export async function openDemo(options: Readonly<{ hardened: boolean; seed: number; port: number }>): Promise<DemoTarget> {
  const { hardened, seed, port } = options
  try {
    return await startDemoTarget({ kind: hardened ? 'hardened' : 'demo', seed, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'may not be used' : 'is taken'
    throw new Problem('invalid_config', `Port ${port} ${why}: choose another with --port, or 0 for a free one.`, { cause: error })
  }
}
