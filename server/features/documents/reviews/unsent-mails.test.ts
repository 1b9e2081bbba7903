import { expect, test } from 'vitest'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import { everythingOn, notifications } from '#contract/notifications/notifications.ts'
import { sendDigests } from '#server/features/mail/jobs.ts'
import { sendMail } from '#server/features/mail/service/send-mail.ts'
import { jobContextOf, newsTo } from '#server/features/mail/testing.ts'
import { hours } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { plainPage, readOf, taskOf, upload } from '../testing/documents.ts'

// Nine in the evening, after emails have begun to wait for the morning.
const portal = await openPortal()
portal.wait(hours(12))
const priya = await portal.staff('fee_earner')

/** Opens a client of Priya with a document that waits for her. */
async function withDocument(kind: 'proof_of_funds' | 'proof_of_address' = 'proof_of_funds', of?: Client) {
  const client = of ?? (await portal.client())
  const { id: taskId } = await taskOf(client, kind)
  const { document } = await upload(client, plainPage, { taskId })
  await readOf(client, document)
  return { client, id: document.id }
}

const reason = 'Please send all pages.'
/** Signs in somebody else who works with the client. Whoever signed in yesterday is signed out. */
async function colleagueOf({ user }: Client) {
  const colleague = await portal.staff('administrator')
  await colleague.ask(firm.joinTeam, { email: user.email })
  return colleague
}

const mailsOf = async ({ user }: Client) => newsTo(portal, user.email)
const subjectsOf = async (client: Client) => (await mailsOf(client)).map(({ subject }) => subject)

test('of a decision taken back before its email has gone out no email is sent, only of the one that stands', async () => {
  const { client, id } = await withDocument()
  const other = await withDocument('proof_of_address', client)
  await priya.ask(reviews.reject, { id: other.id, reason })
  await priya.ask(reviews.reject, { id, reason })
  await priya.ask(reviews.reopen, { id })
  expect(await subjectsOf(client)).toEqual(['We need another document'])
  await priya.ask(reviews.accept, { id })
  expect(await subjectsOf(client)).toEqual(['We need another document', 'Your document was accepted'])
  await priya.ask(reviews.reopen, { id })
  expect(await subjectsOf(client)).toEqual(['We need another document'])
  expect((await client.ask(notifications.list, {}))[0]?.title).toBe("We're looking at it again")
})

test('an identity check whose acceptance is taken back at night is told of neither', async () => {
  const client = await portal.client()
  const { id: taskId } = await taskOf(client, 'identity_check')
  await priya.ask(identity.accept, { id: client.user.id, taskId, note: 'Saw the passport in the office.' })
  expect(await subjectsOf(client)).toHaveLength(1)
  await priya.ask(identity.reopen, { id: taskId })
  expect(await subjectsOf(client)).toEqual([])
})

test('the summary of the day leaves out a decision that was taken back, and that it was', async () => {
  const { client, id } = await withDocument()
  await client.ask(notifications.saveChoices, { ...everythingOn, delivery: 'daily' })
  const other = await withDocument('proof_of_address', client)
  await priya.ask(reviews.reject, { id: other.id, reason })
  await priya.ask(reviews.reject, { id, reason })
  await priya.ask(reviews.reopen, { id })
  portal.wait(hours(24))
  await sendDigests(jobContextOf(portal))
  const [summary] = await mailsOf(client)
  expect(summary?.paragraphs[1]).toBe('• We need another document.')
})

test('a decision that was told of already is corrected', async () => {
  const { client, id } = await withDocument()
  const colleague = await colleagueOf(client)
  await colleague.ask(reviews.reject, { id, reason })
  portal.wait(hours(11))
  await Promise.all((await mailsOf(client)).map((mail) => sendMail(jobContextOf(portal), mail.id)))
  const another = await colleagueOf(client)
  await another.ask(reviews.reopen, { id })
  expect(await subjectsOf(client)).toEqual(['We need another document', "We're looking at it again"])
})
