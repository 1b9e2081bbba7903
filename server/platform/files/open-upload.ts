import { ClientDocument } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { mimeTypeOf } from '#inspector/read/kind.ts'
import { screenUpload } from '#inspector/screen.ts'
import type { UploadCtx } from '../ctx.ts'
import { seconds } from '../time/durations.ts'

/** What is known about an upload before it is kept. */
export interface OpenedUpload {
  fileType: ClientDocument['fileType']
  /** Null until the file has been opened. */
  pages: number | null
  /** Also true for a PDF that has not been opened yet, since it may hold active content. */
  hasActiveContent: boolean
  /**
   * Perceptual fingerprint of a picture. Null for a PDF, for a picture without any features, and until the file is
   * opened.
   */
  fingerprint: string | null
  isOpened: boolean
}

/** Throws the Problem of a file that is refused. */
export type OpenUpload = (ctx: UploadCtx, filename: string) => Promise<OpenedUpload>

/** How long an upload waits for its file to be opened: from its request, or on a slow line from its last byte. */
const timeouts = { request: seconds(4), lastByte: seconds(1.5) }

/** Opens the file, or leaves that for later if too many uploads are waiting. */
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

/** Checks only what can be seen without opening the file. The first reader of the file opens it. */
export const openLater: OpenUpload = async ({ upload: { bytes, declaredType } }, filename) => {
  const kind = screenUpload(bytes, { filename, declaredType })
  const isPdf = kind === 'pdf'
  const unknown = { pages: isPdf ? null : 1, hasActiveContent: isPdf, fingerprint: null, isOpened: false }
  return { fileType: fileTypeOf(mimeTypeOf[kind]), ...unknown }
}

const fileTypeOf = (mimeType: string) => ClientDocument.shape.fileType.parse(mimeType)
