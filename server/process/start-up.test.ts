import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { freePort } from '#server/testing/loopback.ts'
import { browserAt } from './testing/browser.ts'
import { listeningBelow } from './testing/network.ts'
import { openOldPostgres } from './testing/old-postgres.ts'
import { failedStart, startPortal, temporaryFolder } from './testing/portal-process.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
const portal = await startPortal({ PORTICO_DATA: data })
const external = { DATABASE_URL: urlOf(await freshDatabase()), PORTICO_DEMO: '0' }

test('the first start says where the portal is, who may sign in, and where everything lies', async () => {
  expect(portal.said()).toContain(`Portico is ready: http://127.0.0.1:${portal.port}\n`)
  expect(portal.said()).toContain('Demo accounts (password portico-demo for all):')
  expect(portal.said()).toContain(`Everything is kept in ${data}/`)
  const roles = { testuser: 'client', priya: 'fee_earner', admin: 'administrator' }
  for (const [username, role] of Object.entries(roles)) {
    expect(portal.said()).toContain(username)
    const { ask } = browserAt(() => portal.address)
    expect(await ask(accounts.login, { username, password: 'portico-demo' })).toMatchObject({ role })
  }
  expect(portal.log()).toBe('')
})

test('nothing but the chosen port is open on the network, for the portal and all it starts', () => {
  expect(listeningBelow(portal.pid)).toEqual([`tcp 127.0.0.1:${portal.port}`])
})

test('the data folder and its keys are for their owner alone', () => {
  expect(statSync(data).mode & 0o007).toBe(0)
  expect(statSync(join(data, 'keys/files.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(data, 'database')).mode & 0o077).toBe(0)
})

test('a second portal on the same folder is refused with a sentence, and the first is unharmed', async () => {
  const { code, complaint, said } = await failedStart({ PORTICO_DATA: data })
  expect(code).toBe(1)
  expect(complaint).toBe(
    `Another Portico is already using ${data} (process ${portal.pid}). ` +
      'Stop it first, or set PORTICO_DATA to another folder.',
  )
  expect(said).toBe('')
  const { ask } = browserAt(() => portal.address)
  await ask(accounts.login, { username: 'testuser', password: 'portico-demo' })
})

test('a port that is taken is named, and what was started for it is stopped again', async () => {
  const port = String(await freePort())
  const taken = createServer().listen(Number(port), '127.0.0.1')
  await new Promise((listening) => taken.once('listening', listening))
  const other = join(folder, 'port')
  const refused = await failedStart({ PORT: port, PORTICO_DATA: other, PORTICO_DEMO: '0' })
  taken.close()
  expect(refused).toEqual({
    code: 1,
    said: '',
    complaint:
      `Port ${port} of 127.0.0.1 is already in use. ` +
      'Stop the program that is using it, or set PORT to another number.',
  })
  const again = await startPortal({ PORT: port, PORTICO_DATA: other, PORTICO_DEMO: '0' })
  expect(again.said()).not.toContain('Demo accounts')
  expect(await again.end('SIGTERM')).toMatchObject({ code: 0 })
})

const unusable: [settings: Record<string, string>, complaint: string | RegExp][] = [
  [{ PORT: 'abc' }, /^These settings cannot be used: PORT \([^;]+\)\.$/],
  [{ ...external, HOST: '192.0.2.1' }, 'This machine has no address 192.0.2.1. Set HOST to one that it has.'],
]

test('a portal whose settings cannot be used does not start, and names them', async () => {
  for (const [settings, complaint] of unusable) {
    const refused = await failedStart({
      PORTICO_DATA: join(folder, 'unused'),
      PORTICO_DEMO: '0',
      ...settings,
    })
    expect(refused).toMatchObject({ code: 1, said: '' })
    expect(refused.complaint).toMatch(complaint)
  }
})

test('a database that is not there, not let into or too old is told in a sentence', async () => {
  const start = (url: string) => failedStart({ DATABASE_URL: url, PORTICO_DATA: join(folder, 'unused') })
  const absent = await start('postgresql://somebody:secret@localhost:1/portico')
  expect(absent).toMatchObject({ code: 1, said: '' })
  expect(absent.complaint).toMatch(/^The database of DATABASE_URL does not answer: .*ECONNREFUSED.*\.$/)
  expect(absent.complaint).not.toContain('secret')

  expect(await start(await openOldPostgres(150_012))).toEqual({
    code: 1,
    said: '',
    complaint: 'The database of DATABASE_URL is too old: Portico needs PostgreSQL 16 or newer.',
  })
})

test('a damaged key file is never replaced: the portal says so and leaves it as it is', async () => {
  const other = join(folder, 'keyless')
  const path = join(other, 'keys/files.json')
  mkdirSync(join(other, 'keys'), { recursive: true })
  writeFileSync(path, '{"version":1,"keys":[')
  const { code, complaint } = await failedStart({ ...external, PORTICO_DATA: other })
  expect(code).toBe(1)
  expect(complaint).toBe(
    `The key file ${path} is damaged. ` +
      'Restore it from a backup: stored files cannot be read without it. Nothing was changed.',
  )
  expect(readFileSync(path, 'utf8')).toBe('{"version":1,"keys":[')
})

test('a portal without the demo has no account that anybody knows, tells of a damaged seal, and outlives a stray fault', async () => {
  const stray = 'process.on("SIGUSR2", () => void Promise.reject(new Error("stray")))'
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(stray)}`]
  const environment = { ...external, PORTICO_DATA: join(folder, 'empty') }
  const seal = join(folder, 'empty/keys/seal.json')
  mkdirSync(dirname(seal), { recursive: true })
  writeFileSync(seal, '{"version":1,')
  const empty = await startPortal(environment, [process.execPath, ...preload, 'server/main.ts'])
  expect(empty.said()).not.toContain('Demo accounts')
  expect(empty.said()).toContain('Please note: The key that signed documents are sealed with is damaged')
  const health = await fetch(`${empty.address}/api/health`)
  expect(await health.json()).toMatchObject({
    status: 'ok',
    warnings: [expect.stringContaining('nothing can be signed')],
  })
  expect(readFileSync(seal, 'utf8')).toBe('{"version":1,')
  for (const username of ['testuser', 'priya', 'admin', 'administrator', 'root']) {
    const { ask } = browserAt(() => empty.address)
    const asking = ask(accounts.login, { username, password: 'portico-demo' })
    await expect(asking).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  process.kill(empty.pid, 'SIGUSR2')
  await expect.poll(empty.log).toContain('stray')
  expect((await fetch(`${empty.address}/api/health`)).status).toBe(200)
})
