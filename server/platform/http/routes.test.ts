import { expect, test } from 'vitest'
import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import { read } from '#contract/kit/endpoint.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import type { Client, Ctx, Member, Staff } from '../ctx.ts'
import { type Handlers, multiStep } from './routes.ts'

const rest = { output: z.string(), summary: 'For the compiler' }
const contract = {
  open: read('/api/open', { ...rest, audience: 'anyone' }),
  own: read('/api/own', { ...rest, audience: 'client' }),
  firm: read('/api/firm', { ...rest, audience: 'firm', action: 'clients.read' }),
}

const ofClient = async ({ actor }: Ctx<Client>) => actor.id satisfies UserId
const ofFirm = async ({ actor }: Ctx<Staff>) => actor.role satisfies StaffRole
const ofMember = async ({ actor }: Ctx<Member>) => actor.id
const ofAnyone = async ({ actor }: Ctx) => actor.role

test('a handler for another audience than its endpoint has does not compile', () => {
  const right: Handlers<typeof contract> = { open: ofAnyone, own: ofClient, firm: ofFirm }
  const wider: Handlers<typeof contract> = { open: ofAnyone, own: ofMember, firm: ofAnyone }
  const wrong: Handlers<typeof contract> = {
    // @ts-expect-error: a visitor has no id.
    open: async ({ actor }) => actor.id,
    // @ts-expect-error: a client is nobody of the firm.
    own: ofFirm,
    // @ts-expect-error: nor is the firm a client, in steps either.
    firm: multiStep(async ({ actor }: { actor: Client }) => actor.id),
  }
  for (const handlers of [right, wider, wrong]) expect(Object.keys(handlers)).toEqual(Object.keys(contract))
})

test('an endpoint for the firm that names no action does not compile, nor does one of a client that names one', () => {
  // @ts-expect-error: what it takes of a person of the firm is not said.
  const open = read('/api/firm', { ...rest, audience: 'firm' })
  // @ts-expect-error: a client has no role whose rights could be asked for.
  const own = read('/api/own', { ...rest, audience: 'client', action: 'clients.read' })
  expect([open.action, own.action]).toEqual([null, 'clients.read'])
})
