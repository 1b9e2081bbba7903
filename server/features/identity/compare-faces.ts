import { buffer } from 'node:stream/consumers'
import type { UserId } from '#contract/accounts/accounts.ts'
import { DocumentType } from '#contract/documents/validation.ts'
import type { FaceComparison, identity } from '#contract/identity/identity.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { findClientOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { PictureRow } from './store.ts'
import * as store from './store.ts'

/**
 * Lists the comparisons of a client, for the people responsible for the client and administrators. Clients must never
 * see them.
 */
export async function listComparisons(
  { db, actor }: Ctx<Staff>,
  { clientId }: Input<typeof identity.comparisons>,
) {
  const client = await findClientOf(db, actor, clientId)
  return store.listComparisons(db, client.id)
}

/** Records that a document may show a face, and queues a comparison if that is allowed. */
export async function keepPicture(ctx: Ctx, read: DomainEvents['documentRead']) {
  const { clientId, documentId, fileKey, sha256 } = read
  const shows = shownOn(read)
  if (shows === null) return
  await store.insertPicture(ctx.db, { documentId, clientId, shows, fileKey, sha256, at: ctx.now })
  if (await mayCompare(ctx.db, clientId))
    await ctx.enqueue('compareFaces', { clientId }, { key: `faces:${clientId}` })
}

/** Deletes a picture together with the scores that are about it. */
export async function dropPicture({ db }: Ctx, { clientId, documentId }: DomainEvents['documentRemoved']) {
  await store.holdFaces(db, clientId)
  await store.removePicture(db, clientId, documentId)
}

/** Compares a client's newest selfie with each of their newest identity documents, once. */
export async function compareFacesOf({ read, ports, transaction }: JobContext, clientId: UserId) {
  if (!(await mayCompare(read, clientId))) return
  for (const { portrait, selfie } of await openPairs(read, clientId)) {
    const [document, face] = await Promise.all([bytesOf(ports, portrait), bytesOf(ports, selfie)])
    const found = await ports.inspector.compareFaces(document, face)
    if (!found || found.score === null) continue
    const { score, model } = found
    const pair = { clientId, documentId: portrait.documentId, selfieId: selfie.documentId }
    await transaction((ctx) => keep(ctx, { ...pair, score, model, comparedAt: ctx.now }))
  }
}

/** Nobody has more identity documents than this. */
const mostPortraits = 5

const openPairs = async (db: Db, clientId: UserId) => {
  const pictures = await store.listPictures(db, clientId)
  const selfie = pictures.find(({ shows }) => shows === 'selfie')
  if (!selfie) return []
  const compared = await store.listComparisons(db, clientId)
  const isOpen = ({ documentId }: PictureRow) =>
    !compared.some((pair) => pair.documentId === documentId && pair.selfieId === selfie.documentId)
  const portraits = pictures.filter(({ shows }) => shows === 'portrait').slice(0, mostPortraits)
  return portraits.filter(isOpen).map((portrait) => ({ portrait, selfie }))
}

// A document may have been deleted, or the consent withdrawn, while the faces were compared.
const keep = async (ctx: Ctx, comparison: FaceComparison) => {
  const { clientId, documentId, selfieId } = comparison
  await store.holdFaces(ctx.db, clientId)
  if (!(await mayCompare(ctx.db, clientId))) return
  const there = (await store.listPictures(ctx.db, clientId)).map((picture) => picture.documentId)
  if (!there.includes(documentId) || !there.includes(selfieId)) return
  await store.insertComparison(ctx.db, comparison)
  await audit(ctx, 'faces.compared', { subjectId: clientId, details: { documentId, selfieId } })
}

/** Whether the firm uses face comparison and the client's last answer was consent. */
const mayCompare = async (db: Db, clientId: UserId) =>
  (await findFirm(db)).isFaceComparisonOn && (await store.findConsent(db, clientId))?.given === true

const portraits: readonly (DocumentType | null)[] = ['passport', 'drivers_license', 'identity']
const selfies: readonly (DocumentType | null)[] = ['selfie', 'photo']

const shownOn = ({ validation, saidToBe }: DomainEvents['documentRead']) => {
  const type = validation.metadata.documentType ?? DocumentType.safeParse(saidToBe).data ?? null
  if (selfies.includes(type)) return 'selfie'
  return portraits.includes(type) ? 'portrait' : null
}

const bytesOf = async ({ files }: JobContext['ports'], { fileKey, sha256 }: PictureRow) =>
  buffer(await files.read(fileKey, { sha256 }))
