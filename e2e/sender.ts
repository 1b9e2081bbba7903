import type { APIRequestContext } from '@playwright/test'
import type { Send } from '#contract/kit/transport.ts'

/** Sends API requests with the cookies of a browser, as a script would. */
export const senderOf =
  (request: APIRequestContext): Send =>
  async (method, path, body, headers) => {
    const reply = await request.fetch(path, { method, headers, ...payloadOf(body) })
    const isJson = reply.headers()['content-type']?.startsWith('application/json')
    return { status: reply.status(), body: isJson ? await reply.json() : await reply.text() }
  }

const payloadOf = (body: unknown) => {
  if (body === undefined) return {}
  return body instanceof FormData ? { multipart: body } : { data: body }
}
