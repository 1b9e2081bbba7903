import { afterEach } from 'vitest'
import { takeLog } from './quiet.ts'

// An answer says "busy" for a dozen causes. Only the log says which it was, and the failure may not come a second time.
afterEach(({ task }) => {
  const lines = takeLog().map((line) => line.trim())
  if (task.result?.state === 'fail' && lines.length > 0) throw new Error(`Logged: ${lines.join(' ')}`)
})
