import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openOnLoopback } from '#server/testing/loopback.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Another system of the firm, on this machine. Keeps the deliveries, and answers as the test says. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = { received, status: 200, location: '' }
  const take = (request: IncomingMessage, response: ServerResponse, body: string) => {
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (receiver.status === 0) return void request.socket.destroy()
    response
      .writeHead(receiver.status, receiver.location ? { location: receiver.location } : {})
      .end('thanks')
  }
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => take(request, response, body),
      () => {},
    )
  })
  const { address, close } = await openOnLoopback(server)
  return Object.assign(receiver, { url: `${address}/hook`, close })
}

/** Verifies a signature as the quick start tells receivers to. They decide how old a delivery may be. */
export const isSigned = ({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string) => {
  const pairs = String(headers['portico-signature']).split(',')
  const valuesOf = (name: string) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  const [time] = valuesOf('t')
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return valuesOf('v1').includes(mac)
}
