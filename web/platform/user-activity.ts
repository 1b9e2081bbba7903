import { unattendedHeader } from '#contract/kit/portal.ts'
import { createEmitter } from './emitter.ts'

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
export const activityHeaders = (): Record<string, string> => (isAttended() ? {} : { [unattendedHeader]: '1' })

const uses = createEmitter()

/** Calls back with each answer to what a person asked for: their session has been used. */
export const onAnswered = uses.subscribe

/** The portal has answered a request that was sent with these headers. */
export const answered = (sent: Record<string, string>) => {
  if (!(unattendedHeader in sent)) uses.emit()
}
