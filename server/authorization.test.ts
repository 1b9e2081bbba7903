import { expect, test } from 'vitest'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { api } from '#contract/api.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { people as firmPeople } from '#contract/firm/people.ts'
import { guests } from '#contract/guests.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { KeyScope } from '#contract/kit/rights.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { addTeamMember } from '#server/features/accounts/service.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import {
  answerBeside,
  answerFor,
  type Belongings,
  type Colleague,
  colleagues,
  type Person,
  people,
  readMatrix,
} from './testing/authorization.ts'
import { openOwner } from './testing/authorization-owner.ts'
import { newPerson, openPortal } from './testing/portal.ts'
import { drawnStatement } from './testing/sample-documents.ts'

const portal = await openPortal()
const matrix = await readMatrix()
const everyone = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

const opener = await portal.staff('administrator')
// The owners are this fee earner's, so that an administrator sees them only if they are assigned.
await portal.staff('fee_earner')
const owner = await openOwner({ portal, administrator: opener })
let spare: ReturnType<typeof openOwner> | undefined
type Browser = { jar: ReadonlyMap<string, string> }

/** Creates a member of the firm who works with this client. */
const assigned = async (role: 'administrator' | 'fee_earner', clientId: UserId) => {
  const person = await portal.staff(role)
  await addTeamMember(portal.db, { clientId, memberId: person.user.id })
  return person
}

/** Creates a colleague of whoever works with the owner. */
const openColleague: Record<Colleague, (things: Belongings) => Promise<Browser>> = {
  assigned: ({ clientId }) => assigned('fee_earner', clientId),
  unassignedAdministrator: () => portal.staff('administrator'),
  complianceOfficer: () => portal.staff('compliance_officer'),
  cashier: () => portal.staff('cashier'),
  auditor: ({ matterId, pendingMatterId, closedMatterId }) =>
    portal.staff('auditor', {
      inspects: [matterId, pendingMatterId, closedMatterId].map((id) => MatterId.parse(id)),
    }),
}
const standing = new Map<Colleague, Browser>()
for (const colleague of colleagues) standing.set(colleague, await openColleague[colleague](owner.things))

const others: Record<Exclude<Person, 'owner'>, Browser> = {
  visitor: portal.visitor(),
  feeEarner: await portal.staff('fee_earner'),
  otherClient: await portal.client(),
  administrator: await assigned('administrator', owner.things.clientId),
}
const freshOthers: Record<Person, (things: Belongings) => Promise<Browser>> = {
  visitor: async () => portal.visitor(),
  owner: async () => owner.person,
  otherClient: () => portal.client(),
  feeEarner: () => portal.staff('fee_earner'),
  administrator: ({ clientId }) => assigned('administrator', clientId),
}

test('the matrix names every endpoint, and no other', () => {
  expect(Object.keys(matrix).sort()).toEqual(everyone.map(([name]) => name).sort())
})

test.each(everyone)('%s answers each person as the matrix says', async (name, endpoint) => {
  const row = matrix[name]
  if (!row) throw new Error(`${name} is not in the matrix`)
  for (const person of people) {
    const { things, person: itsOwner } = row.spends ? await unspent() : owner
    const asking = row.spends && person !== 'owner' ? await freshOthers[person](things) : null
    const { jar } = asking ?? (person === 'owner' ? itsOwner : others[person])
    const status = await statusOf(endpoint, row.ask?.(things) ?? {}, cookieOf(jar))
    expect(`${person}: ${status}`).toBe(`${person}: ${row.answers[person]}`)
    const isSpent = row.spends === true || (row.spends === 'asker' && person === 'owner')
    if (isSpent && status < 400) spare = undefined
  }
})

// Endpoints for anyone are tested above.
const forMembers = everyone.filter(([, { audience }]) => audience !== 'anyone')

test.each(forMembers)('%s answers each role of the firm as its rights say', async (name, endpoint) => {
  const row = matrix[name]
  if (!row) throw new Error(`${name} is not in the matrix`)
  const isAction = endpoint.audience === 'firm' || endpoint.action !== null
  for (const colleague of colleagues) {
    const expected = answerFor(colleague, { name, isAction, row })
    const { things } = row.spends ? await unspent() : owner
    const isRefused = expected === 403 || !row.spends
    const { jar } = (isRefused ? standing.get(colleague) : null) ?? (await openColleague[colleague](things))
    const status = await statusOf(endpoint, row.ask?.(things) ?? {}, cookieOf(jar))
    expect(`${colleague}: ${status}`).toBe(`${colleague}: ${expected}`)
    if (row.spends === true && status < 400) spare = undefined
  }
})

/** A joint client on the owner's open matter, and a guest there who entered with the link and the code. */
const beside = await openBeside(owner.things)

test.each(forMembers)('%s answers those who are on the same case', async (name, endpoint) => {
  const row = matrix[name]
  if (!row) throw new Error(`${name} is not in the matrix`)
  for (const person of ['jointClient', 'guest'] as const) {
    const expected = answerBeside(person, { endpoint, row })
    const isRefused = expected === 403 || expected === 404
    // The request would use up something of the asker's own, and nothing of the matter.
    if (row.spends && !isRefused && !row.beside?.[person]) continue
    const { things } = row.spends && !isRefused ? await unspent() : owner
    const { jar } = (things === owner.things ? beside : await openBeside(things))[person]
    const status = await statusOf(endpoint, row.ask?.(things) ?? {}, cookieOf(jar))
    expect(`${person}: ${status}`).toBe(`${person}: ${expected}`)
    if (things !== owner.things && status < 400) spare = undefined
  }
})

/** API keys by their scopes, each created once. */
const keys = {
  all: await openKey([...KeyScope.options]),
  // Has every scope but the one required.
  lacking: Object.fromEntries(
    await Promise.all(
      KeyScope.options.map(
        async (scope) => [scope, await openKey(KeyScope.options.filter((other) => other !== scope))] as const,
      ),
    ),
  ),
}

test.each(everyone)(
  '%s answers a key with and without its scope as the contract says',
  async (name, endpoint) => {
    const row = matrix[name]
    if (!row) throw new Error(`${name} is not in the matrix`)
    const { things } = row.spends ? await unspent() : owner
    const input = row.ask?.(things) ?? {}
    const statusWith = (headers: Record<string, string>) => statusOf(endpoint, input, headers)
    if (endpoint.audience === 'anyone') return
    const without = endpoint.action === null ? undefined : keys.lacking[endpoint.action]
    expect(`lacking: ${await statusWith(without ?? keys.all)}`).toBe('lacking: 403')
    const expected = endpoint.byKey ? row.answers.administrator : 403
    expect(`key: ${await statusWith(keys.all)}`).toBe(`key: ${expected}`)
    if (row.spends === true && expected < 400) spare = undefined
  },
)

test('a thing of one client is not there for another, whatever the method', async () => {
  const { jar } = others.otherClient
  const { documentId, payment, task, appointment } = owner.things
  const addresses = [
    `documents/${documentId}`,
    `payments/${payment.id}`,
    `tasks/${task('proof_of_funds').id}`,
    `appointments/${appointment.id}`,
  ]
  for (const address of addresses)
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS'] as const) {
      // The input of a valid change, so that only the ownership is refused.
      const { title, startTime, endTime } = appointment
      const payload = method === 'PUT' ? { title, startTime, endTime } : undefined
      const reply = await portal.app.inject({
        method,
        url: `/api/${address}`,
        headers: cookieOf(jar),
        ...(payload && { payload }),
      })
      expect(`${method} ${address} ${reply.statusCode}`).toBe(`${method} ${address} 404`)
    }
})

test('whoever has signed out, was signed out or has left is nobody to every endpoint', async () => {
  const [signedOut, ended, left] = [
    await portal.client(),
    await portal.client(),
    await portal.staff('fee_earner'),
  ]
  const jars = [signedOut, ended, left].map(({ jar }) => new Map(jar))
  await signedOut.ask(accounts.logout, {})
  const [session] = await ended.ask(accounts.sessions, {})
  if (session) await ended.ask(accounts.endSession, { id: session.id })
  await opener.ask(firmPeople.deactivate, { id: left.user.id })

  for (const [name, endpoint] of everyone) {
    if (endpoint.audience === 'anyone') continue
    for (const jar of jars) {
      const status = await statusOf(endpoint, matrix[name]?.ask?.(owner.things) ?? {}, cookieOf(jar))
      expect(`${name} ${status}`).toBe(`${name} 401`)
    }
  }
})

/** Returns an owner who still has everything. It is reused after refused requests. */
function unspent() {
  spare ??= openOwner({ portal, administrator: opener }).catch((error: unknown) => {
    spare = undefined
    throw error
  })
  return spare
}

async function openBeside({ matterId: id }: Belongings) {
  const matterId = MatterId.parse(id)
  const contact = { email: newPerson().email, phone: '', number: '', detail: '' }
  const jointClient = await portal.client()
  await addTeamMember(portal.db, { clientId: jointClient.user.id, memberId: opener.user.id })
  await opener.ask(matterParties.add, {
    id: matterId,
    role: 'joint_client',
    kind: 'person',
    name: 'Ben Okafor',
    clientId: jointClient.user.id,
    ...contact,
  })
  // Only their fee earner works with them, as with any other client.
  await portal.pool.query('delete from client_contacts where client_id = $1', [jointClient.user.id])
  const aunt = { role: 'giver_of_funds', kind: 'person', name: 'May Jones' } as const
  const { id: partyId } = await opener.ask(matterParties.add, { id: matterId, ...aunt, ...contact })
  const documents = [{ title: 'A letter about your gift' }]
  const { code, path } = await opener.ask(guests.invite, { id: matterId, partyId, documents })
  const guest = portal.visitor()
  await guest.ask(guests.enter, { token: path?.split('token=')[1] ?? '', code })
  return { jointClient, guest }
}

async function openKey(scopes: KeyScope[]) {
  const { password } = portal
  const { token } = await opener.ask(apiKeys.create, { name: 'Ledger', scopes, lifetime: '30d', password })
  return { authorization: `Bearer ${token}` }
}

async function statusOf(endpoint: Endpoint, input: Record<string, unknown>, headers: Record<string, string>) {
  const { path, rest } = addressOf(endpoint, input)
  if (endpoint.gives === 'events') return statusOfStream(path, headers)
  const base = { method: endpoint.method, url: path, headers }
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  if (endpoint.method === 'GET') return (await portal.app.inject({ ...base, query })).statusCode
  if (endpoint.takes === 'form') {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) form.append(name, String(value))
    form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), 'statement.pdf')
    return (await portal.app.inject({ ...base, payload: form })).statusCode
  }
  return (await portal.app.inject({ ...base, payload: rest })).statusCode
}

/** Reads only the beginning of a stream, which does not end by itself. */
async function statusOfStream(url: string, headers: Record<string, string>) {
  const controller = new AbortController()
  const reply = await portal.app.inject({
    method: 'GET',
    url,
    headers,
    payloadAsStream: true,
    signal: controller.signal,
  })
  controller.abort()
  return reply.statusCode
}
