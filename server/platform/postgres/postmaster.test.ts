import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPostmaster } from './postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-postmaster-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a PostgreSQL that cannot start is told with its reason, and not with its last words', async () => {
  const program = join(folder, 'postgres')
  const words = [
    'FATAL:  could not write to file: No space left on device',
    'LOG:  database system is shut down',
  ]
  writeFileSync(program, `#!/bin/sh\n${words.map((line) => `echo '${line}' >&2`).join('\n')}\nexit 1\n`)
  chmodSync(program, 0o755)
  const plan = { program, directory: folder, args: [], owner: undefined, reach: [], log: () => {} }
  await expect(startPostmaster(plan)).rejects.toThrow(
    'PostgreSQL did not start: FATAL:  could not write to file: No space left on device',
  )
})
