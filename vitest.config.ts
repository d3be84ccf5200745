import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    // Many tests wait for real processes: one worker more than cores of a small machine keeps it busy.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Some promises are about time, and machines are shared: such a test may try again, and the report then says so.
    retry: 2,
    reporters: ['default'],
  },
})
