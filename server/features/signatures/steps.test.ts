import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { letterTemplates, TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { tasks } from '#contract/tasks.ts'
import { templates } from '#contract/templates/templates.ts'
import { step } from '#server/features/templates/shipped/common.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { ana, sendDeed, tokenIn } from './testing/deeds.ts'
import { send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')

let types = 0
/** Opens a case of a new type, whose steps ask to sign these documents. */
const open = async (client: Client, ...titles: string[]) => {
  types += 1
  const type = `Remortgage ${types}`
  const { id } = await admin.ask(templates.add, { type })
  const revision = (await admin.ask(templates.one, { id })).draft?.revision ?? 0
  const reading = step({
    key: 'guide',
    asks: 'read_and_accept',
    title: 'Read our guide',
    description: 'Short',
  })
  const signing = titles.map((title, at) =>
    step({ key: `sign_${at}`, asks: 'signature', title, description: 'We’ll send it to you here' }),
  )
  await admin.ask(templates.saveDraft, { id, steps: [reading, ...signing], revision })
  await admin.ask(templates.publish, { id, revision: revision + 1, note: 'First' })
  const words = { title: `Case ${types}`, priority: 'low', description: 'A house' } as const
  const next = { whose: 'client', nextStep: 'Sign' } as const
  return priya.ask(matters.start, { clientId: client.user.id, type, ...words, ...next })
}
const waitingOf = (client: Client, staff = priya) => staff.ask(signatures.steps, { clientId: client.user.id })
const idOf = async (client: Client, title: string) => {
  const found = (await client.ask(tasks.list, {})).find((task) => task.title === title)
  if (!found) throw new Error(`there is no task ${title}`)
  return found.id
}
const doneOf = async (client: Client) =>
  (await client.ask(tasks.list, {}))
    .filter(({ kind, status }) => kind === 'signature' && status === 'completed')
    .map(({ title }) => title)

test('a signature completes the step that the sender chose, and no other', async () => {
  const client = await portal.client()
  const matter = await open(client, 'Sign the mortgage deed', 'Sign the transfer')
  const { id, reference, title } = matter
  expect(await waitingOf(client)).toMatchObject([
    { title: 'Sign the mortgage deed', matter: { id, reference, title } },
    { title: 'Sign the transfer', matter: { id } },
  ])
  const taskId = await idOf(client, 'Sign the transfer')
  const request = await send(priya, client, { taskId })
  expect(request).toMatchObject({ taskId, step: 'Sign the transfer', canWithdraw: true })
  expect((await waitingOf(client)).map((waiting) => waiting.title)).toEqual(['Sign the mortgage deed'])
  await client.ask(signatures.create, typed(request.id))
  expect(await doneOf(client)).toEqual(['Sign the transfer'])
  const listed = (await priya.ask(signatures.sent, {})).find((sent) => sent.id === request.id)
  expect(listed).toMatchObject({ step: 'Sign the transfer', canWithdraw: false })
})

test('where nothing is chosen, a document is for the only step that waits, and of several for none', async () => {
  const client = await portal.client()
  await open(client, 'Sign the mortgage deed')
  expect(await send(priya, client, { taskId: 'none' })).toMatchObject({ taskId: null, step: null })
  const second = await open(client, 'Sign the transfer')
  expect(await send(priya, client)).toMatchObject({ taskId: null })
  const taskId = await idOf(client, 'Sign the transfer')
  const [sent] = await Promise.all([send(priya, client, { taskId }), send(priya, client, { taskId: 'none' })])
  expect(await send(priya, client)).toMatchObject({ step: 'Sign the mortgage deed' })
  expect(await send(priya, client)).toMatchObject({ taskId: null })
  // A withdrawn document frees its step for another.
  await priya.ask(signatures.cancel, { id: sent.id })
  expect(await waitingOf(client)).toMatchObject([{ id: taskId, matter: { id: second.id } }])
})

test('a step that waits no more, and one of another client, are refused with the sentence beside the field', async () => {
  const [client, other] = [await portal.client(), await portal.client()]
  await open(client, 'Sign the transfer')
  await open(other, 'Sign the lease')
  const over = {
    code: 'conflict',
    reason: 'step_over',
    fields: { taskId: expect.stringContaining('no longer') },
  }
  const taskId = await idOf(client, 'Sign the transfer')
  const twice = await Promise.allSettled([send(priya, client, { taskId }), send(priya, client, { taskId })])
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({ reason: over })
  await expect(send(priya, client, { taskId: await idOf(other, 'Sign the lease') })).rejects.toMatchObject(
    over,
  )
})

test('nobody who is a party to the case of a step is the witness of a deed for it, listed by the sender or not', async () => {
  const client = await portal.client()
  const { id: matterId } = await open(client, 'Sign the transfer')
  const words = { email: '', phone: '', number: '', detail: '', kind: 'person' } as const
  for (const [role, name] of [
    ['other_side', 'Kofi Mensah'],
    ['agent', 'Rosa Blum'],
  ] as const)
    await priya.ask(matterParties.add, { id: matterId, ...words, role, name })
  const { id } = await sendDeed(priya, client, { taskId: await idOf(client, 'Sign the transfer') })
  const { path, code } = await client.ask(witness.invite, { id })
  const [device, token] = [portal.visitor(), tokenIn(path)]
  const { key } = await device.ask(witness.enter, { token, code })
  const introduce = (name: string) => device.ask(witness.introduce, { token, key, ...ana, name })
  await expect(introduce('Kofi Mensah')).rejects.toMatchObject({ reason: 'witness_is_party' })
  // The agent acts for someone, and is no party.
  expect(await introduce('Rosa Blum')).toMatchObject({ state: 'present' })
})

test('a letter is for steps of its own case alone', async () => {
  const client = await portal.client()
  const key = TemplateKey.parse('completion')
  const changed = { key, basedOn: 0, note: 'Short', name: 'Report', kind: 'letter' } as const
  await admin.ask(letterTemplates.publish, {
    ...changed,
    questions: [],
    text: 'Dear {{client.name}}\n\nDone.',
  })
  const first = await open(client, 'Sign the mortgage deed')
  const second = await open(client)
  const write = async (id: typeof first.id, taskId?: Awaited<ReturnType<typeof idOf>> | null) => {
    const letter = { id, templateKey: key, recipientId: client.user.id, answers: {} }
    const { dataDigest } = await priya.ask(letters.preview, letter)
    const chosen = taskId === undefined ? {} : { taskId }
    return priya.ask(letters.send, {
      ...letter,
      ...chosen,
      dataDigest,
      templateVersion: 1,
      delivery: 'signature',
    })
  }
  const taskId = await idOf(client, 'Sign the mortgage deed')
  const stepsOf = async (id: typeof first.id) => (await priya.ask(letters.ofMatter, { id })).steps
  expect(await stepsOf(second.id)).toEqual([])
  expect(await stepsOf(first.id)).toEqual([
    { id: taskId, title: 'Sign the mortgage deed', clientId: client.user.id },
  ])
  await expect(write(second.id, taskId)).rejects.toMatchObject({ reason: 'step_over' })
  const { documentId } = await write(second.id)
  await client.ask(signatures.create, typed(documentId))
  expect(await doneOf(client)).toEqual([])
  await client.ask(signatures.create, typed((await write(first.id)).documentId))
  expect(await doneOf(client)).toEqual(['Sign the mortgage deed'])
})

test('a step of a restricted case is offered to those who know of the case, and so is what was sent for it', async () => {
  const client = await portal.client()
  const { id } = await open(client, 'Sign the settlement')
  await admin.ask(firm.joinTeam, { email: client.user.email })
  const seesAll = async () => (await waitingOf(client, admin)).map(({ title }) => title)
  expect(await seesAll()).toEqual(['Sign the settlement'])
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  expect(await seesAll()).toEqual([])
  const taskId = await idOf(client, 'Sign the settlement')
  await expect(send(admin, client, { taskId })).rejects.toMatchObject({ reason: 'step_over' })
  const sent = await send(priya, client, { taskId })
  await expect(admin.ask(signatures.evidence, { id: sent.id })).rejects.toMatchObject({ code: 'not_found' })
})

test("a fee earner who reads a colleague's documents as the compliance officer can't withdraw them", async () => {
  const grace = await portal.staff('fee_earner', { otherRoles: ['compliance_officer'] })
  const client = await portal.client()
  const { id } = await send(priya, client)
  const isOffered = async ({ ask }: typeof grace) =>
    (await ask(signatures.sent, {})).find((request) => request.id === id)?.canWithdraw
  expect([await isOffered(grace), await isOffered(priya)]).toEqual([false, true])
  expect((await grace.ask(signatures.evidence, { id })).request.canWithdraw).toBe(false)
  await expect(grace.ask(signatures.cancel, { id })).rejects.toMatchObject({ code: 'not_found' })
})
