import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type documents, pictureWidth } from '#contract/documents.ts'
import type { Input, Output } from '#contract/kit.ts'
import { notFound } from '#contract/problem.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

/** The original in the page, unless something in it could run: then it is only ever downloaded. */
export async function showOriginal(ctx: Ctx, { id }: Input<typeof documents.file>) {
  const document = await store.get(ctx.db, ctx.actor.id, id)
  return originalOf(ctx, document, { isAttachment: document.hasActiveContent })
}

export async function downloadOriginal(ctx: Ctx, { id }: Input<typeof documents.download>) {
  const document = await store.get(ctx.db, ctx.actor.id, id)
  await audit(ctx, 'document.downloaded', { details: { documentId: id } })
  return originalOf(ctx, document, { isAttachment: true })
}

/** A picture of the document without what a camera writes into it; of a PDF its first page. */
export async function showPreview(ctx: Ctx, { id, width }: Input<typeof documents.preview>) {
  const document = await store.get(ctx.db, ctx.actor.id, id)
  if (document.fileType === 'application/pdf') return pictureOf(ctx, document, { page: 1, width })
  const wide = width ?? pictureWidth
  const picture = await ctx.ports.inspector.imagePreview(await bytesOf(ctx, document), { width: wide })
  return handOut(picture, {
    type: 'image/jpeg',
    filename: `${document.filename}.jpg`,
    tag: `${document.sha256}-${wide}`,
  })
}

export async function showPage(ctx: Ctx, { id, page, width }: Input<typeof documents.page>) {
  return pictureOf(ctx, await store.get(ctx.db, ctx.actor.id, id), { page, width })
}

/** The words of a page, so that they can be selected and read out over its picture. */
export async function showPageText(
  ctx: Ctx,
  { id, page }: Input<typeof documents.pageText>,
): Promise<Output<typeof documents.pageText>> {
  const document = withPage(await store.get(ctx.db, ctx.actor.id, id), page)
  return { items: await ctx.ports.inspector.pageText(await bytesOf(ctx, document), page) }
}

interface Wanted {
  page: number
  width: number | undefined
}

async function pictureOf(ctx: Ctx, document: DocumentRow, { page, width = pictureWidth }: Wanted) {
  withPage(document, page)
  const picture = await ctx.ports.inspector.renderPage(await bytesOf(ctx, document), page, { width })
  return handOut(picture, {
    type: 'image/png',
    filename: `${document.filename}.${page}.png`,
    tag: `${document.sha256}-${page}-${width}`,
  })
}

const withPage = (document: DocumentRow, page: number) =>
  document.fileType === 'application/pdf' && page <= (document.pages ?? 1) ? document : notFound('page')

const originalOf = (
  { ports }: Ctx,
  { fileKey, sha256, fileSize, fileType, filename }: DocumentRow,
  { isAttachment }: Pick<FileAnswer, 'isAttachment'>,
): FileAnswer => ({
  open: (range) => ports.files.read(fileKey, { range, sha256 }),
  size: fileSize,
  type: fileType,
  filename,
  isAttachment,
  tag: sha256,
})

export const bytesOf = async ({ ports }: Pick<Ctx, 'ports'>, { fileKey, sha256 }: DocumentRow) =>
  buffer(await ports.files.read(fileKey, { sha256 }))

const handOut = (made: Uint8Array, about: Pick<FileAnswer, 'type' | 'filename' | 'tag'>): FileAnswer => {
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  return {
    ...about,
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    size: bytes.length,
    isAttachment: false,
  }
}
