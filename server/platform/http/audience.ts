import type { Audience, Endpoint } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import { type Actor, type ActorOf, type Member, visitor, withRolesFor } from '../ctx.ts'

interface Access<A extends Audience>
  extends Pick<Endpoint, 'action' | 'withoutSecondFactor' | 'byKey' | 'forGuests'> {
  audience: A
}

/**
 * Returns the actor, with only those roles that allow the action. The roles decide which clients' files are open, so a
 * cashier who is also a fee earner must not read documents as a cashier. Throws `unauthenticated` for a visitor, and
 * `forbidden` for a member of the wrong side or without the right.
 */
export function admit<A extends Audience>(
  { audience, action, withoutSecondFactor, byKey, forGuests }: Access<A>,
  actor: Actor,
): ActorOf[A] {
  type Admitted = ActorOf[A]
  if (actor.role !== 'visitor' && actor.key) {
    // A key adds nothing where anyone may ask: it begins no session and signs nothing.
    if (audience === 'anyone') return visitor as Admitted
    if (!byKey || action === null) throw notForKeys()
    if (!actor.key.scopes.some((scope) => scope === action)) throw keyLacks(action)
    return actor as Admitted
  }
  if (audience === 'anyone') return actor as Admitted
  if (actor.role === 'visitor') throw actor.isHalfway ? codeFirst() : signInFirst()
  const isClient = actor.role === 'client'
  if (audience !== 'member' && isClient !== (audience === 'client')) throw wrongSide()
  if (actor.isGuest && !forGuests) throw notForGuests()
  if (actor.lacksSecondFactor && !withoutSecondFactor) throw secondFactorFirst()
  if (isClient || action === null) return actor as Admitted
  if (!may(actor.roles, action)) throw roleLacks()
  return withRolesFor<Member>(actor, action) as Admitted
}

const signInFirst = () => new Problem('unauthenticated', 'Please sign in.')

const codeFirst = () =>
  new Problem('unauthenticated', 'Please finish signing in with the code from your authenticator app.', {
    reason: 'second_factor_required',
  })

const notForKeys = () =>
  new Problem('forbidden', 'This is for people who are signed in: no API key can do it.', {
    reason: 'not_for_keys',
  })

const keyLacks = (action: string) =>
  new Problem('forbidden', `This API key doesn't include ${action}.`, { reason: 'key_lacks_scope' })

const wrongSide = () => new Problem('forbidden', "Your account doesn't have access to this.")

const notForGuests = () =>
  new Problem('forbidden', 'This link only opens what we asked you for.', { reason: 'not_for_guests' })

const secondFactorFirst = () =>
  new Problem('forbidden', 'Please turn on two-factor authentication first. Everyone at the firm needs it.', {
    reason: 'second_factor_missing',
  })

const roleLacks = () =>
  new Problem(
    'forbidden',
    "Your role doesn't include this. An administrator of your firm can change what you may do.",
    { reason: 'role_lacks_right' },
  )
