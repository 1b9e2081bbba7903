import { unattendedHeader } from '#contract/portal.ts'

/** What a person does at the page; a screen reader clicks without a pointer, a voice types without keys. */
const acts = ['pointerdown', 'click', 'keydown', 'input', 'wheel', 'touchmove', 'drop'] as const
/** So long what is asked may still belong to what was done: a draft is saved later, an answer takes its time. */
const echo = 30_000

type Listener = () => void
const listeners = new Set<Listener>()
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
export const attendance = (): Record<string, string> => (isAttended() ? {} : { [unattendedHeader]: '1' })

/** The portal has answered what a person asked for: their session has been used. */
export const answered = (sent: Record<string, string>) => {
  if (!(unattendedHeader in sent)) for (const tell of listeners) tell()
}

/** Calls back with each such answer, until the returned function is called. */
export const onAnswered = (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
