import { describe, expect, test } from 'vitest'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { activityName, matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import type { PartyRole } from '#contract/matters/party.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { plainPage, upload } from '#server/features/documents/testing/documents.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const openFor = async ({ user }: Client, type = 'Purchase') => {
  const words = { title: `${type} of a flat`, type, priority: 'low', description: 'Flat 4' } as const
  const next = { whose: 'firm', nextStep: 'Review what has been sent' } as const
  return (await priya.ask(matters.start, { clientId: user.id, ...words, ...next })).id
}
const addAs = (id: MatterId, role: PartyRole, { user }: Client) =>
  priya.ask(matterParties.add, {
    id,
    role,
    kind: 'person',
    name: user.firstName,
    email: '',
    phone: '',
    number: '',
    detail: '',
    clientId: user.id,
  })
const ask = (id: MatterId, { user }: Client, title = 'Lease of the garage') =>
  priya.ask(matterTabs.requestDocument, { id, clientId: user.id, title })
const taskTitles = async (id: MatterId) =>
  (await priya.ask(matterTabs.tasks, { id })).map(({ title }) => title)

describe('what belongs to a case', () => {
  test('includes that of its clients and parties, but not of the other side, and counts match the lists', async () => {
    const [amara, kofi, seller] = [await portal.client(), await portal.client(), await portal.client()]
    const id = await openFor(amara)
    await addAs(id, 'joint_client', kofi)
    await addAs(id, 'other_side', seller)
    await upload(kofi, plainPage, { filename: 'kofi.pdf' })
    await upload(seller, plainPage, { filename: 'seller.pdf' })
    const { people, hidden, counts } = await priya.ask(matterTabs.summary, { id })
    expect(people).toMatchObject([
      { id: amara.user.id, role: 'client' },
      { id: kofi.user.id, role: 'joint_client' },
    ])
    expect(hidden).toEqual([])
    const documents = await priya.ask(matterTabs.documents, { id })
    expect(documents).toMatchObject([{ filename: 'kofi.pdf', clientId: kofi.user.id, isOfCase: false }])
    const listed = await priya.ask(matterTabs.tasks, { id })
    expect(await priya.ask(matterTabs.payments, { id })).toEqual([])
    expect(counts).toEqual({ tasks: listed.length, documents: documents.length })
    expect(listed.filter(({ clientId }) => clientId === seller.user.id)).toEqual([])
    expect((await priya.ask(matterTabs.contacts, { id })).map((contact) => contact.id)).toEqual([
      amara.user.id,
      kofi.user.id,
    ])
  })

  test('includes whose conversation with a client the last message is in', async () => {
    const amara = await portal.client()
    const id = await openFor(amara)
    await amara.ask(messages.send, { receiverId: priya.user.id, content: 'When do we exchange?' })
    const [contact] = await (await portal.staff('compliance_officer')).ask(matterTabs.contacts, { id })
    expect(contact?.lastMessage).toMatchObject({ memberId: priya.user.id, answeredForId: null })
  })

  test('leaves out requests for another case of the same client', async () => {
    const amara = await portal.client()
    const [purchase, will] = [await openFor(amara), await openFor(amara, 'Other')]
    await ask(will, amara, 'The old will')
    const { id: taskId, title } = await ask(purchase, amara)
    expect(await taskTitles(purchase)).toContain(title)
    expect(await taskTitles(purchase)).not.toContain('The old will')
    const { document } = await upload(amara, plainPage, { taskId, filename: 'lease.pdf' })
    expect(await priya.ask(matterTabs.documents, { id: purchase })).toMatchObject([
      { id: document.id, isOfCase: true },
    ])
    expect(await priya.ask(matterTabs.documents, { id: will })).toEqual([])
  })

  test('is hidden from people who may not see the case, and names those whose file the user may not open', async () => {
    const [amara, kofi] = [await portal.client(), await portal.client()]
    const id = await openFor(amara)
    await addAs(id, 'joint_client', kofi)
    for (const endpoint of [matterTabs.summary, matterTabs.tasks, matterTabs.documents, matterTabs.activity])
      await expect(stranger.ask(endpoint, { id })).rejects.toMatchObject({ code: 'not_found' })
    await administrator.ask(firm.joinTeam, { email: kofi.user.email })
    await administrator.ask(firm.assign, {
      id: kofi.user.id,
      feeEarnerId: administrator.user.id,
      memberIds: [],
    })
    const { people, hidden } = await priya.ask(matterTabs.summary, { id })
    expect(people.map((person) => person.id)).toEqual([amara.user.id])
    expect(hidden).toMatchObject([{ id: kofi.user.id, role: 'joint_client' }])
    expect((await priya.ask(matterTabs.tasks, { id })).map(({ clientId }) => clientId)).not.toContain(
      kofi.user.id,
    )
  })

  test('lists who did what, newest first, with what changed', async () => {
    const amara = await portal.client()
    const id = await openFor(amara)
    const { facts } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...facts, value: 38_500_000 })
    await ask(id, amara)
    const entries = await priya.ask(matterTabs.activity, { id })
    const by = `${priya.user.firstName} ${priya.user.lastName}`
    expect(entries).toMatchObject([
      { event: 'document.requested', by, details: { title: 'Lease of the garage' } },
      { event: 'case.facts_saved', by, details: { Value: 'none → £385,000.00' } },
      { event: 'case.opened', by },
    ])
  })
})

test('the activity of a case has its guests, invited joint clients, and requests that were withdrawn', async () => {
  const amara = await portal.client()
  const id = await openFor(amara)
  const may = { role: 'giver_of_funds', kind: 'person', name: 'May Jones', email: 'may@example.com' } as const
  const { id: partyId } = await priya.ask(matterParties.add, {
    id,
    ...may,
    phone: '',
    number: '',
    detail: '',
  })
  const place = { id, partyId }
  await priya.ask(guests.invite, { ...place, documents: [{ title: 'A letter' }] })
  await priya.ask(guests.renew, place)
  await priya.ask(guests.end, place)
  const { id: taskId } = await ask(id, amara)
  await priya.ask(documentRequests.withdraw, { id: amara.user.id, taskId })
  const { id: invitationId } = await amara.ask(jointClients.invite, {
    id,
    name: 'Kofi Mensah',
    email: 'kofi@example.com',
  })
  await priya.ask(jointClients.firmWithdraw, { id, invitationId })
  const entries = (await priya.ask(matterTabs.activity, { id })).filter(
    ({ event }) => !event.startsWith('case.'),
  )
  expect(entries.map(({ event, details }) => [activityName(event), details.name ?? details.title])).toEqual([
    ['Withdrew the invitation of a joint client', 'Kofi Mensah'],
    ['Invited a joint client', 'Kofi Mensah'],
    ['Withdrew the request for a document', 'Lease of the garage'],
    ['Asked for a document', 'Lease of the garage'],
    ['Ended the access of a guest', 'May Jones'],
    ['Sent a guest a new link and code', 'May Jones'],
    ['Invited a guest', 'May Jones'],
  ])
})

describe('a document that is requested on a case', () => {
  test('is a task of the chosen person for this case, and once withdrawn does not come back', async () => {
    const [amara, kofi] = [await portal.client(), await portal.client()]
    const id = await openFor(amara)
    await addAs(id, 'joint_client', kofi)
    const tab = await ask(id, kofi)
    expect(await kofi.ask(tasks.list, {})).toContainEqual(expect.objectContaining({ id: tab.id }))
    expect(await amara.ask(tasks.list, {})).not.toContainEqual(expect.objectContaining({ id: tab.id }))
    const found = (await priya.ask(matterTabs.tasks, { id })).find((task) => task.id === tab.id)
    expect(found).toMatchObject({ clientId: kofi.user.id, isOfCase: true, isStep: false })
    const [news] = await kofi.ask(notifications.list, {})
    expect(news).toMatchObject({ body: 'Purchase of a flat: Lease of the garage.' })
    // When the template advances, it only withdraws its own steps.
    const { facts } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...facts, value: 1 })
    expect(await taskTitles(id)).toContain('Lease of the garage')
    const { steps } = await priya.ask(matterTemplates.one, { id })
    expect(steps.map(({ title }) => title)).not.toContain('Lease of the garage')
    await priya.ask(documentRequests.withdraw, { id: kofi.user.id, taskId: tab.id })
    await priya.ask(matters.saveFacts, { id, ...facts, value: 2 })
    expect(await taskTitles(id)).not.toContain('Lease of the garage')
  })

  test('cannot be requested from somebody who is not on it, or on a closed case', async () => {
    const [amara, other] = [await portal.client(), await portal.client()]
    const id = await openFor(amara)
    await expect(ask(id, other)).rejects.toMatchObject({
      code: 'invalid',
      fields: { clientId: 'Please choose someone on this case' },
    })
    await priya.ask(matters.firmClose, { id })
    await expect(ask(id, amara)).rejects.toMatchObject({ code: 'conflict', reason: 'case_closed' })
  })

  test('can’t be sent while the case is closed, and can once it is reopened', async () => {
    const amara = await portal.client()
    const id = await openFor(amara)
    const { id: taskId } = await ask(id, amara)
    await priya.ask(matters.firmClose, { id })
    const lease = { taskId, filename: 'lease.pdf' }
    await expect(upload(amara, plainPage, lease)).rejects.toMatchObject({ reason: 'case_closed' })
    expect(await priya.ask(matterTabs.documents, { id })).toEqual([])
    await priya.ask(matters.reopen, { id, whose: 'firm', nextStep: 'We read the lease' })
    await upload(amara, plainPage, lease)
    expect(await priya.ask(matterTabs.documents, { id })).toMatchObject([{ filename: 'lease.pdf' }])
  })
})
