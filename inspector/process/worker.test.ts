import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

// As a sandbox that lets no process change its priority.
const forbidden = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os'
  os.getPriority = () => 0
  os.setPriority = () => { throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' }) }
`)}`

test('a process that may not lower its priority opens files all the same', async () => {
  const worker = fork(new URL('./worker.ts', import.meta.url), [String(8e8), String(process.pid)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--no-warnings', '--import', forbidden],
  })
  const first = await Promise.race([
    once(worker, 'message').then(([message]: unknown[]) => message),
    once(worker, 'exit').then(([code]: unknown[]) => `ended with ${String(code)}`),
  ])
  worker.kill()
  expect(first).toEqual({ end: 'ready' })
})
