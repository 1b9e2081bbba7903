import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { type DocumentId, documents } from '#contract/documents/documents.ts'
import { biometricVersion, identity } from '#contract/identity/identity.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { drawSelfie } from '#inspector/testing/faces.ts'
import { readOf } from '#server/features/documents/testing/documents.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { transactionScope } from '#server/platform/http/request.ts'
import { nobody } from '#server/platform/jobs/context.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { identityFeature } from './manifest.ts'
import { findConsent, recordConsent } from './service.ts'

/** The real inspector. A test can run something while it compares. */
const inspector = inspectorWithLongTimeout()
let meanwhile = async () => {}
const compareFaces: typeof inspector.compareFaces = async (document, selfie) => {
  const found = await inspector.compareFaces(document, selfie)
  await meanwhile()
  return found
}
const portal = await openPortal({ ports: { inspector: { ...inspector, compareFaces } } })
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const other = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')

// Small and without text, so that it is read immediately.
const card = await drawSelfie({ width: 500, height: 312, faces: [{ x: 0.25, size: 0.45 }] }).encode('png')
const face = await drawSelfie({ width: 800, height: 600 }).encode('png')

/** Uploads a picture, and waits until it has been read. */
const upload = async (client: Client, bytes: Buffer, documentType: string): Promise<DocumentId> => {
  const form = new FormData()
  form.set('documentType', documentType)
  form.set('file', new File([Buffer.from(bytes)], `${documentType}.png`))
  const reply = await client.send('POST', documents.upload.path, form, {})
  const { document } = answerOf(documents.upload, reply)
  await readOf(client, document)
  return document.id
}

/** Runs a step in a transaction, as the chat does after the client's answer. */
const inTransaction = <T>(step: (ctx: Ctx) => Promise<T>) => {
  const common = { ...nobody, now: portal.now(), ports: portal.ports }
  return transactionScope(
    { db: portal.db, eventHandlers: [identityFeature.eventHandlers] },
    common,
  ).transaction(step)
}
const consent = (client: Client, given: boolean) =>
  inTransaction((ctx) =>
    recordConsent(ctx, { clientId: client.user.id, given, textVersion: biometricVersion }),
  )
const seenBy = (person: Client, client: Client) =>
  person.ask(identity.comparisons, { clientId: client.user.id })
const compared = (client: Client) => expect.poll(() => seenBy(priya, client))
/** Runs the comparison, and waits until it is done. */
const expectNothing = async (client: Client) => {
  await queueJob(portal.db)('compareFaces', { clientId: client.user.id })
  await expectDone(portal, 'compareFaces')
  expect(await seenBy(priya, client)).toEqual([])
}

let pictured: Promise<Client> | undefined
/** Reading pictures takes seconds, so tests about consent alone share one client who has them. */
const withPictures = () => {
  pictured ??= portal.client().then(async (ana) => {
    await upload(ana, card, 'passport')
    await upload(ana, face, 'selfie')
    return ana
  })
  return pictured
}

describe('with consent', () => {
  test('document and selfie are compared, and only the people responsible for the client see the score', async () => {
    const ana = await portal.client()
    await consent(ana, true)
    const documentId = await upload(ana, card, 'passport')
    const selfieId = await upload(ana, face, 'selfie')

    await compared(ana).toEqual([
      {
        clientId: ana.user.id,
        documentId,
        selfieId,
        score: expect.any(Number),
        comparedAt: portal.now(),
        model: expect.any(String),
      },
    ])
    const [found] = await seenBy(priya, ana)
    expect(found?.score).toBeGreaterThan(0.5)
    for (const person of [other, admin])
      await expect(seenBy(person, ana)).rejects.toMatchObject({ code: 'not_found' })
    await expect(seenBy(ana, ana)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('the order of consent and pictures does not matter, and a score changes nothing that the client sees', async () => {
    const ana = await withPictures()
    const shown = async () =>
      (await ana.ask(documents.list, {})).map(({ status, validation }) => [status, validation])
    const before = await shown()
    await expectNothing(ana)

    await consent(ana, true)
    await compared(ana).toHaveLength(1)

    expect(await shown()).toEqual(before)
    expect(JSON.stringify(before)).not.toMatch(/score|likeness/)
  })

  test('the data that faces are compared by is never stored', async () => {
    const columns = sql`select column_name from information_schema.columns where table_name like 'face_%'`
    const { rows } = await portal.db.execute<{ column_name: string }>(columns)
    expect(rows.map(({ column_name }) => column_name).join()).not.toMatch(/descriptor|vector|embedding/)
  })
})

describe('the score is deleted', () => {
  test('with either of its pictures, and a new picture is compared again', async () => {
    const ana = await portal.client()
    await consent(ana, true)
    const documentId = await upload(ana, card, 'passport')
    const selfieId = await upload(ana, face, 'selfie')
    await compared(ana).toHaveLength(1)

    await ana.ask(documents.remove, { id: selfieId })
    await expectNothing(ana)
    await upload(ana, face, 'selfie')
    await compared(ana).toHaveLength(1)

    await ana.ask(documents.remove, { id: documentId })
    await expectNothing(ana)
  })

  test('with the consent, which only the client can withdraw, as easily as they gave it', async () => {
    const ana = await withPictures()
    await consent(ana, true)
    await compared(ana).toHaveLength(1)
    const ben = await portal.client()
    const given = { isGiven: true, at: portal.now() }
    expect(await ana.ask(identity.faceConsent, {})).toEqual(given)
    expect(await ben.ask(identity.withdrawFaceConsent, {})).toBeNull()
    expect(await ana.ask(identity.faceConsent, {})).toEqual(given)

    expect(await ana.ask(identity.withdrawFaceConsent, {})).toEqual({ ...given, isGiven: false })

    expect(await findConsent(portal.db, ana.user.id)).toMatchObject({ given: false })
    await expectNothing(ana)
  })

  test('when a demo account is reset, with its consent', async () => {
    const ana = await portal.client({ username: testUsername })
    await consent(ana, true)
    await upload(ana, card, 'passport')
    await upload(ana, face, 'selfie')
    await compared(ana).toHaveLength(1)

    await ana.ask(dashboard.resetTestUser, {})

    expect(await findConsent(portal.db, ana.user.id)).toBeNull()
    await expectNothing(ana)
  })
})

describe('nothing is compared', () => {
  test('if the client refused', async () => {
    const ana = await withPictures()
    await consent(ana, false)
    await expectNothing(ana)
  })

  test('where the firm has turned comparison off', async () => {
    const ana = await withPictures()
    const firm = sql`insert into firm (name, regulator, telephone, hours, email, postal_address, complaints_to,
      is_face_comparison_on) values ('A', '', '', '', '', '', '', false)`
    await portal.db.execute(firm)

    await consent(ana, true)

    await expectNothing(ana)
    await portal.db.execute(sql`delete from firm`)
  })

  test('if the consent is withdrawn during the comparison', async () => {
    const ana = await withPictures()
    let wasAsked = false
    meanwhile = async () => {
      wasAsked = true
      await consent(ana, false)
    }

    await consent(ana, true)

    await expect.poll(() => wasAsked).toBe(true)
    meanwhile = async () => {}
    await expectNothing(ana)
  })
})
