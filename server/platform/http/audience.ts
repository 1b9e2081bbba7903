import type { Role } from '#contract/accounts.ts'
import type { Audience, Endpoint } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import type { Actor } from '../ctx.ts'

const everyone = ['client', 'fee_earner', 'administrator'] as const
const admitted: Record<Audience, readonly (Role | 'visitor')[]> = {
  anyone: ['visitor', ...everyone],
  member: everyone,
  client: ['client'],
  firm: ['fee_earner', 'administrator'],
  administrator: ['administrator'],
}

export const isAdmitted = (audience: Audience, role: Actor['role']) => admitted[audience].includes(role)

/** Refuses whoever the endpoint is not for: 401 a stranger, 403 a member in the wrong role. */
export const admit = ({ audience }: Pick<Endpoint, 'audience'>, { role, isHalfway }: Actor) => {
  if (isAdmitted(audience, role)) return
  if (isHalfway) throw new Problem('unauthenticated', codeFirst, { reason: 'second_factor_required' })
  if (role === 'visitor') throw new Problem('unauthenticated', 'Please sign in.')
  throw new Problem('forbidden', "Your account doesn't have access to this.")
}

const codeFirst = 'Please finish signing in with the code from your authenticator app.'
