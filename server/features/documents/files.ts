import { buffer } from 'node:stream/consumers'
import { type documents, type PageText, pictureWidth } from '#contract/documents/documents.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { openKeyedLimiter } from '#server/platform/concurrency/keyed-limiter.ts'
import type { Client, Ctx, FileAnswer, KeptFile, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** Returns the original for the page, or as a download if it has active content. */
export async function showOriginal(ctx: Ctx<Client>, { id }: Input<typeof documents.file>) {
  return originalOf(ctx, await store.get(ctx.db, ctx.actor.id, id))
}

export const downloadOriginal = async (ctx: MultiStepCtx<Client>, { id }: Input<typeof documents.download>) =>
  downloadOf(ctx, await store.get(ctx.read, ctx.actor.id, id))

export function downloadOf(ctx: MultiStepCtx<Member>, document: DocumentRow): KeptFile {
  const file = originalOf(ctx, document, { isAttachment: true })
  // Recorded only when bytes are sent. The rest of an interrupted download was recorded with its beginning.
  const open: KeptFile['open'] = async (range) => {
    if (!range || range.start === 0) await noteDownload(ctx, document)
    return file.open(range)
  }
  return { ...file, open }
}

const noteDownload = (ctx: MultiStepCtx, { id, clientId }: DocumentRow) =>
  ctx.transaction((step) =>
    audit(step, 'document.downloaded', { subjectId: clientId, details: { documentId: id } }),
  )

export const showPreview = async (ctx: Ctx<Client>, { id, width }: Input<typeof documents.preview>) =>
  previewOf(ctx, await store.get(ctx.db, ctx.actor.id, id), width)

/** Returns a picture of the document without the camera's metadata. For a PDF, of its first page. */
export function previewOf(ctx: Ctx<Member>, document: DocumentRow, width: number | undefined): FileAnswer {
  scanned(document)
  if (document.fileType === 'application/pdf') return pictureOf(ctx, document, { page: 1, width })
  const wide = width ?? pictureWidth
  return {
    make: () => inTurn(ctx, document, (bytes) => ctx.ports.inspector.imagePreview(bytes, { width: wide })),
    type: 'image/jpeg',
    filename: `${document.filename}.jpg`,
    isAttachment: false,
    tag: `${document.sha256}-${wide}`,
  }
}

export async function showPage(ctx: Ctx<Client>, { id, page, width }: Input<typeof documents.page>) {
  return pictureOf(ctx, await store.get(ctx.db, ctx.actor.id, id), { page, width })
}

export const showPageText = async (ctx: Ctx<Client>, { id, page }: Input<typeof documents.pageText>) =>
  textOf(ctx, await store.get(ctx.db, ctx.actor.id, id), page)

/** Returns the words of a page, so that they can be selected and read out over its picture. */
export async function textOf(ctx: Ctx<Member>, document: DocumentRow, page: number): Promise<PageText> {
  const paged = withPage(document, page)
  return { items: await inTurn(ctx, paged, (bytes) => ctx.ports.inspector.pageText(bytes, page)) }
}

// Each holds a whole file in memory, so only a few are open at once, and one user has one place.
const limiter = openKeyedLimiter({ slots: 4, slotsPerKey: 1, queue: 200 })

const inTurn = <T>(ctx: Ctx<Member>, document: DocumentRow, show: (bytes: Uint8Array) => Promise<T>) =>
  limiter(ctx.actor.id, async () => show(await bytesOf(ctx, document)))

interface Wanted {
  page: number
  width: number | undefined
}

export const pictureOf = (
  ctx: Ctx<Member>,
  document: DocumentRow,
  { page, width = pictureWidth }: Wanted,
): FileAnswer => {
  withPage(document, page)
  return {
    make: () => inTurn(ctx, document, (bytes) => ctx.ports.inspector.renderPage(bytes, page, { width })),
    type: 'image/png',
    filename: `${document.filename}.${page}.png`,
    isAttachment: false,
    tag: `${document.sha256}-${page}-${width}`,
  }
}

const withPage = (document: DocumentRow, page: number) =>
  document.fileType === 'application/pdf' && page <= (document.pages ?? 1) ? document : notFound('page')

export const originalOf = (
  { ports }: Pick<Ctx, 'ports'>,
  document: DocumentRow,
  { isAttachment }: Pick<FileAnswer, 'isAttachment'> = { isAttachment: document.hasActiveContent },
): KeptFile => {
  const { fileKey, sha256, fileSize, fileType, filename } = scanned(document)
  return {
    open: (range) => ports.files.read(fileKey, { range, sha256 }),
    size: fileSize,
    type: fileType,
    filename,
    isAttachment,
    tag: sha256,
  }
}

/** Throws `conflict` for a file that has not been scanned for viruses yet. */
export const scanned = (document: DocumentRow) => {
  if (!document.awaitsScan) return document
  throw new Problem(
    'conflict',
    "This file hasn't been scanned for viruses yet, so nobody can open it. It will be scanned shortly.",
    {
      reason: 'awaits_scan',
    },
  )
}

export const bytesOf = async (ctx: Pick<Ctx, 'ports'>, document: DocumentRow) =>
  unscannedBytesOf(ctx, scanned(document))

/** Returns the bytes even before the virus scan. Only for the scanner. */
export const unscannedBytesOf = async ({ ports }: Pick<Ctx, 'ports'>, { fileKey, sha256 }: DocumentRow) =>
  buffer(await ports.files.read(fileKey, { sha256 }))
