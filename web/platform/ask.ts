import { accounts } from '#contract/accounts/accounts.ts'
import { unattendedHeader } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import { endpointClient, type Reply } from '#contract/kit/transport.ts'
import { createEmitter, notifyUnauthorized } from './emitter.ts'

/** Set while a sign-out runs. Resolves with whether it succeeded. */
let signingOut: Promise<boolean> | undefined

/**
 * Signs out by `work`. GET requests wait meanwhile, because they would be refused as unauthenticated. After a
 * successful sign-out they are refused without being sent.
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

/** Calls an endpoint of the contract. Rejects only with a `Problem`. */
export const ask = endpointClient(async (method, url, body, headers) => {
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
  // A refusal makes the page fetch the current user, so a refusal of that request itself must not.
  if (response.status === 401 && url !== accounts.current.path) notifyUnauthorized()
  const read = parsedBody(text || response.statusText)
  return { status: response.status, body: read, ...retryAfterOf(response) }
})

/** A date, which the header may give as well, is left out. */
const retryAfterOf = ({ headers }: Response) => {
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(retryAfter) ? {} : { retryAfter }
}

/** The reason of a `Problem` of the network. */
export const noConnection = 'no_connection'

/**
 * Whether the portal itself has refused a command. If not, its answer may have been lost on the way, so that nobody
 * knows yet whether it was carried out.
 */
export const isAnswer = ({ code }: Problem) => code !== 'unavailable' && code !== 'internal'

/** Throws a `Problem` that says that the network failed, not the portal. `fetch` and uploads share it. */
export const unreachable = (): never => {
  throw new Problem(
    'unavailable',
    "We couldn't reach the portal. Check your connection and try again. Nothing you entered has been lost.",
    { reason: noConnection },
  )
}

/** A body that is not JSON stays text: `problemFrom` shows it as "{status}: {text}". */
export const parsedBody = (text: string): Reply['body'] => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Events of a person using the page. A screen reader clicks without a pointer, and dictation types without keys. */
const acts = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove', 'drop'] as const
/** Milliseconds in which a request may still belong to an action: a draft is saved later, an answer takes time. */
const echo = 30_000

// Opening the page counts as an action.
let actedAt = Date.now()
const act = () => {
  actedAt = Date.now()
}
for (const name of acts) globalThis.addEventListener?.(name, act, { capture: true, passive: true })

/** Returns whether someone has just used the page. If not, it only keeps itself up to date. Clocks may be set back. */
const isAttended = () => Math.abs(Date.now() - actedAt) < echo

/**
 * Returns headers that mark a request which the page makes by itself, because such a request keeps no session alive.
 * Call `answered` with them once the portal has answered.
 */
const activityHeaders = (): Record<string, string> => (isAttended() ? {} : { [unattendedHeader]: '1' })

const uses = createEmitter()

/** Calls back on each response to a request that a person caused, because it has kept their session alive. */
export const onAnswered = uses.subscribe

/** Call it when the portal has answered a request with these headers. */
export const answered = (sent: Record<string, string>) => {
  if (!(unattendedHeader in sent)) uses.emit()
}
