import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

export interface Ending {
  reason: string
  /** Several starts in a row have failed: nobody is trying any more. */
  isFinal: boolean
}

/** Milliseconds before each new start. */
const backOff = [0, 100, 300, 1000, 2000, 4000]

/** Starts PostgreSQL and starts it again whenever it ends, until it is stopped. */
export async function keepRunning(
  start: () => Promise<Postmaster>,
  onExit: (ending: Ending) => void = () => {},
) {
  const stopping = new AbortController()
  let current = await start()

  const revive = async (reason: string) => {
    for (const delay of backOff) {
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return false
      const started = await start().catch((error: Error) => error)
      if (!(started instanceof Error)) {
        current = started
        return true
      }
      reason = started.message
    }
    onExit({ reason, isFinal: true })
    return false
  }

  const watch = async () => {
    for (;;) {
      const reason = await current.ended
      if (stopping.signal.aborted) return
      onExit({ reason, isFinal: false })
      if (!(await revive(reason))) return
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await current.stop()
    await watching
    await current.stop()
  }
  return { pid: () => current.pid, stop }
}
