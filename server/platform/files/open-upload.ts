import { ClientDocument } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { mimeTypeOf } from '#inspector/read/kind.ts'
import { screenUpload } from '#inspector/screen.ts'
import type { UploadCtx } from '../ctx.ts'
import { seconds } from '../time/durations.ts'

/** What an upload is, as far as is known before it is kept. */
export interface OpenedUpload {
  fileType: ClientDocument['fileType']
  /** Null where nobody has counted them yet. */
  pages: number | null
  /** True also of a PDF that was not opened yet: what may hide in it is taken to be there. */
  hasActiveContent: boolean
  /** What a picture looks like; null for a PDF, for one in which nothing is seen, and until it is opened. */
  fingerprint: string | null
  isOpened: boolean
}

/** Throws the Problem of a file that is not taken. */
export type OpenUpload = (ctx: UploadCtx, filename: string) => Promise<OpenedUpload>

/** An upload waits so long for its file to be opened, from its request; on a slow line, from its last byte. */
const timeouts = { request: seconds(4), lastByte: seconds(1.5) }

/** Opens the file, or leaves that for later where too many wait. */
export const openInTime: OpenUpload = async (ctx, filename) => {
  const { bytes, declaredType, askedAt, receivedAt } = ctx.upload
  const until = Math.max(askedAt + timeouts.request, receivedAt + timeouts.lastByte)
  try {
    const opened = await ctx.ports.inspector.accept(bytes, { filename, declaredType }, { until })
    const { pages, hasActiveContent, fingerprint } = opened
    return { fileType: fileTypeOf(opened.mimeType), pages, hasActiveContent, fingerprint, isOpened: true }
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable') return openLater(ctx, filename)
    throw error
  }
}

/** Only looks at what can be seen from outside. Whoever reads the file opens it first. */
export const openLater: OpenUpload = async ({ upload: { bytes, declaredType } }, filename) => {
  const kind = screenUpload(bytes, { filename, declaredType })
  const isPdf = kind === 'pdf'
  const unknown = { pages: isPdf ? null : 1, hasActiveContent: isPdf, fingerprint: null, isOpened: false }
  return { fileType: fileTypeOf(mimeTypeOf[kind]), ...unknown }
}

const fileTypeOf = (mimeType: string) => ClientDocument.shape.fileType.parse(mimeType)
