import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { browserAt, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { failedStart, startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { beginProgram, runProgram } from './testing/run-program.ts'
import { keepSaving, savedNumber, saveNumber } from './testing/save-profile.ts'
import { hashOf, randomPhoto, sendFile } from './testing/send-file.ts'

const folder = temporaryFolder()
const at = (name: string) => join(folder, name)
const [data, backups, keys, archive] = [at('data'), at('backups'), at('keys'), at('archive')]
const settings = { PORTICO_RATE_LIMIT: 'off', PORTICO_DEMO: '0' }
const environment = { ...settings, PORTICO_DATA: data, PORTICO_WAL_ARCHIVE: archive }

const portal = await startOpened(environment)
const client = await newClientAt(() => portal.address)

const back = (...args: string[]) => runProgram('server/commands/backup.ts', args, { PORTICO_DATA: data })
const restoreTo = (target: string, ...args: string[]) =>
  runProgram('server/commands/restore.ts', args, { PORTICO_DATA: target })
const finished = () => readdirSync(backups).filter((name) => /^\d{4}-.*Z$/.test(name))
const upload = async () => {
  const paper = sendFile({ address: portal.address, cookie: client.cookie() }, await randomPhoto())
  expect(await paper.answer).toMatchObject({ status: 201 })
  return paper
}

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
const keptIn = (path: string) => filesBelow(join(path, 'files')) - filesBelow(join(path, 'files/staged'))

/** Signs the client in again, at a restored portal. */
async function clientAt(target: string) {
  const restored = await startPortal({ ...settings, PORTICO_DATA: target })
  const browser = browserAt(() => restored.address)
  const user = await browser.ask(accounts.login, {
    username: client.user.username,
    password: client.password,
  })
  return { browser: { ...browser, user: client.user }, user, restored }
}

test('a backup of a portal at work, restored elsewhere, holds all that was acknowledged before it began', async () => {
  const papers = [await upload(), await upload()]
  const saving = keepSaving(client)
  await expect.poll(() => saving.seen.length, { interval: 5 }).toBeGreaterThan(20)
  await expect.poll(() => savedNumber(client)).toBeGreaterThan(0)
  const savedBefore = await savedNumber(client)

  const during: typeof papers = []
  let isOver = false
  const uploading = (async () => {
    while (!isOver) during.push(await upload())
  })()
  const backup = await back(backups, '--keys', keys)
  isOver = true
  await uploading
  expect(backup).toMatchObject({ code: 0, complaint: '' })
  expect(backup.said).toContain('while the portal ran')
  const { sent } = await saving.end()
  expect(saving.seen.filter(({ status }) => status !== 200)).toEqual([])
  expect(readdirSync(join(backups, finished()[0] ?? ''))).not.toContain('keys')

  const target = at('elsewhere')
  expect(await restoreTo(target, backups, '--keys', keys)).toMatchObject({ code: 0, complaint: '' })
  const { browser, restored } = await clientAt(target)
  // Sessions are deleted, since they may have ended since.
  const remembered = { headers: { cookie: client.cookie() } }
  expect((await fetch(`${restored.address}${documents.list.path}`, remembered)).status).toBe(401)
  const saved = await savedNumber(browser)
  expect(saved).toBeGreaterThanOrEqual(savedBefore)
  expect(saved).toBeLessThanOrEqual(sent)
  const listed = await browser.ask(documents.list, {})
  const filenames = listed.map(({ filename }) => filename)
  expect(filenames).toEqual(expect.arrayContaining(papers.map(({ filename }) => filename)))
  // Of the documents that arrived during the backup, each one with a row has its file too.
  const known = [...papers, ...during]
  for (const { id, filename } of listed) {
    const reply = await browser.fetch(`/api/documents/${id}/download`)
    const { sha256 } = known.find((paper) => paper.filename === filename) ?? {}
    expect(hashOf(new Uint8Array(await reply.arrayBuffer())), filename).toBe(sha256)
  }
  await restored.end('SIGTERM')
})

test('the next backup copies only the files that are new, and an older one can be let go', async () => {
  await upload()
  const [before, now] = [filesBelow(join(backups, 'files')), keptIn(data)]
  // Two backups in one second would have the same name.
  await sleep(1000)
  const backup = await back(backups, '--keys', keys, '--keep', '1', '--check')
  expect(backup.said).toContain(`${now} stored files, of which ${now - before} are new`)
  expect(finished()).toHaveLength(1)
  expect(readdirSync(keys)).toEqual(finished())
})

test('a backup that is killed leaves nothing that looks like one, and the next clears it away', async () => {
  const before = finished()
  await sleep(1000)
  const { kill, done } = beginProgram('server/commands/backup.ts', [backups], { PORTICO_DATA: data })
  await expect
    .poll(() => readdirSync(backups).some((name) => name.endsWith('.unfinished')), { interval: 1 })
    .toBe(true)
  kill()
  expect(await done).toMatchObject({ code: null })
  expect(finished()).toEqual(before)
  // As if another program had this process id by now.
  writeFileSync(join(backups, 'backup.pid'), String(process.pid))
  expect(await back(backups)).toMatchObject({ code: 0 })
  expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual([])
})

test('a database whose log is archived is taken back to a moment between two changes', async () => {
  const reached = { host: join(data, 'database'), port: 5432, user: 'postgres', database: 'portico' }
  const records = await openRecords(reached)
  await sleep(1000)
  expect(await back(backups, '--keys', keys)).toMatchObject({ code: 0 })
  expect((await saveNumber(client, 7001)).status).toBe(200)
  await sleep(10)
  const moment = new Date().toISOString()
  await sleep(10)
  expect((await saveNumber(client, 7002)).status).toBe(200)
  const [{ piece } = { piece: '' }] = await records.rows<{ piece: string }>(
    'select pg_walfile_name(pg_switch_wal()) as piece',
  )
  await expect.poll(() => existsSync(join(archive, `${piece}.gz`))).toBe(true)

  const target = at('moment')
  const options = ['--keys', keys, '--wal', archive, '--until', moment]
  expect(await restoreTo(target, backups, ...options)).toMatchObject({ code: 0, complaint: '' })
  const { browser, restored } = await clientAt(target)
  expect(await savedNumber(browser)).toBe(7001)
  await restored.end('SIGTERM')

  const beyond = await restoreTo(at('beyond'), backups, ...options.slice(0, -1), '2099-01-01T00:00:00Z')
  expect(beyond).toMatchObject({ code: 1 })
  expect(beyond.complaint).toMatch(/the log archived in .* ends before 2099-01-01T00:00:00.000Z/)
})

const refusal = async (name: string, spoil: (copy: string, id: string) => void) => {
  const copy = at(name)
  cpSync(backups, copy, { recursive: true })
  spoil(copy, finished().at(-1) ?? '')
  const target = at(`${name}-target`)
  const { code, complaint } = await restoreTo(target, copy)
  expect(code).toBe(1)
  expect(existsSync(target)).toBe(false)
  return complaint
}

test('a restore refuses what is damaged, what is newer, and what is not empty, with a sentence and before it writes', async () => {
  const damagedFile = await refusal('bent-file', (copy) => {
    const [file] = readdirSync(join(copy, 'files'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    appendFileSync(join(file?.parentPath ?? '', file?.name ?? ''), '!')
  })
  expect(damagedFile).toMatch(
    /^This backup is damaged: files\/.* is missing or has changed\. Nothing was restored/,
  )
  const damagedDatabase = await refusal('bent-database', (copy, id) =>
    rmSync(join(copy, id, 'database.tar.gz')),
  )
  expect(damagedDatabase).toContain('database.tar.gz is missing or has changed')
  const newer = await refusal('newer', (copy, id) => {
    const path = join(copy, id, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(
      path,
      JSON.stringify({ ...manifest, portico: '9.0.0', migrations: [...manifest.migrations, 'f'] }),
    )
  })
  expect(newer).toBe(
    'This backup was made by a newer Portico (9.0.0). Restore it with that version. Nothing was changed.',
  )
  expect((await restoreTo(data, backups)).complaint).toContain(`${data} is not empty.`)
  expect((await restoreTo(at('none'), at('nowhere'))).complaint).toBe(
    `There is no finished backup in ${at('nowhere')}.`,
  )
  const foreign = at('foreign-keys')
  cpSync(join(keys, finished().at(-1) ?? ''), foreign, { recursive: true })
  writeFileSync(
    join(foreign, 'files.json'),
    JSON.stringify({ version: 1, keys: [{ id: '0'.repeat(16), secret: '0'.repeat(64) }] }),
  )
  expect((await restoreTo(at('none'), backups, '--keys', foreign)).complaint).toContain(
    'are not the ones this backup needs',
  )
})

test('without its keys a backup is restored, says what is missing, and does not start until they are there', async () => {
  const target = at('keyless')
  const { code, said } = await restoreTo(target, backups)
  expect(code).toBe(0)
  expect(said).toContain('The keys are missing.')
  const { complaint } = await failedStart({ ...settings, PORTICO_DATA: target })
  expect(complaint).toContain('The key file')
})

test('a folder to which a restore was broken off does not start as if it were a portal', async () => {
  const target = at('half')
  const { kill, done } = beginProgram('server/commands/restore.ts', [backups, '--keys', keys], {
    PORTICO_DATA: target,
  })
  await expect.poll(() => existsSync(join(target, 'database')), { interval: 1 }).toBe(true)
  kill()
  await done
  const { complaint } = await failedStart({ ...settings, PORTICO_DATA: target })
  expect(complaint).toBe(
    `Restoring a backup to ${target} was broken off, so not everything is there. Empty that folder, then restore again.`,
  )
})

test('keys go into the backup only when that is said; a portal that runs is exported, and a stopped one backed up as well', async () => {
  expect(await back(backups, '--keys', join(backups, 'keys'))).toMatchObject({ code: 1 })
  expect(await runProgram('server/commands/export.ts', [at('export')], { PORTICO_DATA: data })).toMatchObject(
    {
      code: 0,
      complaint: '',
    },
  )
  expect(readFileSync(at('export/tables/users.csv'), 'utf8')).toContain(client.user.email)
  await portal.end('SIGTERM')
  const own = at('with-keys')
  expect(await back(own, '--with-keys')).toMatchObject({ code: 0 })
  const target = at('from-one-folder')
  expect((await restoreTo(target, own)).said).not.toContain('missing')
  const { browser, restored } = await clientAt(target)
  expect(await savedNumber(browser)).toBe(7002)
  await restored.end('SIGTERM')
})
