import { z } from 'zod'
import { instant } from '../kit/endpoint.ts'
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
    client: 'Your move',
    firm: 'With your legal team',
    third_party: `With ${thirdParty ?? 'someone else'}`,
  })[whose]
