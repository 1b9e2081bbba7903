import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { uploadLimit } from '#contract/documents.ts'
import { Problem } from '#contract/problem.ts'
import type { StagedCtx, Upload, UploadCtx } from './ctx.ts'
import { openGate } from './hashing.ts'

type Fields = { query: object; body: object; params: unknown }

// Each upload holds its file in memory while it is inspected: this many at once, the rest wait their turn.
const gate = openGate(8, 200)

interface Taker {
  handle: (ctx: UploadCtx, fields: Fields) => Promise<unknown>
  refused?: UploadRefused | undefined
}

/** Told of every refusal, with the upload as far as it came: what is not taken leaves a trace all the same. */
export type UploadRefused = (ctx: StagedCtx, problem: Problem, upload: Upload | null) => Promise<void>

/**
 * Receives one file and its fields, in any order, and hands them over. What the handler has not kept
 * when it ends is forgotten: a refused or broken upload leaves nothing behind.
 */
export const withUpload = (ctx: StagedCtx, request: FastifyRequest, { handle, refused }: Taker) =>
  gate(async () => {
    let upload: Upload | null = null
    try {
      if (!request.isMultipart()) throw new Problem('unsupported', 'Please send the file as a form.')
      const received = await receive(ctx, request)
      upload = received.upload
      return await handle({ ...ctx, upload }, { query: {}, body: received.body, params: request.params })
    } catch (error) {
      if (error instanceof Problem) await refused?.(ctx, error, upload)
      throw error
    } finally {
      // A kept file has moved on from here, so there is nothing left to forget.
      if (upload) await ctx.ports.files.discard(upload.staged)
    }
  })

async function receive(ctx: StagedCtx, request: FastifyRequest) {
  const body: Record<string, string> = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts({ limits: { fileSize: uploadLimit + 1, files: 1, fields: 10 } })) {
      if (part.type === 'field') body[part.fieldname] = valueOf(part)
      else upload = await stage(ctx, part)
    }
    if (upload === null) throw missing()
    return { upload, body }
  } catch (error) {
    if (upload) await ctx.ports.files.discard(upload.staged)
    throw isMalformed(error)
      ? new Problem('invalid', 'The form could not be read. Please send the file again.')
      : error
  }
}

async function stage(ctx: StagedCtx, part: Extract<Multipart, { type: 'file' }>): Promise<Upload> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    const fields = { [part.fieldname.slice(0, 60)]: 'This field is not known here.' }
    throw new Problem('invalid', 'Please check the highlighted fields.', { fields, reason: 'unknown_field' })
  }
  const staged = await ctx.ports.files.stage(part.file, { limit: uploadLimit })
  return { staged, bytes: staged.bytes, filename: part.filename ?? '', declaredType: part.mimetype }
}

// The parser has no codes of its own for a form that is cut off or has no boundary.
const malformed =
  /unexpected end of (form|multipart|file)|boundary not found|part terminated early|malformed|header/i
const isMalformed = (error: unknown) =>
  error instanceof Error && !(error instanceof Problem) && !('code' in error) && malformed.test(error.message)

const valueOf = (part: Extract<Multipart, { type: 'field' }>) => {
  if (typeof part.value === 'string' && !part.valueTruncated) return part.value
  throw new Problem('invalid', 'We could not read that request.')
}

const missing = () =>
  new Problem('invalid', 'Please select a file to upload.', {
    fields: { file: 'Please select a file to upload.' },
  })
