import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { identity } from '#contract/identity/identity.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { queue } from '#contract/queue.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { caseClosedWords, type Task, tasks } from '#contract/tasks.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import {
  anew,
  filesOf,
  plainPage,
  readOf,
  send,
  upload,
} from '#server/features/documents/testing/documents.ts'
import { withGuests } from '#server/features/guests/testing/guests.ts'
import { arrive, attested, inviteWitness, signed } from '#server/features/signatures/testing/deeds.ts'
import { send as sendToSign, typed } from '#server/features/signatures/testing/signature-requests.ts'
import { openPage } from '#server/testing/live-stream.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { funds, openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, join, required } = await openMatters()
const asking = (key: string, asks: Task['kind'], title: string) =>
  step({ key, asks, title, description: '' } as Parameters<typeof step>[0])
const { type } = await publish(
  funds,
  reading('terms'),
  asking('proof', 'requested_document', 'Proof of the deposit'),
  asking('bank', 'bank_check', 'Your bank account'),
  asking('deed', 'signature', 'Sign the deed'),
  step({
    key: 'fee',
    asks: 'payment',
    title: 'Pay the fee',
    description: '',
    amount: 20_000,
    account: 'office',
  }),
  asking('call', 'appointment', 'Book a call'),
)
const next = { whose: 'firm', nextStep: 'We read the will' } as const
const refusal = { code: 'conflict', reason: 'case_closed', message: caseClosedWords }
const bank = { accountName: 'Amara Okafor', sortCode: '089999', accountNumber: '66374958', bankName: 'Bank' }

/** The answer to a file, which no endpoint client sends. */
async function attempt(client: Client, task: Task, bytes = plainPage) {
  const { status, body } = await send(client, bytes, { taskId: task.id })
  if (status < 300) return body
  throw new Problem('conflict', (body as { message: string }).message, {
    reason: (body as { reason?: string }).reason ?? '',
  })
}

/** Everything that a client does for a task, by its kind. */
const commands = {
  firm_form: (client: Client, { id }: Task) =>
    client.ask(forms.complete, { id, formData: { sources: ['savings'] } }),
  read_and_accept: (client: Client, { id }: Task) => client.ask(tasks.accept, { id }),
  requested_document: (client: Client, task: Task) => attempt(client, task),
  bank_check: (client: Client, { id }: Task) =>
    client.ask(identity.complete, { taskId: id, verificationType: 'bank', bank }),
  signature: async (client: Client, { id }: Task) => {
    const { rows } = await portal.pool.query<{ id: string }>(
      'select document_id as id from signature_requests where task_id = $1',
      [id],
    )
    return client.ask(signatures.create, typed(rows[0]?.id as Parameters<typeof typed>[0]))
  },
  payment: (client: Client, { id, amount }: Task) =>
    client.ask(payments.pay, {
      taskId: id,
      amount: amount ?? 0,
      currency: 'GBP',
      paymentMethod: 'card',
    }),
}

async function openCase() {
  const client = await portal.client({ firstName: 'Amara', lastName: 'Okafor' })
  const { id } = await start(client, type)
  const deed = await required(client, 'Sign the deed')
  await sendToSign(priya, client, { taskId: deed.id })
  return { client, id }
}
/** The tasks of a case by their kind, as the firm sees them. */
const tasksIn = async (id: MatterId) =>
  new Map(
    (await priya.ask(matterTabs.tasks, { id })).flatMap((task) =>
      task.isOfCase ? [[task.kind, task] as const] : [],
    ),
  )
const listOf = async (client: Pick<Client, 'ask'>) =>
  (await client.ask(tasks.list, {})).map(({ title }) => title)
const toSign = async (client: Client) => (await client.ask(signatures.requests, {})).map(({ name }) => name)
const close = (id: MatterId) => priya.ask(matters.firmClose, { id })

/** Sends everything for the due tasks of a case, one after the other. */
async function sendAll(
  { client, due }: { client: Client; due: Map<Task['kind'], Task> },
  check: (command: () => Promise<unknown>, kind: string) => Promise<unknown>,
) {
  for (const [kind, command] of Object.entries(commands)) {
    const task = due.get(kind as Task['kind'])
    if (!task) throw new Error(`the case asks for no ${kind}`)
    await check(() => command(client, task), kind)
  }
}

test('whatever a client sends for a task of a closed case is refused', async () => {
  const { client, id } = await openCase()
  const due = await tasksIn(id)
  const titles = [...due.values()].map(({ title }) => title)
  const form = await required(client, 'Your money')
  const draft = { id: form.id, formData: { sources: ['gift'] }, step: 1 }
  const before = filesOf(portal)
  await close(id)
  expect((await listOf(client)).filter((title) => titles.includes(title))).toEqual([])
  await sendAll({ client, due }, (command, kind) => expect(command(), kind).rejects.toMatchObject(refusal))
  await expect(client.ask(forms.saveDraft, draft)).rejects.toMatchObject(refusal)
  expect(filesOf(portal)).toEqual(before)
  expect(await client.ask(documents.list, {})).toEqual([])
  expect(await toSign(client)).not.toContain('Transfer deed')
})

test('what is sent for a case that is reopened is taken', async () => {
  const { client, id } = await openCase()
  const due = await tasksIn(id)
  const titles = [...due.values()].map(({ title }) => title)
  await close(id)
  await priya.ask(matters.reopen, { id, ...next })
  expect(await listOf(client)).toEqual(expect.arrayContaining(titles))
  expect(await toSign(client)).toContain('Transfer deed')
  await sendAll({ client, due }, (command) => command())
  const left = (await client.ask(tasks.list, {})).filter((task) => titles.includes(task.title))
  expect(left.filter(({ status }) => status !== 'completed').map(({ kind }) => kind)).toEqual(['appointment'])
})

test('nothing is added to a task of a closed case that is done, and what was sent can still be deleted', async () => {
  const { client, id } = await openCase()
  const proof = await required(client, 'Proof of the deposit')
  const { document } = await upload(client, plainPage, { taskId: proof.id })
  const form = await required(client, 'Your money')
  await commands.firm_form(client, form)
  await close(id)
  expect(await listOf(client)).toEqual(expect.arrayContaining(['Proof of the deposit', 'Your money']))
  await expect(attempt(client, proof, anew(plainPage, 1))).rejects.toMatchObject(refusal)
  await expect(
    client.ask(forms.complete, { id: form.id, formData: { sources: ['gift'] } }),
  ).rejects.toMatchObject(refusal)
  await client.ask(documents.remove, { id: document.id })
  expect(await listOf(client)).not.toContain('Proof of the deposit')
})

test('a joint client and a guest send nothing for a closed case either', async () => {
  const { client, id } = await openCase()
  const ben = await portal.client()
  await join(id, ben, 'joint_client')
  const shared = await required(ben, 'Your money')
  await close(id)
  await expect(
    ben.ask(forms.saveDraft, { id: shared.id, formData: { sources: ['gift'] }, step: 1 }),
  ).rejects.toMatchObject(refusal)
  expect(await listOf(client)).not.toContain('Your money')

  const { invited, enter } = withGuests(portal, priya)
  const invitation = await invited()
  const guest = await enter(invitation)
  const [letter] = await guest.ask(tasks.list, {})
  await close(invitation.id)
  expect(await guest.ask(tasks.list, {})).toEqual([])
  const { status, body } = await send(guest, plainPage, { taskId: letter?.id ?? '' })
  expect([status, body]).toMatchObject([409, refusal])
  expect((await priya.ask(guests.list, { id: invitation.id }))[0]?.tasks).toEqual({ completed: 0, total: 0 })
})

test('the open pages of clients and guests ask for their tasks again once their case is closed', async () => {
  const { invited, enter } = withGuests(portal, priya)
  const { client, id, ...invitation } = await invited()
  const guest = await enter(invitation)
  const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const pages = [
    await openPage(client, { address, db: portal.db }),
    await openPage(guest, { address, db: portal.db }),
  ]
  await close(id)
  for (const page of pages) expect((await page.received()).topics).toContain('tasks')
})

test('nobody signs a deed of a closed case before a witness, and the witness’s link ends', async () => {
  const client = await portal.client({ firstName: 'Amara', lastName: 'Okafor' })
  const { id } = await start(client, type)
  const { id: taskId } = await required(client, 'Sign the deed')
  const { id: deedId, ...link } = await inviteWitness(portal, priya, client, { taskId })
  const device = await arrive(link)
  const sign = () => client.ask(witness.sign, { id: deedId, ...signed })
  await close(id)
  await expect(sign()).rejects.toMatchObject(refusal)
  expect(await link.device.ask(witness.look, device)).toMatchObject({ state: 'over' })
  await priya.ask(matters.reopen, { id, ...next })
  await sign()
  await close(id)
  await expect(link.device.ask(witness.attest, { ...device, ...attested })).rejects.toMatchObject({
    reason: 'witness_link_over',
  })
})

test('an appointment that is booked completes no task of a closed case', async () => {
  const { client, id } = await openCase()
  const call = await required(client, 'Book a call')
  await close(id)
  await bookAt(client, '2026-11-11T10:00:00Z')
  await priya.ask(matters.reopen, { id, ...next })
  expect(await required(client, 'Book a call')).toMatchObject({ id: call.id, status: 'pending' })
})

test('what was sent before a case was closed is still decided, and nobody is asked for another', async () => {
  const { client, id } = await openCase()
  const proof = await required(client, 'Proof of the deposit')
  const { document } = await upload(client, plainPage, { taskId: proof.id })
  await readOf(client, document)
  const isWaiting = async () =>
    (await priya.ask(queue.list, { state: 'waiting', matterId: id })).items.some(
      (item) => item.id === document.id,
    )
  expect(await isWaiting()).toBe(true)
  await close(id)
  expect(await isWaiting()).toBe(true)
  await priya.ask(reviews.reject, { id: document.id, reason: 'It’s somebody else’s.' })
  const [news] = await client.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'We couldn’t accept a document' })
  expect(news?.body).toContain('you don’t have to send another')
  expect(await listOf(client)).not.toContain('Proof of the deposit')
})

test('the firm sees which tasks of a case are on hold, and those that another open case asks for stay due', async () => {
  const { client, id } = await openCase()
  await start(client, type)
  const heldIn = async () =>
    (await priya.ask(matterTabs.tasks, { id }))
      .filter((task) => task.isHeldByClosing)
      .map(({ title }) => title)
  // The bank account is about the person, so both cases ask for it.
  const { title: shared } = (await tasksIn(id)).get('bank_check') ?? { title: '' }
  const titles = [...(await tasksIn(id)).values()].map(({ title }) => title)
  const held = titles.filter((title) => title !== shared).toSorted()
  expect((await heldIn()).toSorted()).toEqual(held)
  await close(id)
  expect((await heldIn()).toSorted()).toEqual(held)
  expect(await listOf(client)).toContain(shared)
})

test('of an upload and a closing at once, the file is there and its task done, or it is refused and gone', async () => {
  for (let round = 0; round < 8; round += 1) {
    const client = await portal.client()
    const { id } = await start(client, type)
    const proof = await required(client, 'Proof of the deposit')
    const before = filesOf(portal)
    const late = round % 2 === 0 ? close(id) : null
    const [sent] = await Promise.all([
      send(client, plainPage, { taskId: proof.id }),
      late ?? new Promise((resolve) => setImmediate(resolve)).then(() => close(id)),
    ])
    const { rows } = await portal.pool.query<{ status: string }>('select status from tasks where id = $1', [
      proof.id,
    ])
    const held = await client.ask(documents.list, {})
    const isTaken = sent.status === 201
    const { reason = null } = sent.body as { reason?: string }
    expect([sent.status, reason, held.length, rows[0]?.status]).toEqual(
      isTaken ? [201, null, 1, 'completed'] : [409, 'case_closed', 0, 'pending'],
    )
    await expect.poll(() => filesOf(portal)).toHaveLength(before.length + held.length)
  }
})
