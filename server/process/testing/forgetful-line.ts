import { connect, createServer } from 'node:net'
import { afterAll, inject } from 'vitest'
import type { Connection } from '#server/platform/postgres/roles.ts'
import { urlOf } from '#server/testing/cluster.ts'

/**
 * Stands in for a pooler in transaction mode (PgBouncer): after each transaction the client gets a connection that has
 * forgotten everything about it: settings, named statements, locks and listening.
 */
export async function openForgetfulLine(to: { host: string; port: number }) {
  const server = createServer((near) => {
    const far = connect(to.port, to.host)
    // The client's messages wait while the session is reset.
    let waiting: Buffer[] | null = null
    let isUsed = false
    /** Statements that are not answered yet. Until they are, the client keeps its session, as with the real pooler. */
    let unanswered = 0
    const send = (message: Buffer) => {
      if (endsStatement(message)) unanswered += 1
      far.write(message)
    }
    near.once('data', (startup) => {
      far.write(startup)
      near.on(
        'data',
        messages((message) => {
          if (waiting) return void waiting.push(message)
          if (!isUsed || unanswered > 0) return send(message)
          isUsed = false
          waiting = [message]
          far.write(question('discard all'))
        }),
      )
    })
    far.on(
      'data',
      messages((message) => {
        const isReady = message[0] === letter('Z')
        if (!waiting) {
          if (isReady) {
            unanswered = Math.max(0, unanswered - 1)
            isUsed = message[5] === letter('I')
          }
          near.write(message)
        } else if (isReady) {
          for (const message of waiting) send(message)
          waiting = null
        }
      }),
    )
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => {}).once('close', () => other.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  afterAll(() => void server.close())
  const address = server.address()
  return { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 }
}

const letter = (name: string) => name.charCodeAt(0)

/** A sync after an extended query, or a simple query: the server says once for each that it is ready again. */
const endsStatement = (message: Buffer) => message[0] === letter('S') || message[0] === letter('Q')

const question = (words: string) => {
  const text = Buffer.from(`${words}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** Splits what is sent into messages: a letter, a length that includes itself, and the rest. */
const messages = (take: (message: Buffer) => void) => {
  let left = Buffer.alloc(0)
  return (words: Buffer) => {
    left = Buffer.concat([left, words])
    while (left.length >= 5 && left.length > left.readInt32BE(1)) {
      const end = left.readInt32BE(1) + 1
      take(left.subarray(0, end))
      left = left.subarray(end)
    }
  }
}

/**
 * Returns the settings that connect a portal to this database, through the real pooler in transaction mode if it is
 * being tested.
 */
export const addressesOf = (direct: Connection): Record<string, string> => {
  const port = inject('pooler') ?? null
  if (port === null) return { DATABASE_URL: urlOf(direct) }
  return { DATABASE_URL: urlOf({ ...direct, port }), DATABASE_DIRECT_URL: urlOf(direct) }
}
