import { expect, test } from 'vitest'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { documentRequests } from '#contract/document-requests.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import { search } from '#contract/search.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { matterTemplates, templates } from '#contract/templates/templates.ts'
import { anew, plainPage, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { listTaskRows, removeTask } from '#server/features/tasks/service.ts'
import { step } from '#server/features/templates/shipped/common.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { openRestrictedMatter } from '#server/testing/restricted-matter.ts'

// The documents' contents do not matter here, so none is read.
const inspect = async () => ({ ...stillReading, issues: [] })
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })
// The first fee earner is responsible for every client of this file, and is not named on the restricted cases.
const priya = await portal.staff('fee_earner')
const nora = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const officer = await portal.staff('compliance_officer')
type Staff = typeof priya

const open = async (client: Client, title: string, type = 'Other') => {
  await boss.ask(firm.joinTeam, { email: client.user.email })
  const words = { title, type, priority: 'low', description: 'A case' } as const
  const next = { whose: 'firm', nextStep: 'We look at it' } as const
  return (await boss.ask(matters.start, { clientId: client.user.id, ...words, ...next })).id
}
const restrict = async (id: MatterId) => {
  const access = { id, isRestricted: true, memberIds: [nora.user.id, boss.user.id] }
  await boss.ask(matterParties.saveAccess, access)
}

/** What somebody of the firm finds of a client's documents: in lists, by search, and by asking for one. */
const foundBy = async (person: Staff, client: Client, documentId: string) => {
  const { id } = client.user
  const listed = JSON.stringify(await person.ask(reviews.ofClient, { id }))
  const found = JSON.stringify(await person.ask(search.find, { words: 'tangier.pdf' }))
  const file = await portal.app.inject({
    method: 'GET',
    url: reviews.download.path.replace(':id', documentId),
    headers: cookieOf(person.jar),
  })
  return [listed.includes(documentId), found.includes(documentId), file.statusCode]
}

test.each(['before', 'after'] as const)(
  'a document stays with its restricted case if its request is withdrawn %s the case is restricted',
  async (when) => {
    const client = await portal.client()
    const id = await open(client, 'Tangier')
    const other = await open(client, 'A flat')
    const request = { id, clientId: client.user.id, title: 'The deed' }
    const task = await boss.ask(matterTabs.requestDocument, request)
    if (when === 'after') await restrict(id)
    const sent = { taskId: task.id, documentType: 'Deed', filename: 'tangier.pdf' }
    const { document } = await upload(client, plainPage, sent)
    await boss.ask(reviews.reject, { id: document.id, reason: 'A page is missing' })
    const second = await upload(client, anew(plainPage, 1), sent)
    await client.ask(documents.remove, { id: second.document.id })
    await boss.ask(documentRequests.withdraw, { id: client.user.id, taskId: task.id })
    if (when === 'before') await restrict(id)

    expect(await foundBy(priya, client, document.id)).toEqual([false, false, 404])
    expect(await foundBy(officer, client, document.id)).toEqual([true, true, 200])
    const tabOf = async (person: Staff, matterId: MatterId) =>
      (await person.ask(matterTabs.documents, { id: matterId })).map(({ filename }) => filename)
    expect(await tabOf(priya, other)).toEqual([])
    expect(await tabOf(officer, other)).toEqual([])
    expect(await tabOf(officer, id)).toEqual(['tangier.pdf'])
    expect(await tabOf(nora, id)).toEqual(['tangier.pdf'])
  },
)

test('payments and appointments of a restricted case stay hidden once their tasks are gone', async () => {
  const client = await portal.client()
  const other = await open(client, 'A flat')
  const things = await openRestrictedMatter(portal, {
    client,
    adviser: priya,
    opener: boss,
    named: nora,
    count: async () => [],
  })
  await jobContextOf(portal).transaction(async (ctx) => {
    const rows = await listTaskRows(ctx.db, client.user.id)
    for (const task of rows.filter(({ matterId }) => matterId === things.matterId))
      await removeTask(ctx, task)
  })
  const seenBy = async (person: Staff) =>
    JSON.stringify([
      await person.ask(payments.ofClient, { id: client.user.id }),
      await person.ask(firmAppointments.list, { from: '2026-11-10', to: '2026-11-20' }),
      await person.ask(matterTabs.payments, { id: other }),
      await person.ask(reviews.ofClient, { id: client.user.id }),
    ])
  expect(await seenBy(boss)).not.toMatch(/zanzibar|73911|About our matter/i)
  expect(JSON.stringify(await nora.ask(matterTabs.payments, { id: things.matterId }))).toContain('73911')
})

test('a task of the client’s own list that a restricted case took over comes back to them empty', async () => {
  const client = await portal.client()
  const type = 'Tangier matters'
  const { id: templateId } = await boss.ask(templates.add, { type })
  const publish = async (...steps: TemplateStep[]) => {
    const revision = (await boss.ask(templates.one, { id: templateId })).draft?.revision ?? 0
    await boss.ask(templates.saveDraft, { id: templateId, steps, revision })
    await boss.ask(templates.publish, { id: templateId, revision: revision + 1, note: 'Changed' })
  }
  await publish(step({ key: 'money', asks: 'proof_of_funds', title: 'Your money', description: '' }))
  const before = await taskOf(client, 'proof_of_funds')
  const id = await open(client, 'Tangier', type)
  await restrict(id)
  const sent = { taskId: before.id, documentType: 'Statement', filename: 'tangier.pdf' }
  const { document } = await upload(client, plainPage, sent)
  await boss.ask(reviews.reject, { id: document.id, reason: 'A page is missing' })
  const second = await upload(client, anew(plainPage, 1), sent)
  await client.ask(documents.remove, { id: second.document.id })
  await publish(step({ key: 'read', asks: 'read_and_accept', title: 'Read this', description: 'Words' }))
  await boss.ask(matterTemplates.move, { id, version: 2 })

  const after = await taskOf(client, 'proof_of_funds')
  expect({ ...after, id: before.id }).toEqual(before)
  expect(await foundBy(priya, client, document.id)).toEqual([false, false, 404])
  expect(await foundBy(officer, client, document.id)).toEqual([true, true, 200])
})
