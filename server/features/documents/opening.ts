import { ClientDocument } from '#contract/documents.ts'
import { Problem } from '#contract/problem.ts'
import type { Validation } from '#contract/validation.ts'
import { notRead } from '#inspector/documents/verdict.ts'
import { mimeTypeOf } from '#inspector/read/kind.ts'
import { screenUpload } from '#inspector/screen.ts'
import type { UploadCtx } from '#server/platform/ctx.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { likenessOf, refuseSamePicture } from './likeness.ts'
import type { InspectionContext } from './record-verdict.ts'
import { removeInfected } from './removal.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

type Seen = Pick<DocumentRow, 'fileType' | 'pages' | 'hasActiveContent' | 'fingerprint' | 'isOpened'>

/** What an upload is, as far as is known before it is kept. Throws the Problem of one that is not taken. */
export type Look = (ctx: UploadCtx, filename: string) => Promise<Seen>

/** An upload waits so long for its file to be opened, from its request; on a slow line, from its last byte. */
const timeouts = { request: seconds(4), lastByte: seconds(1.5) }

/** Opens the file, or leaves that for later where too many wait. */
export const openInTime: Look = async (ctx, filename) => {
  const { bytes, declaredType, askedAt, receivedAt } = ctx.upload
  const until = Math.max(askedAt + timeouts.request, receivedAt + timeouts.lastByte)
  try {
    const seen = await ctx.ports.inspector.accept(bytes, { filename, declaredType }, { until })
    const { pages, hasActiveContent, fingerprint } = seen
    return { fileType: fileTypeOf(seen.mimeType), pages, hasActiveContent, fingerprint, isOpened: true }
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') return openLater(ctx, filename)
    throw error
  }
}

/** Only looks at what can be seen from outside. What may hide in a PDF is taken to be there until it was opened. */
export const openLater: Look = async ({ upload: { bytes, declaredType } }, filename) => {
  const kind = screenUpload(bytes, { filename, declaredType })
  const isPdf = kind === 'pdf'
  const unknown = { pages: isPdf ? null : 1, hasActiveContent: isPdf, fingerprint: null, isOpened: false }
  return { fileType: fileTypeOf(mimeTypeOf[kind]), ...unknown }
}

const fileTypeOf = (mimeType: string) => ClientDocument.shape.fileType.parse(mimeType)

/**
 * Opens what was taken unopened. Answers the verdict on a file that would have been refused, else null; one in
 * which a virus is found is gone.
 */
export async function openTaken(
  { ports, transaction }: InspectionContext,
  document: DocumentRow,
  bytes: Uint8Array,
): Promise<Validation | null> {
  try {
    const { filename } = document
    const { pages, hasActiveContent, fingerprint } = await ports.inspector.accept(bytes, { filename })
    const likeness = likenessOf({ ...document, fingerprint })
    await transaction(({ db }) =>
      store.update(db, document.id, { isOpened: true, pages, hasActiveContent, ...likeness }),
    )
    await transaction(({ db }) => refuseSamePicture(db, { ...document, ...likeness }))
    return null
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unavailable') throw error
    if (error.reason === 'malware_found')
      await transaction((ctx) => removeInfected(ctx, document.id, error.message))
    return notRead({}, [], [error.message])
  }
}
