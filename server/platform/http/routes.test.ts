import { expect, test } from 'vitest'
import { z } from 'zod'
import type { UserId } from '#contract/accounts.ts'
import { read } from '#contract/kit.ts'
import type { Client, Ctx, Member, Staff } from '../ctx.ts'
import { type Handlers, multiStep } from './routes.ts'

const rest = { output: z.string(), summary: 'For the compiler' }
const contract = {
  open: read('/api/open', { ...rest, audience: 'anyone' }),
  own: read('/api/own', { ...rest, audience: 'client' }),
  firm: read('/api/firm', { ...rest, audience: 'firm' }),
}

const ofClient = async ({ actor }: Ctx<Client>) => actor.id satisfies UserId
const ofFirm = async ({ actor }: Ctx<Staff>) => actor.role satisfies 'fee_earner' | 'administrator'
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
