import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { portal as contract } from '#contract/kit/portal.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import type { Client } from './portal.ts'

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
