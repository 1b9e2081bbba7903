import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'

/** What a test looks at in a request to the model server. */
export interface Heard {
  messages: { role: string; content: unknown }[]
  tools?: { function: { name: string; parameters: unknown } }[]
}

export type Behaviour =
  /** Says these pieces, with so many milliseconds between them. */
  | { says: string[]; pause?: number }
  /** Looks something up first, then says these pieces. */
  | { calls: string; says: string[] }
  | { fails: number }
  /** Says this much and breaks off. */
  | { breaksAfter: string }
  | { isSilent: true }

/** Opens a server with OpenAI's protocol on a real socket. The test sets its behaviour. */
export async function openModelServer() {
  const heard: Heard[] = []
  const state: { behaviour: Behaviour; left: number } = { behaviour: { says: ['Hello'] }, left: 0 }
  const server = createServer((request, reply) => {
    void readBody(request).then(async (body) => {
      heard.push(body)
      reply.on('close', () => {
        if (!reply.writableFinished) state.left += 1
      })
      await act(state.behaviour, { body, reply })
    })
  })
  const { address, close } = await openOnLoopback(server)
  afterAll(close)
  return { url: `${address}/v1`, heard, state }
}

const readBody = async (request: IncomingMessage): Promise<Heard> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}

const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm' }

async function act(behaviour: Behaviour, { body, reply }: { body: Heard; reply: ServerResponse }) {
  if ('isSilent' in behaviour) return
  if ('fails' in behaviour) {
    reply.writeHead(behaviour.fails, { 'content-type': 'application/json' })
    reply.end(JSON.stringify({ error: { message: 'no' } }))
    return
  }
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (delta: object, finish: string | null = null) =>
    reply.write(
      `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  if ('breaksAfter' in behaviour) {
    say({ role: 'assistant', content: behaviour.breaksAfter })
    await sleep(50)
    reply.destroy()
    return
  }
  const hasLookedUp = body.messages.some(({ role }) => role === 'tool')
  if ('calls' in behaviour && !hasLookedUp) {
    const call = {
      index: 0,
      id: 'call_1',
      type: 'function',
      function: { name: behaviour.calls, arguments: '{}' },
    }
    say({ role: 'assistant', tool_calls: [call] })
    say({}, 'tool_calls')
  } else {
    const pause = 'pause' in behaviour ? (behaviour.pause ?? 0) : 0
    for (const content of behaviour.says) {
      say({ role: 'assistant', content })
      await sleep(pause)
    }
    say({}, 'stop')
  }
  reply.end('data: [DONE]\n\n')
}
