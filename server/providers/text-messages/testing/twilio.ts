import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'

interface Message {
  sid: string
  to: string
  from: string | null
  body: string
  status: string
  error_code: number | null
  date_created: string
}

interface Fault {
  status: number
  code?: number
  /** The text was accepted anyway. */
  isTaken?: boolean
}

const hex = (number: number) => number.toString(16).padStart(32, '0')

/** Stands in for Twilio's API for messages, with the shapes it publishes, and refuses what Twilio refuses. */
export async function openStandIn(now: () => Date = () => new Date()) {
  const connection = {
    accountSid: `AC${hex(1)}`,
    keySid: `SK${hex(2)}`,
    secret: 'a-secret-of-the-tests',
    sender: 'HartleyRowe',
  }
  const messages: Message[] = []
  const posted: Record<string, string>[] = []
  let fault: Fault | 'silent' | null = null
  /** The outcome of texts accepted from now on. */
  let outcome: Pick<Message, 'status' | 'error_code'> = { status: 'delivered', error_code: null }

  const resource = (message: Message) => ({
    account_sid: connection.accountSid,
    api_version: '2010-04-01',
    direction: 'outbound-api',
    error_message: null,
    num_segments: '1',
    price: null,
    uri: `/2010-04-01/Accounts/${connection.accountSid}/Messages/${message.sid}.json`,
    ...message,
  })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://twilio.test')
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, code: number) =>
      send(status, { code, message: 'No', more_info: `https://www.twilio.com/docs/errors/${code}`, status })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
    const { keySid, secret, accountSid } = connection
    const shown = request.headers.authorization
    if (shown !== `Basic ${Buffer.from(`${keySid}:${secret}`).toString('base64')}`) return refuse(401, 20003)
    const base = `/2010-04-01/Accounts/${accountSid}/Messages`
    if (!url.pathname.startsWith(base)) return refuse(404, 20404)
    const isPost = request.method === 'POST' && url.pathname === `${base}.json`
    if (isPost) posted.push(form)
    const taken = () => {
      const message: Message = {
        sid: `SM${hex(messages.length + 1)}`,
        to: form.To ?? '',
        from: form.From ?? null,
        body: form.Body ?? '',
        ...outcome,
        date_created: now().toUTCString(),
      }
      messages.unshift(message)
      return { ...resource(message), status: 'queued', error_code: null }
    }
    if (fault === 'silent') {
      if (isPost) taken()
      return
    }
    if (fault) {
      if (isPost && fault.isTaken) taken()
      return refuse(fault.status, fault.code ?? 20500)
    }
    if (isPost) {
      if (request.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
        return refuse(415, 20415)
      if (!/^\+[1-9]\d{7,14}$/.test(form.To ?? '')) return refuse(400, 21211)
      if (!form.From && !form.MessagingServiceSid) return refuse(400, 21603)
      if (!form.Body) return refuse(400, 21602)
      const validity = Number(form.ValidityPeriod)
      if (!Number.isInteger(validity) || validity < 1 || validity > 36_000) return refuse(400, 21621)
      return send(201, taken())
    }
    if (url.pathname === `${base}.json`) {
      const to = url.searchParams.get('To')
      return send(200, { page: 0, messages: messages.filter((message) => message.to === to).map(resource) })
    }
    const found = messages.find(({ sid }) => url.pathname === `${base}/${sid}.json`)
    return found ? send(200, resource(found)) : refuse(404, 20404)
  }

  const server = createServer((request, response) => void answer(request, response))
  const { address, close } = await openOnLoopback(server)
  afterAll(close)
  return {
    connection,
    messages,
    posted,
    address,
    fail: (next: typeof fault) => {
      fault = next
    },
    become: (status: string, code: number | null = null) => {
      outcome = { status, error_code: code }
      for (const message of messages) Object.assign(message, outcome)
    },
  }
}
