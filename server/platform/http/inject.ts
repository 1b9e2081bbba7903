import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Send } from '#contract/kit/transport.ts'

/** Returns a function that sends requests to an app that need not listen, and keeps cookies like a browser. */
export function injectClient(app: FastifyInstance) {
  const jar = new Map<string, string>()
  const send: Send = async (method, url, body, headers) => {
    const { payload, type } = payloadOf(body)
    const reply = await app.inject({
      method,
      url,
      headers: { ...(type ? { 'content-type': type } : {}), ...cookieOf(jar), ...headers },
      ...(payload === undefined ? {} : { payload: payload as InjectOptions['payload'] & string }),
    })
    keepCookies(jar, reply.cookies)
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body }
  }
  return { send, jar }
}

const payloadOf = (body: unknown) => {
  if (body === undefined) return { payload: undefined, type: null }
  if (body instanceof FormData) return { payload: body, type: null }
  return { payload: JSON.stringify(body), type: 'application/json' }
}

export const cookieOf = (jar: ReadonlyMap<string, string>): Record<string, string> =>
  jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }

type Cookies = { name: string; value: string; expires?: Date; maxAge?: number }[]
const keepCookies = (jar: Map<string, string>, cookies: Cookies) => {
  for (const { name, value, expires } of cookies) {
    if (value === '' || (expires && expires.getTime() === 0)) jar.delete(name)
    else jar.set(name, value)
  }
}
