import { accounts } from '#contract/accounts/accounts.ts'
import { unattendedHeader } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import { asker, type Reply } from '#contract/kit/transport.ts'
import { createEmitter, notifyUnauthorized } from './emitter.ts'

/** Resolves once somebody has signed out, or could not: whether they have. */
let signingOut: Promise<boolean> | undefined

/**
 * Signs out by `work`. What is asked meanwhile waits for it, for it would be answered as a stranger's; after a
 * sign-out it is not sent at all.
 */
export async function whileSigningOut<T>(work: () => Promise<T>): Promise<T> {
  const done = work()
  signingOut = done.then(
    () => true,
    () => false,
  )
  await signingOut
  signingOut = undefined
  return done
}

const refuseAfterSignOut = async (method: string) => {
  if (method === 'GET' && signingOut && (await signingOut))
    throw new Problem('unauthenticated', 'Please sign in.')
}

/** Asks an endpoint of the contract; rejects with a `Problem` and nothing else. */
export const ask = asker(async (method, url, body, headers) => {
  await refuseAfterSignOut(method)
  const sent = { ...activityHeaders(), ...headers }
  const hasBody = method !== 'GET' && body !== undefined
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    headers: hasBody ? { 'content-type': 'application/json', ...sent } : sent,
    ...(hasBody && { body: JSON.stringify(body) }),
  }).catch(unreachable)
  const text = await response.text().catch(unreachable)
  if (response.ok) answered(sent)
  // Who is signed in is what a refusal leads to asking.
  if (response.status === 401 && url !== accounts.current.path) notifyUnauthorized()
  return { status: response.status, body: readable(text || response.statusText) }
})

/** The network, not the portal, said no: `fetch` and uploads tell it in the same words. */
export const unreachable = (): never => {
  throw new Problem(
    'unavailable',
    "We couldn't reach the portal. Check your connection and try again. Nothing you entered has been lost.",
    { reason: 'no_connection' },
  )
}

/** A body that is not JSON stays text: `problemFrom` shows it as "{status}: {text}". */
export const readable = (text: string): Reply['body'] => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a person does at the page; a screen reader clicks without a pointer, a voice types without keys. */
const acts = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove', 'drop'] as const
/** So long what is asked may still belong to what was done: a draft is saved later, an answer takes its time. */
const echo = 30_000

// Whoever opens the page is there.
let actedAt = Date.now()
const act = () => {
  actedAt = Date.now()
}
for (const name of acts) globalThis.addEventListener?.(name, act, { capture: true, passive: true })

/** Whether somebody has just done something here, or else the page only keeps itself true. Clocks are set back, too. */
const isAttended = () => Math.abs(Date.now() - actedAt) < echo

/**
 * What a request says of itself before it leaves: what the page asks by itself keeps no session open.
 * Call `answered` with what it was given once the portal has answered.
 */
const activityHeaders = (): Record<string, string> => (isAttended() ? {} : { [unattendedHeader]: '1' })

const uses = createEmitter()

/** Calls back with each answer to what a person asked for: their session has been used. */
export const onAnswered = uses.subscribe

/** The portal has answered a request that was sent with these headers. */
export const answered = (sent: Record<string, string>) => {
  if (!(unattendedHeader in sent)) uses.emit()
}
