import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keyPrefix } from '#contract/api-keys.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { Problem, type ProblemCode, statusOf } from '#contract/kit/problem.ts'
import { sqlState } from '../db/database.ts'
import { faultOf, oneLine } from '../diagnostics/log.ts'

/** Adds a link to older items (RFC 8288) if the page is full. */
export const linkToOlder = (
  items: readonly { id: string }[],
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const last = items.at(-1)
  if (items.length < pageSize || last === undefined) return
  const [path, search] = request.url.split('?')
  const query = new URLSearchParams(search)
  query.set('before', last.id)
  void reply.header('link', `<${path}?${query.toString()}>; rel="next"`)
}

/** Turns an error into a response. Nothing else does. */
export const answerProblems = (app: FastifyInstance) =>
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error)
    request.problem = problem
    const [status, url] = [statusOf[problem.code], withoutToken(request)]
    if (problem.code === 'internal') request.log.error({ err: error, url }, 'a request failed')
    // A temporary fault. The operator may be able to do something about its cause.
    else if (status >= 500) request.log.warn({ status, url, cause: faultOf(error) }, 'a request was put off')
    // The value may be the request's, or come of a sum of our own, which somebody has to mend.
    else if (isOutOfRange(error))
      request.log.warn({ url, cause: statementOf(error) }, 'a value was out of range')
    return sendProblem(reply, problem)
  })

/** No API key belongs in an address, but somebody may write one there. */
const apiKey = new RegExp(`${keyPrefix}[\\w-]+`, 'g')

/** Hides the token of a link, which is in the query or the path and must not get into a log. */
const withoutToken = ({ url, params }: FastifyRequest) => {
  const { token } = (params ?? {}) as { token?: string }
  const shown = oneLine(url)
    .replace(/([?&](?:token|\w*client_secret)=)[^&]*/g, '$1(hidden)')
    .replace(apiKey, '(hidden)')
  return token ? shown.replaceAll(token, '(hidden)') : shown
}

/** Answers requests for unknown addresses where no page is served. */
export const answerUnknown = (app: FastifyInstance) =>
  app.setNotFoundHandler(({ url }, reply) => sendProblem(reply, unknownAddress(url)))

export const unsupported = () => new Problem('unsupported', "The portal doesn't accept this type of content.")

const notFoundWords = "We couldn't find what you're looking for."
export const unknown = () => new Problem('not_found', notFoundWords)

/** The refusal of an address that nothing is at. A page from before an upgrade may call one that has gone since. */
export const unknownAddress = (url: string) =>
  url.startsWith('/api/')
    ? new Problem('not_found', `${notFoundWords} The portal may have been updated: please reload this page.`)
    : unknown()

export const sendProblem = (reply: FastifyReply, problem: Problem) => {
  const retryAfter = problem.retryAfter ?? (problem.code === 'unavailable' ? 5 : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  return reply
    .code(statusOf[problem.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problem))
}

const unread = (code: ProblemCode, words: string) => new Problem(code, words)

function problemOf(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  const refused = refusedByDatabase(error)
  if (refused) return refused
  const status = error.statusCode ?? 500
  if (status === 413) return unread('too_large', 'This is too large for the portal to accept.')
  if (status === 415) return unsupported()
  if (status === 429)
    return unread('too_many', 'There were too many attempts. Please wait a little and try again.')
  if (status === 503) return unread('unavailable', 'The portal is busy. Please try again in a moment.')
  if (status < 500) return unread('invalid', "We couldn't read that request.")
  return unread(
    'internal',
    'Something went wrong on our side. Nothing you entered has been lost; please try again.',
  )
}

const outOfRangeStates = new Set([
  '22003', // a number out of range
  '22007', // invalid date or time
  '22008', // a date or time out of range
])

/** A value that the rules of an input let through and no column can hold. */
const unheldStates = new Set([
  ...outOfRangeStates,
  '22021', // NUL in a text
  '22P05', // NUL in JSON
  '22P02', // invalid text representation
])

const isOutOfRange = (error: Error) => outOfRangeStates.has(sqlState(error) ?? '')

/** Names the state and the statement alone: the database's own words repeat the value, which may be a client's. */
const statementOf = (error: Error) => {
  const statement = error.cause === undefined ? '' : ` ${faultOf(new Error(error.message))}`
  return `${sqlState(error)}${statement}`
}

const busyStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // terminated by an administrator
  '57P02', // another process of the database crashed
  '57P03', // starting up
  '53300', // too many connections
  '08P01', // any message of PgBouncer, such as that it may not log in
  '25P03', // idle in transaction
  '08006',
  '08003',
  '08001',
])
// The driver has no codes for a connection that it could not get or keep, only these messages.
const lostConnection =
  /^connection terminated|^query read timeout|timeout exceeded when trying to connect|not queryable|after calling end|client was closed/i
const lostCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])

// A database that is slow, restarting or full is a temporary state, so the client is told to try again.
const refusedByDatabase = (error: Error): Problem | null => {
  const state = sqlState(error)
  if (state !== undefined && unheldStates.has(state))
    return unread('invalid', "We couldn't read that request.")
  if (state === '53100') return unread('storage_full', 'The portal has run out of space. Please tell us.')
  if (state !== undefined && busyStates.has(state))
    return unread('unavailable', 'The portal is busy. Please try again in a moment.')
  if (!isConnectionLost(error)) return null
  return unread('unavailable', "The portal can't reach its records right now. Please try again in a moment.")
}

/**
 * Returns whether the connection was lost. Our own files and pipes fail with the same codes, so only the errors of a
 * query or of connecting count.
 */
const isConnectionLost = (error: Error): boolean => {
  const { cause = error, query } = error as { cause?: unknown; query?: unknown }
  if (!(cause instanceof Error)) return false
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  const isOfDriver = query !== undefined || syscall === 'connect' || cause instanceof AggregateError
  return lostConnection.test(cause.message) || (isOfDriver && lostCodes.has(code))
}
