import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { waitsForScan } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { openClamd } from '#server/providers/antivirus/clamd.ts'
import { openClamdStandIn } from '#server/providers/antivirus/testing.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { auditOf, filesOf, goodBill, plainPage, readOf, send, upload } from './testing/documents.ts'

const clamd = await openClamdStandIn()
const portal = await openPortal({ ports: { antivirus: openClamd(clamd.address) } })
/** Sets what the scanner responds from now on: nothing while it is unreachable. */
const saying = (answer?: string) => Object.assign(clamd.state, { instead: answer })
const [away, infected] = ['', 'stream: Win.Trojan.Agent-1 FOUND\0']

const scanNow = async () => {
  await portal.pool.query("select graphile_worker.add_job('scanWaiting', '{}'::json)")
  await expectDone(portal, 'scanWaiting')
}

const statusesOf = ({ jar }: Client, { id }: ClientDocument) =>
  Promise.all(
    [urlOf(documents.file, { id }), urlOf(documents.download, { id }), urlOf(documents.preview, { id })].map(
      async (url) => (await portal.app.inject({ url, cookies: Object.fromEntries(jar) })).statusCode,
    ),
  )

test('what the scanner finds is refused, nothing of it is kept, and the administrators are told', async () => {
  const [alex, ana] = [await portal.staff('administrator'), await portal.client()]
  const before = filesOf(portal)
  saying(infected)
  expect(await send(ana, plainPage)).toMatchObject({
    status: 422,
    body: {
      reason: 'malware_found',
      message: expect.stringContaining('was refused by the virus scanner'),
    },
  })
  expect(filesOf(portal)).toEqual(before)
  expect(await ana.ask(documents.list, {})).toEqual([])
  expect((await alex.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'A file was refused by the virus scanner',
  })
})

test('of a restricted case only those named on it who may read documents read whose infected file it was', async () => {
  const [alex, priya] = [await portal.staff('administrator'), await portal.staff('fee_earner')]
  const cashier = await portal.staff('cashier')
  const client = await portal.client({ firstName: 'Zenobia' })
  await alex.ask(firm.joinTeam, { email: client.user.email })
  const { id } = await alex.ask(matters.start, {
    clientId: client.user.id,
    title: 'A separation',
    type: 'Other',
    priority: 'low',
    description: 'Private',
    whose: 'firm',
    nextStep: 'Read the letter',
  })
  await alex.ask(firm.assign, { id: client.user.id, feeEarnerId: priya.user.id, memberIds: [] })
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, {
    id,
    clientId: client.user.id,
    title: 'The letter',
  })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [cashier.user.id] })
  saying(infected)
  expect(await send(client, plainPage, { taskId, filename: 'petition.pdf' })).toMatchObject({ status: 422 })
  const newest = async (person: typeof alex) => (await person.ask(notifications.list, {}))[0]
  expect(await newest(alex)).toMatchObject({
    title: 'A file was refused by the virus scanner',
    body: "A client tried to upload a file with a virus. It wasn't kept.",
    link: null,
  })
  expect(await newest(priya)).toMatchObject({
    body: expect.stringMatching(/^Zenobia .* tried to upload petition\.pdf\. It wasn't kept\.$/),
    link: `/firm/clients/${client.user.id}`,
  })
  // Naming a cashier opens the payments of a case, not its documents.
  expect(await newest(cashier)).toBeUndefined()
})

test('while the scanner is away a document waits, nobody can open it, and it is scanned and read when it is back', async () => {
  const [ana, priya] = [await portal.client(), await portal.staff('administrator')]
  await priya.ask(firm.joinTeam, { email: ana.user.email })
  saying(away)
  const { document, wait } = await upload(ana, goodBill, { documentType: 'utility_bill' })
  expect(document).toMatchObject({ awaitsScan: true, validation: null, status: 'pending' })
  expect(wait).toBe(waitsForScan)
  expect(await statusesOf(ana, document)).toEqual([409, 409, 409])
  const ofFirm = [`/api/firm/documents/${document.id}/file`, `/api/firm/documents/${document.id}/download`]
  for (const url of ofFirm) {
    const answer = await portal.app.inject({ url, cookies: Object.fromEntries(priya.jar) })
    expect(answer.json()).toMatchObject({ reason: 'awaits_scan' })
  }
  await scanNow()
  expect(await ana.ask(documents.one, { id: document.id })).toMatchObject({
    awaitsScan: true,
    validation: null,
  })
  expect((await portal.app.inject('/api/health')).json().warnings).toEqual([
    expect.stringContaining("The virus scanner doesn't answer"),
  ])

  saying()
  await scanNow()
  expect(await readOf(ana, document)).toMatchObject({ awaitsScan: false })
  expect(await statusesOf(ana, document)).toEqual([200, 200, 200])
  expect(await auditOf(portal, ana.user.id, 'document.scanned')).toMatchObject([
    { documentId: document.id, scanner: 'clamd' },
  ])
})

test('a document in which a virus is found afterwards is gone; its client, their fee earner and the administrators are told', async () => {
  const [alex, omar] = [await portal.staff('administrator'), await portal.staff('fee_earner')]
  const ana = await portal.client({ firstName: 'Xanthe' })
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [omar.user.id, ana.user.id])
  const before = filesOf(portal)
  saying(away)
  await upload(ana, plainPage)
  saying(infected)
  await scanNow()
  expect(await ana.ask(documents.list, {})).toEqual([])
  await expect.poll(() => filesOf(portal)).toEqual(before)
  expect((await ana.ask(notifications.list, {}))[0]?.body).toContain('was refused by the virus scanner')
  const newest = async (person: typeof alex) => (await person.ask(notifications.list, {}))[0]
  const title = 'A file was refused by the virus scanner'
  expect(await newest(alex)).toMatchObject({ title, body: expect.not.stringContaining('Xanthe'), link: null })
  expect(await newest(omar)).toMatchObject({
    title,
    body: expect.stringMatching(/^Xanthe .* tried to upload/),
    link: `/firm/clients/${ana.user.id}`,
  })
})

test('a document whose file is gone stays closed, and keeps no other waiting', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const before = filesOf(portal)
  saying(away)
  const { document: lost } = await upload(ana, plainPage)
  const folder = join(portal.folder, 'files')
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (!before.includes(basename(path)) && statSync(join(folder, path)).isFile()) rmSync(join(folder, path))
  const { document: waiting } = await upload(ben, goodBill, { documentType: 'utility_bill' })
  saying()
  await scanNow()
  expect(await readOf(ben, waiting)).toMatchObject({ awaitsScan: false })
  expect(await ana.ask(documents.one, { id: lost.id })).toMatchObject({ awaitsScan: true })
})

test('where a file cannot be kept closed, it is not taken while the scanner is away', async () => {
  const ana = await portal.client()
  const before = filesOf(portal)
  saying(away)
  const form = new FormData()
  form.set('file', new File([Buffer.from(goodBill)], 'bill.pdf'))
  const answer = await ana.send('POST', onboarding.upload.path, form, {})
  expect(answer).toMatchObject({
    status: 503,
    body: { message: expect.stringContaining("We can't check files for viruses right now") },
  })
  expect(filesOf(portal)).toEqual(before)
})
