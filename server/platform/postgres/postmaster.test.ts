import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepRunning, startPostmaster } from './postmaster.ts'
import { processExists } from './postmaster-file.ts'

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

test('a PostgreSQL that is stopped while it starts again is ended, and nobody waits for it', async () => {
  const directory = join(folder, 'starting')
  mkdirSync(directory)
  const [begun, ready] = [join(directory, 'begun'), join(directory, 'ready')]
  const program = join(directory, 'program')
  // Shows that it has started, and accepts connections once the test lets it.
  const lines = [
    '#!/bin/sh',
    `touch ${begun}`,
    `while [ ! -e ${ready} ]; do :; done`,
    `printf '%s\\n\\n\\n5432\\n\\n\\n\\nready\\n' $$ > ${join(directory, 'postmaster.pid')}`,
    'exec sleep 60',
  ]
  writeFileSync(program, lines.join('\n'))
  chmodSync(program, 0o755)
  writeFileSync(ready, '')
  const plan = { program, directory, args: [], owner: undefined, reach: [], log: () => {} }
  const running = await keepRunning(() => startPostmaster(plan))
  rmSync(begun)
  rmSync(ready)
  process.kill(running.pid(), 'SIGKILL')
  await expect.poll(() => existsSync(begun)).toBe(true)
  const stopped = running.stop()
  writeFileSync(ready, '')
  await stopped
  expect(processExists(running.pid())).toBe(false)
})
