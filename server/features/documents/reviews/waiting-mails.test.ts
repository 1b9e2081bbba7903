import { expect, test } from 'vitest'
import { reviews } from '#contract/documents/reviews.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { jobContextOf, newsTo } from '#server/features/mail/testing.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { anew, plainPage, readOf, taskOf, upload } from '../testing/documents.ts'
import { mailFirmOfWaiting } from './waiting-mails.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

const tell = () => mailFirmOfWaiting(jobContextOf(portal))
const mailsOf = async () =>
  (await newsTo(portal, priya.user.email)).map(({ subject, action }) => [subject, action?.path])
const before = (all: unknown[]) => async () => (await mailsOf()).slice(all.length)

let copies = 0
/** Sends a page that the client is told to replace, in place of the one before. */
const sendTry = async (client: Awaited<ReturnType<typeof portal.client>>, taskId: string) => {
  copies += 1
  const { document } = await upload(client, anew(plainPage, copies), { taskId, isReplacing: true })
  await readOf(client, document)
  return document.id
}

test('of tries that a client replaces at once the firm is sent one email, about the one that stands', async () => {
  const sent = before(await mailsOf())
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'proof_of_funds')
  await sendTry(ana, taskId)
  await sendTry(ana, taskId)
  const last = await sendTry(ana, taskId)
  await tell()
  expect(await sent()).toEqual([])
  // The notification is there at once.
  expect((await priya.ask(notifications.list, {}))[0]).toMatchObject({ link: `/firm/documents/${last}` })

  portal.wait(minutes(6))
  await tell()
  await tell()
  expect(await sent()).toEqual([['A document is waiting for your decision', `/firm/documents/${last}`]])
})

test('several documents of one client are one email; what was decided meanwhile is none', async () => {
  const sent = before(await mailsOf())
  const [ana, ben] = [await portal.client(), await portal.client()]
  for (const kind of ['proof_of_funds', 'proof_of_address'] as const)
    await sendTry(ana, (await taskOf(ana, kind)).id)
  const decided = await sendTry(ben, (await taskOf(ben, 'proof_of_funds')).id)
  await priya.ask(reviews.reject, { id: decided, reason: 'Please send all pages.' })
  await priya.ask(reviews.reopen, { id: decided })
  portal.wait(minutes(6))
  await tell()
  expect(await sent()).toEqual([
    ['2 documents from one client are waiting for your decision', '/firm/documents'],
  ])
})

test('who goes on sending is told of after half an hour all the same', async () => {
  const sent = before(await mailsOf())
  const ana = await portal.client()
  await sendTry(ana, (await taskOf(ana, 'proof_of_funds')).id)
  portal.wait(minutes(29))
  await sendTry(ana, (await taskOf(ana, 'proof_of_address')).id)
  await tell()
  expect(await sent()).toEqual([])
  portal.wait(minutes(2))
  await tell()
  expect(await sent()).toHaveLength(1)
})
