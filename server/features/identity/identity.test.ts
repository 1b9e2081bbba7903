import { describe, expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { type DocumentId, DocumentId as Id } from '#contract/documents/documents.ts'
import { biometricVersion, identity } from '#contract/identity/identity.ts'
import type { DomainEvent, DomainEvents } from '#contract/kit/domain-events.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { type Task, type TaskKind, tasks } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { transactionScope } from '#server/platform/http/request.ts'
import { nobody } from '#server/platform/jobs/context.ts'
import { holdIdentityDocument } from '#server/testing/held-document.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { identityFeature } from './manifest.ts'
import { recordConsent } from './service.ts'

const portal = await openPortal()

const bank = { accountName: 'A Okafor', accountNumber: '66374958', sortCode: '08-99-99', bankName: 'Co-op' }

const taskOf = async (client: Client, kind: TaskKind): Promise<Task> => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task
}
const submitId = async (client: Client) =>
  client.ask(identity.complete, {
    taskId: (await taskOf(client, 'identity_check')).id,
    verificationType: 'id',
    document: 'passport',
  })
/** Submits an identity check after sending a document. */
const verifyId = async (client: Client) => {
  await holdIdentityDocument(portal, client)
  return submitId(client)
}
const verifyBank = async (client: Client, change: Partial<typeof bank> = {}) =>
  client.ask(identity.complete, {
    taskId: (await taskOf(client, 'bank_check')).id,
    verificationType: 'bank',
    bank: { ...bank, ...change },
  })

const inTransaction = (step: (ctx: Ctx) => Promise<void>) => {
  const common = { ...nobody, now: portal.now(), ports: portal.ports }
  const { transaction } = transactionScope(
    { db: portal.db, eventHandlers: [identityFeature.eventHandlers] },
    common,
  )
  return transaction(step)
}
/** Publishes an event as the documents feature does when a document was decided or deleted. */
const publish = <E extends DomainEvent>(event: E, payload: DomainEvents[E]) =>
  inTransaction((ctx) => ctx.publish(event, payload))
const passportOf = (client: Client, documentId: DocumentId = Id.parse(newId())) => ({
  clientId: client.user.id,
  documentId,
  documentType: 'passport' as const,
  matterId: null,
  taskKind: 'proof_of_identity' as const,
})

describe('identity', () => {
  test('without a document nothing can be submitted, and the client is led to the upload', async () => {
    const ana = await portal.client()
    await expect(submitId(ana)).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'document_missing',
      message: expect.stringMatching(/^We have no document from you yet\./),
    })
    expect(await taskOf(ana, 'identity_check')).toMatchObject({ status: 'pending' })
    expect(await ana.ask(identity.verifications, {})).toEqual([])
  })

  test('without a verified document it is submitted, and a person of the firm decides', async () => {
    const ana = await portal.client()

    const { task, outcome } = await verifyId(ana)

    expect(outcome).toBe('review')
    expect(task).toMatchObject({ status: 'completed', outcome: 'review', completedAt: portal.now() })
    expect(await ana.ask(activities.list, {})).toMatchObject([{ type: 'verification_completed' }])
    expect(await ana.ask(identity.verifications, {})).toEqual([
      {
        taskId: task.id,
        verificationType: 'id',
        outcome: 'review',
        document: 'passport',
        account: null,
        modulus: null,
        completedAt: portal.now(),
      },
    ])
  })

  test('with a verified identity document it is verified', async () => {
    const ana = await portal.client()
    await publish('documentVerified', passportOf(ana))

    expect(await verifyId(ana)).toMatchObject({ outcome: 'verified', task: { outcome: 'verified' } })
    const said = (await ana.ask(activities.list, {})).map(({ description }) => description)
    expect(said).toContain('Identity document checked')
  })

  test('whoever lets a person compare their face is decided by a person, however good the document', async () => {
    const ana = await portal.client()
    await publish('documentVerified', passportOf(ana))
    await inTransaction((ctx) =>
      recordConsent(ctx, { clientId: ana.user.id, given: false, textVersion: biometricVersion }),
    )
    expect(await verifyId(ana)).toMatchObject({ outcome: 'review', task: { outcome: 'review' } })
    const said = (await ana.ask(activities.list, {})).map(({ description }) => description)
    expect(said).toContain('Identity in review')
    expect(said).not.toContain('Identity document checked')
  })

  test('the verified document of another client, or of another type, does not verify it', async () => {
    const ana = await portal.client()
    const ben = await portal.client()
    await publish('documentVerified', passportOf(ben))
    await publish('documentVerified', { ...passportOf(ana), taskKind: 'proof_of_address' })

    expect((await verifyId(ana)).outcome).toBe('review')
  })

  test('a document that is verified later settles the review, and its removal reopens it', async () => {
    const ana = await portal.client()
    await verifyId(ana)
    const passport = passportOf(ana)
    const state = async () => [
      (await taskOf(ana, 'identity_check')).outcome,
      (await ana.ask(identity.verifications, {})).map(({ outcome }) => outcome),
    ]

    await publish('documentVerified', passport)
    expect(await state()).toEqual(['verified', ['verified']])
    await publish('documentRemoved', passport)
    expect(await state()).toEqual(['review', ['review']])
  })

  test('a document that is verified at the moment of submission is not overlooked', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ana = await portal.client()
      await Promise.all([verifyId(ana), publish('documentVerified', passportOf(ana))])
      expect((await taskOf(ana, 'identity_check')).outcome).toBe('verified')
    }
  })
})

describe('a bank account', () => {
  test('that passes the modulus check is verified, and only its last digits are shown', async () => {
    const ana = await portal.client()

    expect((await verifyBank(ana)).outcome).toBe('verified')

    const shown = await ana.send('GET', '/api/verifications', undefined, {})
    expect(shown.body).toMatchObject([{ account: 'Account ending 4958', modulus: 'possible' }])
    expect(JSON.stringify(shown.body)).not.toContain(bank.accountNumber)
  })

  test('that no published rule covers is decided by a person of the firm', async () => {
    const ana = await portal.client()

    expect((await verifyBank(ana, { sortCode: '999999' })).outcome).toBe('review')

    expect(await ana.ask(identity.verifications, {})).toMatchObject([{ modulus: 'not_checkable' }])
  })

  test('that cannot exist is refused with the reason, and can be corrected', async () => {
    const ana = await portal.client()

    await expect(verifyBank(ana, { accountNumber: '66374959' })).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'account_impossible',
      message: expect.stringContaining('Please check both'),
      fields: { 'bank.sortCode': expect.any(String), 'bank.accountNumber': expect.any(String) },
    })

    expect((await taskOf(ana, 'bank_check')).status).toBe('pending')
    expect(await ana.ask(identity.verifications, {})).toEqual([])
    expect((await verifyBank(ana)).task.status).toBe('completed')
  })

  test('that is malformed has an error at each field', async () => {
    const ana = await portal.client()
    const wrong = verifyBank(ana, { accountNumber: '1234567', sortCode: '12-345', accountName: ' ' })
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        'bank.accountNumber': 'Please enter a valid 8-digit account number',
        'bank.sortCode': 'Please enter a valid sort code (e.g., 12-34-56 or 123456)',
        'bank.accountName': 'Account name is required',
      },
    })
  })
})

test('if nobody is responsible for the client, administrators are notified of a check to decide', async () => {
  const administrator = await portal.staff('administrator')
  await verifyId(await portal.client({ firstName: 'Noor', lastName: 'Haddad' }))
  expect(await administrator.ask(notifications.list, {})).toMatchObject([
    { title: 'A check needs your decision', body: 'Noor Haddad: Identity', link: '/firm/checks' },
  ])
})

test('a verification is submitted once, however often it is sent', async () => {
  const ana = await portal.client()

  const all = await Promise.allSettled(Array.from({ length: 6 }, () => verifyBank(ana)))

  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(verifyBank(ana)).rejects.toMatchObject({ code: 'conflict', reason: 'already_submitted' })
  expect(await ana.ask(activities.list, {})).toHaveLength(1)
})

test('each task accepts only its own kind of verification', async () => {
  const ana = await portal.client()
  for (const kind of ['bank_check', 'proof_of_identity', 'client_questionnaire'] as const) {
    const { id: taskId } = await taskOf(ana, kind)
    const id = { taskId, verificationType: 'id', document: 'passport' } as const
    await expect(ana.ask(identity.complete, id)).rejects.toMatchObject({ code: 'unprocessable' })
  }
  const { id: taskId } = await taskOf(ana, 'identity_check')
  const byBank = { taskId, verificationType: 'bank', bank } as const
  await expect(ana.ask(identity.complete, byBank)).rejects.toMatchObject({ reason: 'wrong_task' })
})

test('a missing choice is reported', async () => {
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'identity_check')
  const send = (verificationType: string) =>
    ana.send('POST', '/api/verification/complete', { taskId, verificationType }, {})
  expect(await send('id')).toMatchObject({
    status: 400,
    body: { fields: { document: 'Please choose a document' } },
  })
  expect(await send('bank')).toMatchObject({
    status: 400,
    body: { fields: { bank: 'Please enter your bank details' } },
  })
})

test('one client neither sees nor completes the verification of another', async () => {
  const ana = await portal.client()
  const ben = await portal.client()
  await verifyBank(ana)
  const { id: taskId } = await taskOf(ana, 'identity_check')

  expect(await ben.ask(identity.verifications, {})).toEqual([])
  for (const account of [bank, { ...bank, accountNumber: '66374959' }])
    await expect(
      ben.ask(identity.complete, { taskId, verificationType: 'bank', bank: account }),
    ).rejects.toMatchObject({ code: 'not_found' })
})

test('a demo account that starts over has no verification and no evidence', async () => {
  const ana = await portal.client({ username: testUsername })
  await publish('documentVerified', passportOf(ana))
  await verifyId(ana)

  await ana.ask(dashboard.resetTestUser, {})

  expect(await ana.ask(identity.verifications, {})).toEqual([])
  expect((await verifyId(ana)).outcome).toBe('review')
})
