import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openOnLoopback } from '#server/testing/loopback.ts'

interface Journey {
  instanceId: string
  resourceId: string
  subject: unknown
  status: 'InProgress' | 'Completed' | 'Terminated'
  result: string
  steps: { name: string; outcome: string }[]
}

type Mood = 'answers' | 'hangs' | 'is down' | 'answers a page' | 'answers without end' | 'closes midway'

/**
 * Stands in for GBG GO, with the shapes in the documentation of version 2 of its API: a token by client credentials,
 * `journey/start`, `journey/state/fetch`, and errors as a list.
 */
export async function openGbgStandIn() {
  const state = {
    clientId: 'firm-client',
    clientSecret: 'gbg-secret',
    journey: '9dcd95e0@latest',
    mood: 'answers' as Mood,
    journeys: [] as Journey[],
    requests: [] as string[],
    /** Bytes sent by an endless response. */
    sent: 0,
  }
  const token = randomBytes(12).toString('hex')

  const error = (status: number, name: string) => ({
    status,
    body: {
      errors: [{ code: String(status), name, location: 'Body', problem: name, action: 'Please check' }],
    },
  })

  const replyTo = (path: string, text: string, authorization: string | undefined) => {
    if (path === '/as/token.oauth2') {
      const form = new URLSearchParams(text)
      const isKnown =
        form.get('grant_type') === 'client_credentials' &&
        form.get('client_id') === state.clientId &&
        form.get('client_secret') === state.clientSecret &&
        form.get('scope') === 'gbg.token'
      return isKnown
        ? { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 14_399 } }
        : { status: 401, body: { error: 'invalid_client', error_description: 'Invalid client' } }
    }
    if (authorization !== `Bearer ${token}`) return error(401, 'UNAUTHORIZED')
    const wanted = JSON.parse(text) as {
      resourceId?: string
      instanceId?: string
      context?: { config: { delivery: string }; subject: unknown }
    }
    if (path === '/v2/captain/journey/start') {
      if (wanted.resourceId !== state.journey) return error(404, 'RESOURCE_NOT_FOUND')
      if (wanted.context?.config.delivery !== 'page') return error(400, 'MISSING_FIELD')
      const instanceId = randomBytes(16).toString('base64url')
      state.journeys.push({
        instanceId,
        resourceId: wanted.resourceId,
        subject: wanted.context.subject,
        status: 'InProgress',
        result: 'pending',
        steps: [],
      })
      const message = `Journey ${instanceId} started successfully`
      return {
        status: 200,
        body: { instanceId, instanceUrl: `/journey/${instanceId}`, status: 'started', message },
      }
    }
    const journey = state.journeys.find(({ instanceId }) => instanceId === wanted.instanceId)
    if (path !== '/v2/captain/journey/state/fetch' || !journey) return error(404, 'INSTANCE_NOT_FOUND')
    const { instanceId, subject, status, result, steps } = journey
    const process = { journey: { name: 'Identity' }, instance: { id: instanceId, instanceId }, steps }
    return {
      status: 200,
      body: { instanceId, status, context: { process, subject, result: { status: result, advice: {} } } },
    }
  }

  const pour = (response: ServerResponse) => {
    const block = 'x'.repeat(64 * 1024)
    const go = () => {
      while (!response.destroyed && response.write(block)) state.sent += block.length
      if (!response.destroyed) response.once('drain', go)
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"access_token":"')
    go()
  }

  const answer = (request: IncomingMessage, response: ServerResponse, text: string) => {
    const path = request.url ?? '/'
    state.requests.push(path)
    if (state.mood === 'hangs') return
    if (state.mood === 'answers without end') return pour(response)
    if (state.mood === 'closes midway') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"access')
      return void setImmediate(() => response.destroy())
    }
    const down = { status: 500, body: { errors: [] } }
    const { status, body } =
      state.mood === 'is down' ? down : replyTo(path, text, request.headers.authorization)
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': randomBytes(6).toString('hex'),
    })
    response.end(state.mood === 'answers a page' ? '<html>Bad gateway</html>' : JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => answer(request, response, text))
  })
  const { address, close } = await openOnLoopback(server)
  return {
    state,
    url: address,
    close,
    /** Completes the newest journey, as if the client had been through it. */
    finish: (result: string, steps: Journey['steps'] = []) =>
      Object.assign(state.journeys.at(-1) ?? {}, { status: 'Completed', result, steps }),
  }
}
