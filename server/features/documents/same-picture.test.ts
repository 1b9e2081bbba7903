import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { firstReviewReason } from '#contract/documents/review-words.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { stillReading, type Validation } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { auditOf, filesOf, plainPage, readOf, send, statusesOf, taskOf, upload } from './testing/documents.ts'

// These tests are not about what the pictures say, so nothing is read from them.
const unread: Validation = { ...stillReading, issues: [] }
let found = unread
const portal = await openPortal({
  ports: { inspector: { ...inspectorWithLongTimeout(), inspect: async () => found } },
})
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

/** Returns a small picture of nothing in particular, unlike any other, that takes no time to read. */
const drawPicture = async (seed: number) => {
  const canvas = createCanvas(640, 480)
  const pen = canvas.getContext('2d')
  for (let place = 0; place < 48; place++) {
    const light = (Math.imul(place + 1, 2_654_435_761 + seed * 40_503) >>> 16) % 200
    pen.fillStyle = `rgb(${light}, ${light + 20}, ${light + 40})`
    pen.fillRect((place % 8) * 80, Math.floor(place / 8) * 80, 80, 80)
  }
  return canvas.encode('png')
}
const picture = await drawPicture(1)
const another = await drawPicture(2)
const passport = { documentType: 'passport', filename: 'passport.png' }
const selfie = { documentType: 'selfie', filename: 'selfie.png' }

/** The same picture saved again in other ways. */
const savedAnew = {
  'with heavier compression': () => sharp(picture).jpeg({ quality: 50 }).toBuffer(),
  'at half the size': () => sharp(picture).resize(320).jpeg().toBuffer(),
  'a little brighter': () => sharp(picture).modulate({ brightness: 1.08 }).png().toBuffer(),
}

const refused = {
  status: 422,
  body: {
    reason: 'same_picture',
    message: 'This is the same picture that you sent as your passport. Please take a new photo of your face.',
  },
}

test('one picture for two purposes is refused, nothing of it is kept, and the refusal is kept', async () => {
  const ana = await portal.client()
  const { document } = await upload(ana, picture, passport)
  await readOf(ana, document)
  const files = filesOf(portal)
  expect(await send(ana, picture, selfie)).toMatchObject(refused)
  expect((await ana.ask(documents.list, {})).map(({ id }) => id)).toEqual([document.id])
  expect(filesOf(portal)).toEqual(files)
  expect(await auditOf(portal, ana.user.id, 'document.refused')).toMatchObject([{ reason: 'same_picture' }])
})

test.each(Object.entries(savedAnew))('a picture saved anew %s is the same picture', async (_, save) => {
  const ana = await portal.client()
  await upload(ana, picture, passport)
  expect(await send(ana, await save(), { ...selfie, filename: '' })).toMatchObject(refused)
})

test('two pictures, and one picture twice for one purpose, are taken', async () => {
  const ana = await portal.client()
  await upload(ana, picture, passport)
  await upload(ana, picture, { ...passport, filename: 'again.png' })
  await upload(ana, another, selfie)
  expect(await ana.ask(documents.list, {})).toHaveLength(3)
})

test('of one picture sent for two purposes at once one is taken', async () => {
  const ana = await portal.client()
  const replies = await Promise.all([send(ana, picture, passport), send(ana, picture, selfie)])
  expect(statusesOf(replies)).toEqual([201, 422])
  expect(await ana.ask(documents.list, {})).toHaveLength(1)
})

const received = async (client: Client) =>
  (await client.ask(notifications.list, {})).map(({ title, body }) => `${title}: ${body}`)

test('the picture of another client is doubted: its client reads only that we check, the firm reads why', async () => {
  const own = await drawPicture(3)
  const copy = new Uint8Array(await sharp(own).jpeg({ quality: 70 }).toBuffer())
  const [ana, ben] = [await portal.client(), await portal.client({ firstName: 'Ben', lastName: 'Whitlock' })]
  const { document: first } = await upload(ana, own, passport)
  const before = await readOf(ana, first)
  // Her next try is hers too, and she is named once.
  const anew = new Uint8Array(await sharp(own).jpeg({ quality: 55 }).toBuffer())
  await upload(ana, anew, { ...passport, filename: 'again.jpg' })
  const sent = await upload(ben, copy, { ...passport, filename: 'mine.jpg' })
  const document = await readOf(ben, sent.document)

  expect(document.status).toBe('pending')
  expect(verdictFor(document)).toEqual({
    kind: 'doubtful',
    label: 'Received',
    sentence: "We'll check this.",
    action: 'continue',
    lines: [],
  })
  expect(JSON.stringify([document, await received(ben)])).not.toMatch(
    /another client|same picture|not_of_|two clients/i,
  )
  expect(await readOf(ana, first)).toEqual(before)

  const review = await priya.ask(reviews.one, { id: document.id })
  expect(firstReviewReason(review)).toBe('Another client has sent the same picture.')
  expect(review.validation?.metadata.flagEvidence.requiresManualReview).toContain(
    'Another client has sent the same picture.',
  )
  expect(review.notes).toEqual(['Amara Okafor sent the same picture on 9 November 2026.'])
  expect(await received(priya)).toContain('Two clients sent the same picture: Ben Whitlock: Passport')
  const { documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId: ben.user.id })
  expect(waiting.map(({ id }) => id)).toEqual([document.id])
})

test('the same file of another kind from two clients is a note for the firm, and nobody else', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await upload(ana, plainPage)
  const { document } = await upload(ben, plainPage)
  const before = await readOf(ben, document)
  expect(JSON.stringify(before)).not.toMatch(/another client|same file/i)
  expect((await priya.ask(reviews.one, { id: document.id })).notes).toEqual([
    'Amara Okafor sent the same file on 9 November 2026.',
  ])
})

test('what is no identity document is told as what it is, also where another client sent it', async () => {
  const issue = 'This looks like an energy bill. Please send your passport.'
  const check = {
    title: 'The right kind of document',
    read: 'Energy bill',
    expected: 'Passport',
    source: null,
  }
  found = { ...unread, issues: [issue], checks: [{ rule: 'document_kind', outcome: 'failed', ...check }] }
  const bill = await drawPicture(9)
  for (const client of [await portal.client(), await portal.client()]) {
    const { document } = await upload(client, bill, passport)
    expect((await readOf(client, document)).validation.issues).toEqual([issue])
  }
  found = unread
})

test('of a picture that another client sent, whose it is and that it has run out are told; the likeness is not', async () => {
  const failed = (rule: string, read: string, expected: string) => {
    const check = { title: rule, outcome: 'failed' as const, source: null }
    return { ...check, rule, read, expected }
  }
  const issues = ['The name on this document is Grace Whitfield.', 'This document has expired.']
  const name = failed('name_matches', 'GRACE WHITFIELD', 'Amara Okafor')
  found = { ...unread, issues, checks: [name, failed('not_expired', '28 February 2023', 'in date')] }
  const own = await drawPicture(11)
  const [ana, ben] = [await portal.client(), await portal.client()]
  await readOf(ana, (await upload(ana, own, passport)).document)
  const { id } = (await upload(ben, own, { documentType: 'identity', filename: 'card.png' })).document
  const document = await readOf(ben, { id })
  expect(verdictFor(document)).toMatchObject({ kind: 'not_yours', action: 'choose_another' })
  expect(document.validation.issues).toEqual(issues)
  expect(JSON.stringify([document, await received(ben)])).not.toMatch(/another client|same picture|not_of_/i)
  const review = await priya.ask(reviews.one, { id })
  expect(review.validation?.metadata.flagEvidence.requiresManualReview).toContain(
    'Another client has sent the same picture.',
  )
  found = unread
})

test('that two clients sent one picture stays told when another took its place', async () => {
  const issue = 'Please send a sharper picture.'
  const checks = [
    { rule: 'sharpness', title: 'In focus', outcome: 'failed' as const, read: '4', expected: '120' },
  ]
  found = { ...unread, issues: [issue], checks: checks.map((check) => ({ ...check, source: null })) }
  const own = await drawPicture(13)
  const [ana, cleo] = [await portal.client(), await portal.client({ firstName: 'Cleo', lastName: 'Marsh' })]
  await readOf(ana, (await upload(ana, own, passport)).document)
  const { id: taskId } = await taskOf(cleo, 'proof_of_identity')
  const { document } = await upload(cleo, own, { ...passport, taskId })
  await readOf(cleo, document)
  await upload(cleo, await drawPicture(14), { ...passport, filename: 'next.png', taskId, isReplacing: true })
  expect((await cleo.ask(documents.list, {})).map(({ id }) => id)).not.toContain(document.id)
  expect(await received(priya)).toContain('Two clients sent the same picture: Cleo Marsh: Passport')
  found = unread
})

test('what a picture looks like is forgotten with it', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const own = await drawPicture(5)
  const { document } = await upload(ana, own, passport)
  await readOf(ana, document)
  await ana.ask(documents.remove, { id: document.id })
  const kept = await readOf(ben, (await upload(ben, own, passport)).document)
  expect((await priya.ask(reviews.one, { id: kept.id })).notes).toEqual([])
})
