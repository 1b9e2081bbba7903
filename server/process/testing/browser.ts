import { expect } from 'vitest'
import { accounts, type Registration } from '#contract/accounts/accounts.ts'
import { endpointClient, type Send } from '#contract/kit/transport.ts'
import { cookieOf } from '#server/platform/http/inject.ts'

export type Browser = ReturnType<typeof browserAt>

/** A browser that keeps its cookies, even when the portal behind its address is restarted. */
export function browserAt(address: () => string) {
  const jar = new Map<string, string>()
  const fetchIt = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(cookieOf(jar))) headers.set(name, value)
    const reply = await fetch(address() + path, { redirect: 'manual', ...init, headers })
    for (const cookie of reply.headers.getSetCookie()) keep(jar, cookie)
    return reply
  }
  const send: Send = async (method, path, body, headers) => {
    const reply = await fetchIt(path, { method, ...payloadOf(body, headers) })
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    const text = await reply.text()
    return { status: reply.status, body: isJson ? JSON.parse(text) : text }
  }
  return { fetch: fetchIt, send, ask: endpointClient(send), jar, cookie: () => cookieOf(jar).cookie ?? '' }
}

/**
 * Waits until a portal that was disturbed gives this client a page again. Until then it may put them off, but never
 * takes them for signed out.
 */
export async function expectServedAgain({ fetch: ask }: Pick<Browser, 'fetch'>) {
  const statuses = new Set<number>()
  const status = async () => {
    const { status } = await ask('/api/tasks')
    statuses.add(status)
    return status
  }
  await expect.poll(status, { interval: 5 }).toBe(200)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
}

/** A browser with a newly registered client. */
export async function newClientAt(address: () => string) {
  const browser = browserAt(address)
  const person = newPerson()
  const user = await browser.ask(accounts.register, person)
  return { ...browser, user, password: person.password }
}

const payloadOf = (body: unknown, headers: Record<string, string>) => {
  if (body === undefined) return { headers }
  if (body instanceof FormData) return { headers, body }
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

const keep = (jar: Map<string, string>, cookie: string) => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (value === '' || /Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
  else jar.set(name, value)
}

const password = 'correct horse battery'
let people = 0

/** Details for a registration that are unique in this run. */
export const newPerson = (): Registration => {
  people += 1
  const username = `person${process.pid}-${people}`
  const names = { firstName: 'Amara', lastName: 'Okafor', email: `${username}@example.com` }
  return { ...names, username, password, confirmPassword: password }
}
