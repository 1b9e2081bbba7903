import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { after, days, hours } from '../time/durations.ts'
import type { StoredFile } from './port.ts'
import { sweep } from './sweeper.ts'
import { newFolder, newStore, sha256 } from './testing.ts'

/** Runs another process that writes a file to a failing disk, and returns its output until it ended. */
async function write(folder: string, mode: string, step: number) {
  const program = join(import.meta.dirname, 'fault-injecting-writer.ts')
  const child = spawn(process.execPath, [program, folder, mode, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const lines = (await text(child.stdout)).trim().split('\n')
  const [, signal] = await exit
  return { lines, signal: signal as string | null }
}

const stepsIn = (lines: string[]) => lines.flatMap((line) => /^step (\w+)/.exec(line)?.[1] ?? [])

const keptIn = (lines: string[]) =>
  lines.filter((line) => line.startsWith('kept ')).map((line) => JSON.parse(line.slice(5)) as StoredFile)

test('a file is safe on the disk before it has its name, and has its name before it is acknowledged', async () => {
  const { lines } = await write(await newFolder(), 'kill', 0)
  expect(keptIn(lines)).toHaveLength(1)
  const steps = stepsIn(lines).join(' ')
  const folderSynced = 'open sync close'
  expect(steps).toMatch(/^open( writeFile){4} sync close mkdir rename /)
  expect(steps).toMatch(new RegExp(`rename ${folderSynced} ${folderSynced} ${folderSynced}$`))
  expect(lines.at(-1)).toMatch(/^kept/)
})

test('killed at any step, the portal has the file whole or an orphan that is swept', async () => {
  const folder = await newFolder()
  const steps = stepsIn((await write(folder, 'kill', 0)).lines).length
  const acknowledged: StoredFile[] = []
  const killAt = async (step: number) => {
    const { lines, signal } = await write(folder, 'kill', step)
    expect(signal, `step ${step}`).toBe(step <= steps ? 'SIGKILL' : null)
    expect(stepsIn(lines)).toHaveLength(Math.min(step - 1, steps))
    acknowledged.push(...keptIn(lines))
  }
  // Two processes at a time in one folder, as after a restart.
  for (let step = 1; step <= steps + 1; step += 2) await Promise.all([killAt(step), killAt(step + 1)])

  const store = await newStore(folder)
  expect((await store.filesLeft()).length).toBeGreaterThan(steps - 3)
  const rows = new Set(acknowledged.map(({ key }) => key))
  for (const time of [hours(2), days(31)])
    await sweep({ store, known: async () => rows, now: after(new Date(), time) })
  expect(await store.filesLeft()).toHaveLength(acknowledged.length)
  expect(acknowledged.length).toBeGreaterThan(0)
  for (const { key, sha256: hash } of acknowledged) expect(sha256(await store.bytesOf(key))).toBe(hash)
})

test.each([
  ['ENOSPC', 'storage_full', /^The portal has run out of space/],
  ['EDQUOT', 'storage_full', /^The portal has run out of space/],
  ['EIO', 'unavailable', /^Our file storage/],
])(
  'when the disk fails with %s at any step, the file is refused and nothing is left',
  async (fault, code, message) => {
    const { lines } = await write(await newFolder(), fault, 0)
    const failures = lines.map((line) => JSON.parse(line))
    expect(failures.map(({ failed }) => failed)).toEqual(
      expect.arrayContaining(['open', 'writeFile', 'sync', 'rename']),
    )
    expect(failures).toHaveLength(18)
    const refusal = { code, message: expect.stringMatching(message), left: 0 }
    for (const failure of failures) expect(failure).toMatchObject(refusal)
  },
)
