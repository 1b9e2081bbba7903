import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { claimDataFolder } from './data-folder.ts'

const parent = realpathSync(mkdtempSync(join(tmpdir(), 'portico-folder-')))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Runs another process that claims the folder, reports the result, and lives until its input ends. */
const claimElsewhere = (folder: string, startAt = 0) => {
  const program = `
    import { claimDataFolder } from '#server/platform/files/data-folder.ts'
    while (Date.now() < Number(process.argv[2])) {}
    try {
      claimDataFolder(process.argv[1])
      console.log('mine')
      process.stdin.resume()
    } catch (error) {
      console.log(error.message)
    }`
  const args = ['--input-type=module', '-e', program, folder, String(startAt)]
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
}

const firstWords = async ({ stdout }: ChildProcess) => {
  const [said] = stdout ? await once(stdout, 'data') : []
  return String(said).trim()
}

const refusal = (folder: string, pid: number | undefined) =>
  `Another Portico is already using ${folder} (process ${pid}). ` +
  'Stop it first, or set PORTICO_DATA to another folder.'

test('the data folder is made, and closed to others', () => {
  const { path, release } = claimDataFolder(join(parent, 'new/data'))
  expect(path).toBe(join(parent, 'new/data'))
  expect(statSync(path).mode & 0o007).toBe(0)
  release()
})

test('a folder that cannot be made is told in a sentence', () => {
  writeFileSync(join(parent, 'paper'), '')
  const folder = join(parent, 'paper/data')
  expect(() => claimDataFolder(folder)).toThrow(`Portico may not write in ${folder}. `)
})

test('a folder in which nothing can be written is told in a sentence, and is free again', () => {
  const folder = join(parent, 'closed')
  const holder = join(folder, 'portico.pid')
  const claim = () => claimDataFolder(folder)
  mkdirSync(holder, { recursive: true })
  expect(claim).toThrow(`Portico may not write in ${folder}. Start it as the user`)
  rmSync(holder, { recursive: true })
  claim().release()
})

test('a disk without room is told in a sentence', () => {
  const folder = join(parent, 'full')
  mkdirSync(folder)
  symlinkSync('/dev/full', join(folder, 'portico.pid'))
  expect(() => claimDataFolder(folder)).toThrow(
    `There is no room left for ${folder}. Make room on its disk, then start Portico again.`,
  )
})

test('a second Portico on one folder is refused with a sentence, until the first has gone', async () => {
  const folder = join(parent, 'shared')
  const first = claimElsewhere(folder)
  expect(await firstWords(first)).toBe('mine')

  expect(() => claimDataFolder(folder)).toThrow(refusal(folder, first.pid))

  first.stdin.end()
  await once(first, 'exit')
  claimDataFolder(folder).release()
})

test('a Portico that was killed does not hold its folder', async () => {
  const folder = join(parent, 'killed')
  const first = claimElsewhere(folder)
  await firstWords(first)
  first.kill('SIGKILL')
  await once(first, 'exit')

  const { release } = claimDataFolder(folder)

  expect(await firstWords(claimElsewhere(folder))).toBe(refusal(folder, process.pid))
  release()
})

test('of several that start at the same moment exactly one gets the folder', async () => {
  const startAt = Date.now() + 700
  const all = Array.from({ length: 6 }, () => claimElsewhere(join(parent, 'raced'), startAt))
  const saying = all.map(({ stdout }) => text(stdout))
  await Promise.all(all.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of all) stdin.end()

  const said = (await Promise.all(saying)).map((words) => words.trim())

  expect(said.filter((words) => words === 'mine')).toHaveLength(1)
  expect(said.filter((words) => words.startsWith('Another Portico is already using'))).toHaveLength(5)
})
