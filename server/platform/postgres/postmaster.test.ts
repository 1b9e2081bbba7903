import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPostmaster } from './postmaster.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-postmaster-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const speaking: [words: string[], told: string][] = [
  [
    ['FATAL:  could not write to file: No space left on device', 'LOG:  database system is shut down'],
    'FATAL:  could not write to file: No space left on device. Make room on its disk, then start Portico again.',
  ],
  [
    ['postgres: could not find the database system', 'Expected to find it here', 'but could not open it'],
    'postgres: could not find the database system Expected to find it here but could not open it. ' +
      'Its files are damaged: restore the data folder from a backup, then start Portico again.',
  ],
  [['FATAL:  something else', 'LOG:  database system is shut down'], 'FATAL:  something else'],
]

test.each(speaking)(
  'a PostgreSQL that cannot start with %j is told with its reason, and what to do',
  async (words, expected) => {
    const program = join(folder, 'postgres')
    writeFileSync(program, `#!/bin/sh\n${words.map((line) => `echo '${line}' >&2`).join('\n')}\nexit 1\n`)
    chmodSync(program, 0o755)
    const plan = { program, directory: folder, args: [], owner: undefined, reach: [], log: () => {} }
    await expect(startPostmaster(plan)).rejects.toThrow(new Error(`PostgreSQL did not start: ${expected}`))
  },
)
