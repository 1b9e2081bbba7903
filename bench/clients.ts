import { accounts, type User } from '#contract/accounts/accounts.ts'

export interface BenchClient {
  id: string
  email: string
  cookie: string
}

/** Registers a client with the portal at this address, as Ben Bench by default. */
export async function registerClient(
  address: string,
  username: string,
  { firstName = 'Ben', lastName = 'Bench' } = {},
): Promise<BenchClient> {
  const password = 'correct horse battery'
  const email = `${username}@example.com`
  const person = { firstName, lastName, username, email, password, confirmPassword: password }
  const reply = await fetch(address + accounts.register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!reply.ok) throw new Error(`nobody could register: ${reply.status} ${await reply.text()}`)
  const { id } = (await reply.json()) as User
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { id, email, cookie }
}

/** Milliseconds to the end of the response, whatever its status. */
export const timed = async (url: string, request: RequestInit) => {
  const began = performance.now()
  const reply = await fetch(url, request)
  const body = await reply.text()
  return { took: performance.now() - began, status: reply.status, body }
}
