import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem, statusOf } from '#contract/kit/problem.ts'
import { seconds } from '../time/durations.ts'
import { openLingeringClose } from './lingering-close.ts'

/** Ends a connection whose request could not be parsed or never became complete. */
export function refuseConnection(error: { code?: string }, socket: Socket) {
  const { status, problem } = refusals[error.code ?? ''] ?? unreadable
  sendRawResponse(socket, { status, problem, requestId: randomUUID() })
}

const unreadable = { status: 400, problem: new Problem('invalid', "We couldn't read that request.") }
// HTTP has more precise statuses for this than our codes.
const refusals: Record<string, typeof unreadable> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    problem: new Problem('invalid', 'The request took too long to arrive. Please try again.', {
      reason: 'too_slow',
    }),
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    problem: new Problem('invalid', "This request's headers are too long."),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: statusOf.too_large,
    problem: new Problem('too_large', 'This is too large for the portal to accept.'),
  },
}

interface RawResponse {
  status: number
  problem: Problem
  requestId: string
}

// Enough for the headers or the slow file of somebody honest. A crowd that lingers is a hundred sockets, and no more.
const closeLingering = openLingeringClose({ connections: 100, bytes: 1024 * 1024, time: seconds(2) })

/** Writes a response directly to the socket, and closes the connection. Whoever is still sending can read it. */
export function sendRawResponse(socket: Socket, { status, problem, requestId }: RawResponse) {
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  // In the middle of another response, this text would be taken for a part of it.
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (answering?.headersSent) socket.destroy()
  else closeLingering(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}
