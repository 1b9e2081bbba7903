import { z } from 'zod'
import { instant } from '../kit/endpoint.ts'
import { pages } from '../kit/pages.ts'
import { TaskId } from '../tasks.ts'

export const Assignee = z.enum(['client', 'firm', 'third_party'], "Please say who's next to act")
export type Assignee = z.infer<typeof Assignee>

/** Who has to do something before the matter continues, and what. */
export const NextAction = z.strictObject({
  whose: Assignee,
  /** Who it is, if it is neither the client nor the firm: "the seller's solicitors". */
  thirdParty: z.string().nullable(),
  nextStep: z.string(),
  /** The client's task that completes the step, if the firm named one. */
  taskId: TaskId.nullable(),
  since: instant,
})
export type NextAction = z.infer<typeof NextAction>

/** Steps that the portal sets itself, according to what the clients of a case do. The firm sets all others. */
export const taskSteps = {
  begin: 'Sign in and start your tasks',
  finish: 'Finish your tasks',
  review: 'Review what has been sent',
} as const

/** Returns who is next to act, as a client reads it. */
export const assigneeWords = ({ whose, thirdParty }: Pick<NextAction, 'whose' | 'thirdParty'>) =>
  ({
    client: 'Your turn',
    firm: 'With your legal team',
    third_party: `With ${thirdParty ?? 'someone else'}`,
  })[whose]

// A step is the firm's free text. A verb that fits exactly one page links there. Any other text has no link.
const places = [
  { verb: /\byour tasks\b/i, path: pages.dashboard, label: 'Open your tasks' },
  { verb: /\bsign\b/i, path: pages.signatures, label: 'Open E-Signatures' },
  { verb: /\bpay\b/i, path: pages.payments, label: 'Open Payments' },
  { verb: /\bbook\b|\bappointment\b/i, path: pages.appointments, label: 'Open Appointments' },
  { verb: /\bupload\b|\bsend us\b/i, path: pages.documents, label: 'Open Documents' },
]

/** Returns the page on which a client takes a step such as "Sign the contract", or null if its text suggests none. */
export const placeOfStep = (nextStep: string): { path: string; label: string } | null =>
  places.find(({ verb }) => verb.test(nextStep)) ?? null
