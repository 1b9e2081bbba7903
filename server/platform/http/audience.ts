import type { Role } from '#contract/accounts.ts'
import type { Audience } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import type { Actor, ActorOf } from '../ctx.ts'

const everyone = ['client', 'fee_earner', 'administrator'] as const
const admitted: Record<Audience, readonly (Role | 'visitor')[]> = {
  anyone: ['visitor', ...everyone],
  member: everyone,
  client: ['client'],
  firm: ['fee_earner', 'administrator'],
  administrator: ['administrator'],
}

export const isAdmitted = (audience: Audience, role: Actor['role']) => admitted[audience].includes(role)

/** Throws for whoever the endpoint is not for: `unauthenticated` to a visitor, `forbidden` to a member in the wrong role. */
export function admit<A extends Audience>(
  { audience }: { audience: A },
  actor: Actor,
): asserts actor is ActorOf[A] {
  if (isAdmitted(audience, actor.role)) return
  if (actor.role === 'visitor' && actor.isHalfway)
    throw new Problem('unauthenticated', codeFirst, { reason: 'second_factor_required' })
  if (actor.role === 'visitor') throw new Problem('unauthenticated', 'Please sign in.')
  throw new Problem('forbidden', "Your account doesn't have access to this.")
}

const codeFirst = 'Please finish signing in with the code from your authenticator app.'
