import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { portal as contract, LiveEvent, type Topic } from '#contract/kit/portal.ts'
import { signal } from '#server/platform/events/bus.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { Client, Portal } from './portal.ts'

/** An open page that reads its connection only as far as the test does. */
export async function openLiveStream(address: URL, { jar }: Pick<Client, 'jar'>) {
  const socket = connect(Number(address.port), address.hostname).setEncoding('utf8')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const cookie = cookieOf(jar).cookie ?? ''
  socket.write(`GET ${contract.events.path} HTTP/1.1\r\nhost: ${address.host}\r\ncookie: ${cookie}\r\n\r\n`)
  return socket
}

/** Reads the stream from now on. Returns what has arrived. */
export const listenTo = (socket: Awaited<ReturnType<typeof openLiveStream>>) => {
  let heard = ''
  socket.on('data', (part) => {
    heard += part
  })
  return () => heard
}

/** An open page, which has received all that happened before. */
export async function openPage(person: Client, { address, db }: { address: URL } & Pick<Portal, 'db'>) {
  const heard = listenTo(await openLiveStream(address, person))
  await expect.poll(heard).toContain('retry:')
  let marks = 0
  const mark = async () => {
    marks += 1
    const fromId = `mark ${marks}.`
    await db.transaction((tx) => signal(tx, { kind: 'typing', userId: person.user.id, fromId }))
    await expect.poll(heard).toContain(fromId)
    return heard().indexOf(fromId)
  }
  /** Changed topics are gathered for a moment, so that a mark can overtake them. The next mark cannot. */
  const reach = async () => {
    await mark()
    return mark()
  }
  const start = await reach()
  return {
    /** Returns the bytes that arrived since, and the topics that they name. */
    received: async () => {
      const end = await reach()
      const bytes = heard().slice(start, end)
      return { bytes, topics: bytes.split('\n').flatMap(topicsIn) }
    },
    heard,
  }
}

const topicsIn = (line: string): Topic[] =>
  line.startsWith('data: {"type":"changed"') ? LiveEvent.parse(JSON.parse(line.slice(6))).topics : []
