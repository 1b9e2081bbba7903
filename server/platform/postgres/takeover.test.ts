import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCluster, settingArguments, standardSettings } from './cluster.ts'
import { findBinaries } from './initialise.ts'
import { ownerOf } from './owner.ts'
import { startPostmaster } from './postmaster.ts'
import { isAlive, readPostmasterFile } from './postmaster-file.ts'
import { withClient } from './roles.ts'

const folders: string[] = []
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-takeover-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
})
afterAll(() => {
  for (const name of folders) rmSync(name, { recursive: true, force: true })
})

const open = (log: string[] = []) =>
  openCluster({ directory: join(folder, 'postgres'), log: (line) => log.push(line) })

/** Another Node process that opens the same database and holds it until it is killed. */
const openElsewhere = () => {
  const program = `
    import { openCluster } from '#server/platform/postgres/cluster.ts'
    await openCluster({ directory: process.argv[1], log: () => {} })
    console.log('open')`
  const args = ['--input-type=module', '-e', program, join(folder, 'postgres')]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

const answersOne = async ({ connection }: Awaited<ReturnType<typeof open>>) => {
  const { rows } = await withClient(connection, (client) => client.query('select 1 as one'))
  expect(rows).toEqual([{ one: 1 }])
}

test('after Portico alone is killed, the next start takes over at once', async () => {
  const elsewhere = openElsewhere()
  await once(elsewhere.stdout, 'data')
  const earlier = readPostmasterFile(join(folder, 'postgres'))?.pid ?? 0
  elsewhere.kill('SIGKILL')
  await once(elsewhere, 'exit')

  const cluster = await open()

  expect(isAlive(earlier)).toBe(false)
  await answersOne(cluster)
  await cluster.stop()
})

test('after Portico and PostgreSQL are both killed, the next start recovers', async () => {
  const elsewhere = openElsewhere()
  await once(elsewhere.stdout, 'data')
  process.kill(readPostmasterFile(join(folder, 'postgres'))?.pid ?? 0, 'SIGKILL')
  elsewhere.kill('SIGKILL')
  await once(elsewhere, 'exit')

  const log: string[] = []
  const cluster = await open(log)

  await answersOne(cluster)
  expect(log.join('\n')).toContain('automatic recovery')
  await cluster.stop()
})

test('a PostgreSQL that outlived its Portico is stopped, and started anew', async () => {
  await (await open()).stop()
  const directory = join(folder, 'postgres')
  const { postgres: program } = findBinaries()
  const args = settingArguments({ ...standardSettings, unix_socket_directories: directory })
  const plan = { owner: ownerOf(directory), reach: [program, folder], tied: false }
  const orphan = await startPostmaster({ ...plan, program, directory, args, log: () => {} })

  const log: string[] = []
  const cluster = await open(log)

  expect(log[0]).toBe(`A PostgreSQL of an earlier run is still running (process ${orphan.pid}): stopping it.`)
  expect(isAlive(orphan.pid)).toBe(false)
  await answersOne(cluster)
  await cluster.stop()
})

test('a process that got the number of a dead PostgreSQL is neither stopped nor in the way', async () => {
  const first = await open()
  const file = join(folder, 'postgres', 'postmaster.pid')
  const contents = readFileSync(file, 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['60'])
  writeFileSync(file, contents.replace(/^\d+/, String(stranger.pid)))

  const cluster = await open()

  await answersOne(cluster)
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
  stranger.kill()
  await cluster.stop()
})

test('a first start that is killed half way leaves nothing in the way of the next', async () => {
  const elsewhere = openElsewhere()
  const draft = () => readdirSync(folder).find((name) => name.includes('draft'))
  await expect
    .poll(() => (draft() ? readdirSync(join(folder, draft() ?? '')).length : 0), { interval: 1 })
    .toBeGreaterThan(3)
  elsewhere.kill('SIGKILL')
  await once(elsewhere, 'exit')
  expect(readdirSync(folder)).not.toContain('postgres')

  const cluster = await open()

  await answersOne(cluster)
  await cluster.stop()
  expect(readdirSync(folder)).toEqual(['postgres'])

  // As if killed after the rename and before the cleanup.
  mkdirSync(join(folder, 'postgres.draft-left', 'base'), { recursive: true })
  await (await open()).stop()
  expect(readdirSync(folder)).toEqual(['postgres'])
})
