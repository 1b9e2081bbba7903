import type { IncomingMessage } from 'node:http'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { uploadLimit } from '#contract/documents/documents.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { unknownField } from '#contract/kit/transport.ts'
import { malwareFound } from '#inspector/refusals.ts'
import { openKeyedLimiter } from '../concurrency/keyed-limiter.ts'
import { type Actor, actorIdOf, type MultiStepCtx, type Upload, type UploadCtx } from '../ctx.ts'
import { seconds } from '../time/durations.ts'
import { uploadRate } from './limits.ts'
import { sendRawResponse } from './raw-socket-responses.ts'

type Received = Omit<Upload, 'askedAt' | 'awaitsScan'>
type Fields = { query: object; body: object; params: unknown }

// A file is in memory from its first byte to its response, so a user with many uploads waits for their own.
const receiving = openKeyedLimiter({ slots: 64, slotsPerKey: 3, queue: 2000 })
// Entered once the file has arrived, so that a slow connection does not keep others from having theirs inspected. One
// at a time per user, so that files that take long to open do not either.
const handling = openKeyedLimiter({ slots: 8, slotsPerKey: 1, queue: 2000 })
/**
 * How long an upload waits for those of others in total, so that it is answered in time, but at least a moment. An
 * upload that can be deferred waits less, which leaves time for that.
 */
const timeouts = { together: seconds(6), deferrable: seconds(2), least: seconds(1) }
const minimumUploadRate = { bytes: 64 * 1024, time: seconds(10) }

type Handle = (ctx: UploadCtx, fields: Fields) => Promise<unknown>

interface UploadHandlers {
  handle: Handle
  /** Accepts the upload if its turn would come too late. The file is then opened afterwards. */
  defer?: Handle | undefined
  admit?: UploadAdmission | undefined
  refused?: UploadRefused | undefined
  /** Also accepts a file that the virus scanner could not check, and keeps it closed until it has been. */
  takesUnscanned?: boolean | undefined
}

/**
 * Runs before anything is received, with the parameters of the path, which nobody has checked. Refuses by throwing a
 * Problem. Such a refusal is cheap and leaves no trace.
 */
export type UploadAdmission<A extends Actor = Actor> = (
  ctx: MultiStepCtx<A>,
  params: unknown,
) => Promise<void>

/** A refused upload, with the other fields of its form and the parameters of its path, which nobody has checked. */
export interface RefusedUpload extends Upload {
  fields: unknown
  params: unknown
}

/** Called for every later refusal, with the upload if it has arrived, because a refused file leaves a trace. */
export type UploadRefused<A extends Actor = Actor> = (
  ctx: MultiStepCtx<A>,
  problem: Problem,
  upload: RefusedUpload | null,
) => Promise<void>

/** Receives one file and its fields, in any order, and passes them to the handler. */
export async function withUpload(ctx: MultiStepCtx, request: FastifyRequest, handlers: UploadHandlers) {
  const { askedAt } = request
  await handlers.admit?.(ctx, request.params)
  // Starts while the file is on its way, which on a phone takes longer. Only what can be deferred is read as well.
  if (handlers.defer) void ctx.ports.inspector.wake()
  const receive = () => take(ctx, request, { ...handlers, askedAt })
  const answer = await receiving(senderOf(ctx), receive, timeoutOf(askedAt, timeouts.together))
  return typeof answer === 'function' ? answer() : answer
}

const senderOf = ({ actor, caller }: MultiStepCtx) => actorIdOf(actor) ?? caller.address

const timeoutOf = (askedAt: number, wait: number) => ({
  timeout: Math.max(timeouts.least, askedAt + wait - performance.now()),
})

/** Discards the upload at the end unless the handler kept it, so a refused or broken upload leaves nothing behind. */
async function take(
  ctx: MultiStepCtx,
  request: FastifyRequest,
  { handle, defer, refused, askedAt, takesUnscanned = false }: UploadHandlers & Pick<Upload, 'askedAt'>,
) {
  let upload: RefusedUpload | null = null
  try {
    if (!request.isMultipart()) throw new Problem('unsupported', 'Please send the file as a form.')
    const received = await receiveInTime(ctx, request)
    const { params } = request
    const taken = { ...received.upload, fields: received.body, params, askedAt, awaitsScan: false }
    upload = taken
    taken.awaitsScan = await refuseInfected(ctx, taken.bytes)
    if (taken.awaitsScan && !takesUnscanned) throw scannerAway()
    const fields = { query: {}, body: received.body, params }
    return await inTurn({ ...ctx, upload: taken }, fields, { handle, defer })
  } catch (error) {
    if (error instanceof Problem) {
      await refused?.(ctx, error, upload)
      if (error.reason === 'too_complex') await countHeavy(ctx)
    }
    throw error
  } finally {
    // A kept file is no longer staged, so this does nothing to it.
    if (upload) await ctx.ports.files.discard(upload.staged)
  }
}

/**
 * Returns true if the scanner did not respond, so nothing is known about the file. Throws a Problem if it finds
 * malware.
 */
async function refuseInfected({ ports: { antivirus } }: MultiStepCtx, bytes: Buffer) {
  if (antivirus === null) return false
  const found = await antivirus.scan(bytes).catch(() => undefined)
  if (typeof found === 'string') throw malwareFound()
  return found === undefined
}

const scannerAway = () =>
  new Problem(
    'unavailable',
    "We can't check files for viruses right now, so we haven't kept yours. Please try again in a few minutes.",
    { retryAfter: 60 },
  )

async function inTurn(
  ctx: UploadCtx,
  fields: Fields,
  { handle, defer }: Pick<UploadHandlers, 'handle' | 'defer'>,
) {
  let isBegun = false
  const open = () => {
    isBegun = true
    return handle(ctx, fields)
  }
  const wait = defer ? timeouts.deferrable : timeouts.together
  try {
    return await handling(senderOf(ctx), open, timeoutOf(ctx.upload.askedAt, wait))
  } catch (error) {
    if (defer && !isBegun) return defer(ctx, fields)
    throw error
  }
}

/** Counts ten times in all, since the file may have taken all the time allowed for opening one. */
const countHeavy = (ctx: MultiStepCtx) => ctx.ports.limits.count(uploadRate, senderOf(ctx), 9).catch(() => {})

/** Answers 408 and disconnects a sender who hardly sends anything, so that the next upload can have the slot. */
async function receiveInTime(ctx: MultiStepCtx, request: FastifyRequest) {
  let refusal: Problem | undefined
  const tooSlow = () => {
    refusal = new Problem(
      'invalid',
      'Your file took too long to arrive. Please check your connection and try again.',
      {
        reason: 'too_slow',
      },
    )
    sendRawResponse(request.raw.socket, { status: 408, problem: refusal, requestId: request.id })
  }
  const stop = enforceMinimumRate(request.raw, { ...minimumUploadRate, tooSlow })
  try {
    return await receive(ctx, request)
  } catch (error) {
    throw refusal ?? error
  } finally {
    stop()
  }
}

async function receive(ctx: MultiStepCtx, request: FastifyRequest) {
  // A sender who left while waiting would send nothing more, not even an end.
  if (request.raw.destroyed) throw unreadable()
  const body: Record<string, string> = {}
  let upload: Received | null = null
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'file') upload = await stage(ctx, part)
      else {
        const name = nameOf(part)
        // There is no way to tell which of the two was meant.
        if (Object.hasOwn(body, name)) throw unreadable()
        body[name] = valueOf(part)
      }
    }
    if (upload === null) throw missing()
    return { upload, body }
  } catch (error) {
    if (upload) await ctx.ports.files.discard(upload.staged)
    throw isMalformed(error) || hasLeft(error) ? unreadable() : error
  }
}

/** Any parser error is the form's fault, except those with a status of their own. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts({ limits: { fileSize: uploadLimit + 1, files: 1, fields: 10 } })
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : unreadable()
  }
}

/** A part may lack a name, although the parser's types say otherwise. */
const nameOf = ({ fieldname }: { fieldname: string | undefined }) => {
  if (fieldname === undefined) throw unreadable()
  return fieldname
}

async function stage(ctx: MultiStepCtx, part: Extract<Multipart, { type: 'file' }>): Promise<Received> {
  if (part.fieldname !== 'file') {
    part.file.resume()
    const fields = { [nameOf(part).slice(0, 60)]: unknownField }
    throw invalidFields(fields, 'unknown_field')
  }
  const staged = await ctx.ports.files.stage(part.file, { limit: uploadLimit })
  const receivedAt = performance.now()
  return {
    staged,
    bytes: staged.bytes,
    receivedAt,
    filename: part.filename ?? '',
    declaredType: part.mimetype,
  }
}

// The parser has no error codes for a file that is cut off.
const malformed = /unexpected end of (form|multipart|file)|part terminated early/i
const isMalformed = (error: unknown) =>
  error instanceof Error && !(error instanceof Problem) && !('code' in error) && malformed.test(error.message)

/** A client that disconnects gets no response, and it is no fault of ours. */
const hasLeft = (error: unknown) =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

const valueOf = (part: Extract<Multipart, { type: 'field' }>) => {
  if (typeof part.value === 'string' && !part.valueTruncated) return part.value
  throw new Problem('invalid', "We couldn't read that request.")
}

const unreadable = () => new Problem('invalid', "The form couldn't be read. Please send the file again.")

const missing = () =>
  new Problem('invalid', 'Please select a file to upload.', {
    fields: { file: 'Please select a file to upload.' },
  })

interface Pace {
  bytes: number
  /** In milliseconds. */
  time: number
  /** Called after every span in which too little arrived, until the request is complete. */
  tooSlow: () => void
}

/** Calls `tooSlow` unless at least `bytes` arrive in every `time`. Returns a function that stops the check. */
export function enforceMinimumRate(request: IncomingMessage, { bytes, time, tooSlow }: Pace) {
  let before = request.socket.bytesRead
  const timer = setInterval(() => {
    const arrived = request.socket.bytesRead - before
    before += arrived
    if (!request.complete && arrived < bytes) tooSlow()
  }, time)
  return () => clearInterval(timer)
}
