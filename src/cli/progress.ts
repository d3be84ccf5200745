import type { ScanEvent } from '../service/watch-scan.ts'
import type { Terminal } from './deps.ts'
import { cut } from './style.ts'

export interface Progress {
  show(event: ScanEvent): Promise<void>
  /** Leaves the line free for what comes next. */
  end(): Promise<void>
}

/** A bar that redraws itself on a terminal, a line now and then elsewhere. Always on stderr: stdout is for results. */
export function openProgress(terminal: Terminal): Progress {
  return terminal.isErrTty ? bar(terminal) : lines(terminal)
}

/** For --quiet. */
export const noProgress: Progress = { show: async () => undefined, end: async () => undefined }

const barCells = 24

function bar(terminal: Terminal): Progress {
  let drawn = ''
  return {
    async show(event) {
      if (event.type !== 'scan' && event.type !== 'end') return
      const { progress, phase } = event.scan
      const filled = Math.round((progress / 100) * barCells)
      const text = cut(
        `[${'#'.repeat(filled)}${'-'.repeat(barCells - filled)}] ${String(progress).padStart(3)} %  ${summary(event)}  ${phase}`,
        terminal.columns - 1,
      )
      if (text === drawn) return
      drawn = text
      await terminal.err(`\r\u001b[K${text}`)
    },
    async end() {
      if (drawn !== '') await terminal.err('\r\u001b[K')
    },
  }
}

function lines(terminal: Terminal): Progress {
  let said = ''
  return {
    async show(event) {
      if (event.type !== 'scan' && event.type !== 'end') return
      const { progress, phase } = event.scan
      const mark = `${phase} ${Math.floor(progress / 10)}`
      if (mark === said) return
      said = mark
      await terminal.err(`${phase}: ${progress} %, ${summary(event)}\n`)
    },
    end: async () => undefined,
  }
}

function summary(event: Extract<ScanEvent, { type: 'scan' | 'end' }>): string {
  const { attacks_done, attacks_planned, vulnerabilities_found: found } = event.scan
  return `${attacks_done}/${attacks_planned} attacks, ${found} ${found === 1 ? 'weakness' : 'weaknesses'}`
}
