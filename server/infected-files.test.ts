import { expect, test } from 'vitest'
import { photographs } from '#contract/accounts/photographs.ts'
import { identityReports } from '#contract/identity/reports.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { eicar } from '#inspector/testing/hostile.ts'
import { filesOf } from './features/documents/testing/documents.ts'
import { reportForm } from './features/identity/testing/report-form.ts'
import {
  openSession,
  press,
  sendBytes,
  sendPicture,
  toSession,
  withoutCamera,
} from './features/onboarding/testing.ts'
import { openClamd } from './providers/antivirus/clamd.ts'
import { openClamdStandIn } from './providers/antivirus/testing.ts'
import { openPortal } from './testing/portal.ts'

const portal = await openPortal()
const alex = await portal.staff('administrator')
const virus = new TextEncoder().encode(eicar)
/** Returns what administrators have been told of files with a virus, the newest first. */
const warnings = async () =>
  (await alex.ask(notifications.list, {})).filter(
    ({ title }) => title === 'A file was refused by the virus scanner',
  )

test('the administrators hear of a file with a virus that a client sent in the chat or by camera', async () => {
  const inChat = await portal.client({ firstName: 'Noor', lastName: 'Haddad' })
  await press(inChat, ...withoutCamera)
  const byCamera = await portal.client({ firstName: 'Ben', lastName: 'Small' })
  await press(byCamera, ...toSession)
  const token = await openSession(byCamera)
  await byCamera.ask(onboarding.chooseDocument, { token, document: 'passport' })
  const before = filesOf(portal)
  const refused = { status: 422, body: { reason: 'malware_found' } }

  expect(await sendBytes(inChat, virus)).toMatchObject(refused)
  expect(await warnings()).toMatchObject([
    {
      body: "Noor Haddad tried to upload my paper (1).pdf. It wasn't kept.",
      link: `/firm/clients/${inChat.user.id}`,
    },
  ])
  // On a phone that is not signed in, by the address of the session alone.
  expect(await sendPicture(portal.visitor(), token, 'FRONTSIDE', virus)).toMatchObject(refused)
  expect(await warnings()).toMatchObject([{ link: `/firm/clients/${byCamera.user.id}` }, {}])
  expect(filesOf(portal)).toEqual(before)
  for (const client of [inChat, byCamera]) expect(await client.ask(notifications.list, {})).toEqual([])
})

test('the administrators hear of a file with a virus that somebody at the firm sent, and not of its name', async () => {
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const { id: clientId } = (await portal.client()).user
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new File([virus], 'secret.pdf'))
    return form
  }
  const report = await reportForm({}, new Blob([virus]))
  const places = [
    () => priya.send('POST', photographs.upload.path, formOf({}), {}),
    () => priya.send('POST', signatures.send.path, formOf({ clientId, name: 'A deed' }), {}),
    () => priya.send('POST', identityReports.add.path.replace(':id', clientId), report, {}),
  ]
  const before = await warnings()
  for (const sendTo of places) expect(await sendTo()).toMatchObject({ status: 422 })
  const added = (await warnings()).slice(0, -before.length || undefined)
  expect(added.map(({ body, link }) => [body, link])).toEqual(
    places.map(() => ["Priya Raman tried to upload a file with a virus. It wasn't kept.", null]),
  )
})

test('a file with a virus is told of although its session was reset while it was scanned', async () => {
  const clamd = await openClamdStandIn()
  const other = await openPortal({ ports: { antivirus: openClamd(clamd.address) } })
  const [boss, ana] = [await other.staff('administrator'), await other.client()]
  await press(ana, ...toSession)
  const token = await openSession(ana)
  clamd.state.meanwhile = () => other.pool.query('delete from conversations')
  expect(await sendPicture(other.visitor(), token, 'FRONTSIDE', virus)).toMatchObject({
    status: 422,
    body: { reason: 'malware_found' },
  })
  expect((await boss.ask(notifications.list, {})).map(({ body }) => body)).toContain(
    "Someone tried to upload a file with a virus. It wasn't kept.",
  )
})
