import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews, reviewsAtOnce } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { holdIdentityDocument } from '#server/testing/held-document.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { auditOf, plainPage, readOf, send, taskOf, upload } from '../testing/documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const other = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')

/** Opens a client of Priya, who is the first fee earner, with a document that waits for her. */
async function withDocument(kind: 'proof_of_funds' | 'proof_of_identity' = 'proof_of_funds') {
  const client = await portal.client({ firstName: 'Noor', lastName: 'Haddad' })
  const task = await taskOf(client, kind)
  const { document } = await upload(client, plainPage, { taskId: task.id, filename: 'page.pdf' })
  await readOf(client, document)
  return { client, task, id: document.id }
}

const join = (person: Pick<Client, 'ask'>, { user }: Client) =>
  person.ask(firm.joinTeam, { email: user.email })

const hashOf = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')

const newsOf = async (client: Client) => (await client.ask(notifications.list, {}))[0]

describe('who sees what waits', () => {
  test('a fee earner and an administrator see the documents of their own clients, a compliance officer all', async () => {
    const { id, client } = await withDocument()
    const officer = await portal.staff('compliance_officer')
    const idsFor = async (person: typeof priya) =>
      (await person.ask(reviews.list, { state: 'waiting' })).documents.map((document) => document.id)
    expect(await idsFor(priya)).toContain(id)
    expect(await idsFor(officer)).toContain(id)
    for (const person of [other, admin]) {
      expect(await idsFor(person)).not.toContain(id)
      await expect(person.ask(reviews.one, { id })).rejects.toMatchObject({ code: 'not_found' })
    }
    await join(admin, client)
    expect(await idsFor(admin)).toContain(id)
    await expect(client.ask(reviews.one, { id })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('of more documents than are listed at once, the longest waiting are, and all are counted', async () => {
    const member = await portal.staff('fee_earner')
    const client = await portal.client()
    await portal.pool.query(`update users set fee_earner_id = $1 where id = $2`, [
      member.user.id,
      client.user.id,
    ])
    await portal.pool.query(
      `insert into documents (id, client_id, filename, file_key, sha256, file_type, file_size, document_type, status, created_at)
       select uuidv7(), $1, n || '.pdf', 'waits-' || n, md5(n::text), 'application/pdf', 1, 'passport', 'pending',
         now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
      [client.user.id, reviewsAtOnce + 1],
    )
    const { total, documents: listed } = await member.ask(reviews.list, { state: 'waiting' })
    expect(total).toBe(reviewsAtOnce + 1)
    expect(listed).toHaveLength(reviewsAtOnce)
    expect(listed.map(({ filename }) => filename)).not.toContain('1.pdf')
    expect(listed[0]?.filename).toBe(`${reviewsAtOnce + 1}.pdf`)
  })

  test('whoever answers for a client is told of a document that needs a person', async () => {
    const { id } = await withDocument()
    expect(await newsOf(priya)).toMatchObject({
      topic: 'documents',
      title: 'A document is waiting for your decision',
      body: 'Noor Haddad: Some document',
      link: `/firm/documents/${id}`,
      isRead: false,
    })
    await priya.ask(reviews.accept, { id })
    expect(await newsOf(priya)).toMatchObject({ link: `/firm/documents/${id}`, isRead: true })
  })

  test('what a suspicion rests on is shown to the firm, and never to the client', async () => {
    const { id, client } = await withDocument()
    const evidence = JSON.stringify(['Two text layers disagree.'])
    await portal.db.execute(
      sql`update documents set validation = jsonb_set(validation, '{metadata,flagEvidence}',
        jsonb_build_object('isTampered', ${evidence}::jsonb)) where id = ${id}`,
    )
    const seen = await priya.ask(reviews.one, { id })
    expect(seen.validation?.metadata.flagEvidence).toEqual({ isTampered: ['Two text layers disagree.'] })
    const shown = await client.ask(documents.one, { id })
    expect(shown.validation?.metadata.flagEvidence).toEqual({})
  })
})

describe('a decision', () => {
  test('an accepted document is verified and kept, its task is settled, and the client is told', async () => {
    const { id, client, task } = await withDocument()
    const accepted = await priya.ask(reviews.accept, { id })
    const decidedBy = `${priya.user.firstName} ${priya.user.lastName}`
    expect(accepted).toMatchObject({ status: 'verified', isAccepted: true, decidedBy })
    expect(await taskOf(client, 'proof_of_funds')).toMatchObject({ status: 'completed', outcome: 'verified' })
    expect(await newsOf(client)).toMatchObject({
      title: 'Your document was accepted',
      link: `/documents?document=${id}`,
    })
    await expect(client.ask(documents.remove, { id })).rejects.toMatchObject({ code: 'conflict' })
    const again = await send(client, plainPage, { taskId: task.id })
    expect(again.body).toMatchObject({ reason: 'already_accepted' })
    // Names the bytes that were approved, whatever becomes of the file.
    expect(await auditOf(portal, client.user.id, 'document.accepted')).toEqual([
      { documentId: id, filename: 'page.pdf', sha256: hashOf(plainPage) },
    ])
  })

  test('a rejected document carries its reason to the client as it was written, and its task is open again', async () => {
    const { id, client, task } = await withDocument()
    const reason = 'The page is cut off.\nPlease send all of it.'
    await priya.ask(reviews.reject, { id, reason })
    expect(await auditOf(portal, client.user.id, 'document.rejected')).toMatchObject([
      { documentId: id, filename: 'page.pdf', sha256: hashOf(plainPage) },
    ])
    expect(await client.ask(documents.one, { id })).toMatchObject({ status: 'rejected', reason })
    const [newest] = await client.ask(activities.list, {})
    expect(newest).toMatchObject({
      type: 'document_rejected',
      description: 'We need another document: Upload proof of funds',
    })
    expect(await taskOf(client, 'proof_of_funds')).toMatchObject({ status: 'pending', outcome: null, reason })
    expect(await newsOf(client)).toMatchObject({
      title: 'We need another document',
      body: `page.pdf: ${reason}`,
      link: `/?task=${task.id}`,
    })
    await upload(client, plainPage, { taskId: task.id })
    const after = await taskOf(client, 'proof_of_funds')
    expect(after.status).toBe('completed')
    expect(after.reason).not.toBe(reason)
  })

  test('a rejection without a reason is refused', async () => {
    const { id } = await withDocument()
    await expect(priya.ask(reviews.reject, { id, reason: '  ' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { reason: 'Please give the client a reason' },
    })
  })

  test('of two people who decide at once, one does, and the other learns that it is decided', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, client } = await withDocument()
      await join(admin, client)
      const said = await Promise.allSettled([
        priya.ask(reviews.accept, { id }),
        admin.ask(reviews.reject, { id, reason: 'Please send another.' }),
      ])
      const refused = said.filter(({ status }) => status === 'rejected')
      expect(refused).toMatchObject([{ reason: { code: 'conflict', reason: 'already_decided' } }])
      // Says who decided first, and when.
      expect(refused).toMatchObject([
        {
          reason: {
            message: expect.stringMatching(
              /^Amara Okafor (accepted|rejected) this document on 9 November 2026 at 09:00\./,
            ),
          },
        },
      ])
      const { status } = await client.ask(documents.one, { id })
      const task = await taskOf(client, 'proof_of_funds')
      expect([status, task.status]).toEqual(
        said[0].status === 'fulfilled' ? ['verified', 'completed'] : ['rejected', 'pending'],
      )
    }
  })

  test('a decision can be taken back, and the document waits again', async () => {
    const { id, client } = await withDocument()
    await priya.ask(reviews.reject, { id, reason: 'Please send another.' })
    await priya.ask(reviews.reopen, { id })
    expect(await client.ask(documents.one, { id })).toMatchObject({ status: 'pending', reason: null })
    expect(await taskOf(client, 'proof_of_funds')).toMatchObject({ status: 'completed', outcome: 'review' })
    const [newest] = await client.ask(activities.list, {})
    expect(newest?.description).toBe("We're looking at it again: Upload proof of funds")
    await priya.ask(reviews.accept, { id })
    portal.wait(31 * 24 * 60 * 60 * 1000)
    const late = await portal.staff('administrator')
    await join(late, client)
    await expect(late.ask(reviews.reopen, { id })).rejects.toMatchObject({ reason: 'not_reopenable' })
  })
})

describe('an identity that a person has to check', () => {
  test('an accepted identity document verifies the identity that waited for it, until it is taken back', async () => {
    const admin = await portal.staff('administrator')
    const { id, client } = await withDocument('proof_of_identity')
    await join(admin, client)
    const task = await taskOf(client, 'identity_check')
    await client.ask(identity.complete, { taskId: task.id, verificationType: 'id', document: 'passport' })
    expect((await taskOf(client, 'identity_check')).outcome).toBe('review')
    await admin.ask(reviews.accept, { id })
    expect((await taskOf(client, 'identity_check')).outcome).toBe('verified')
    await admin.ask(reviews.reopen, { id })
    expect((await taskOf(client, 'identity_check')).outcome).toBe('review')
  })

  test('a person accepts an identity that could not be submitted, and says how it was checked', async () => {
    const admin = await portal.staff('administrator')
    const client = await portal.client()
    await join(admin, client)
    const { id } = client.user
    const { id: taskId } = await taskOf(client, 'identity_check')
    await expect(admin.ask(identity.accept, { id, taskId, note: '' })).rejects.toMatchObject({
      fields: { note: 'Please say how you checked it' },
    })
    const note = 'Saw the passport in the office.'
    const [kept] = await admin.ask(identity.accept, { id, taskId, note })
    expect(kept).toMatchObject({ outcome: 'verified', note, verificationType: 'id' })
    expect(await taskOf(client, 'identity_check')).toMatchObject({ status: 'completed', outcome: 'verified' })
    await expect(admin.ask(identity.accept, { id, taskId, note })).rejects.toMatchObject({ code: 'conflict' })
    await admin.ask(identity.reopen, { id: taskId })
    expect(await taskOf(client, 'identity_check')).toMatchObject({ status: 'pending', outcome: null })
    expect(await newsOf(client)).toMatchObject({
      title: 'We haven’t checked this yet: Verify your identity',
      body: 'We marked it as checked too early. Please do this task yourself.',
    })
    const [newest] = await client.ask(activities.list, {})
    expect(newest?.description).toBe('We haven’t checked this yet: Verify your identity')
  })

  test('of accepting and asking again at the same moment one happens, and the other learns that it has', async () => {
    const [admin, priya] = [await portal.staff('administrator'), await portal.staff('administrator')]
    for (let round = 0; round < 6; round += 1) {
      const client = await portal.client()
      for (const person of [admin, priya]) await join(person, client)
      const { id } = client.user
      const { id: taskId } = await taskOf(client, 'identity_check')
      await holdIdentityDocument(portal, client)
      await client.ask(identity.complete, { taskId, verificationType: 'id', document: 'passport' })
      const said = await Promise.allSettled([
        admin.ask(identity.accept, { id, taskId, note: 'Saw the passport.' }),
        priya.ask(identity.askAgain, { id, taskId, reason: 'Please send a sharper picture.' }),
      ])
      const refused = said.filter(({ status }) => status === 'rejected')
      expect(refused).toMatchObject([{ reason: { code: 'conflict', reason: 'already_decided' } }])
      const { status, outcome } = await taskOf(client, 'identity_check')
      expect([status, outcome]).toEqual(
        said[0].status === 'fulfilled' ? ['completed', 'verified'] : ['pending', null],
      )
    }
  })

  test('who decides upon what has been submitted anew meanwhile is shown that first', async () => {
    const { admin, client, id, taskId, submission } = await openSubmitted()
    const { completedAt: submittedAt } = await taskOf(client, 'identity_check')
    await admin.ask(identity.askAgain, { id, taskId, submittedAt, reason: 'Please send a sharper picture.' })
    const note = 'Saw the passport in the office.'
    await expect(admin.ask(identity.accept, { id, taskId, note })).rejects.toMatchObject(decidedAlready)
    portal.wait(60_000)
    await client.ask(identity.complete, submission)
    await expect(admin.ask(identity.accept, { id, taskId, submittedAt, note })).rejects.toMatchObject(
      decidedAlready,
    )
    await admin.ask(identity.askAgain, { id, taskId, reason: 'It is blurred still.' })
    // The client can't send it, and comes to the office.
    await admin.ask(identity.accept, { id, taskId, submittedAt: null, note })
    expect(await taskOf(client, 'identity_check')).toMatchObject({ status: 'completed', outcome: 'verified' })
  })

  test('a client who is asked again reads why, and submits once more', async () => {
    const { admin, client, id, taskId, submission } = await openSubmitted()
    const waiting = await admin.ask(identity.waiting, {})
    expect(waiting.map((document) => document.taskId)).toContain(taskId)
    await admin.ask(identity.askAgain, { id, taskId, reason: 'Please upload your passport first.' })
    expect(await taskOf(client, 'identity_check')).toMatchObject({
      status: 'pending',
      reason: 'Please upload your passport first.',
    })
    await client.ask(identity.complete, submission)
    expect((await taskOf(client, 'identity_check')).status).toBe('completed')
  })
})

/** Opens a client who has submitted their identity, and an administrator who decides about it. */
async function openSubmitted() {
  const admin = await portal.staff('administrator')
  const client = await portal.client()
  await join(admin, client)
  const { id: taskId } = await taskOf(client, 'identity_check')
  const submission = { taskId, verificationType: 'id', document: 'passport' } as const
  await holdIdentityDocument(portal, client)
  await client.ask(identity.complete, submission)
  return { admin, client, id: client.user.id, taskId, submission }
}

const decidedAlready = { code: 'conflict', reason: 'already_decided' }
