import { type ChildProcess, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program as the operator does, such as `server/commands/backup.ts`. */
export function beginProgram(file: string, args: string[], environment: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(
    process.execPath,
    ['--import', './server/platform/db/drizzle-imports.ts', file, ...args],
    {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const done = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(
    ([code, said, complaint]) => {
      running.delete(child)
      return { code, said, complaint: complaint.trim() }
    },
  )
  return { kill: () => child.kill('SIGKILL'), done }
}

export const runProgram = (...order: Parameters<typeof beginProgram>) => beginProgram(...order).done
