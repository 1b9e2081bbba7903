import { z } from 'zod'
import { instant } from '../kit/endpoint.ts'
import { TaskId } from '../tasks.ts'

export const Assignee = z.enum(['client', 'firm', 'third_party'], "Please say who's next to act")
export type Assignee = z.infer<typeof Assignee>

/** Who has to do something before the matter goes on, and what. */
export const NextAction = z.strictObject({
  whose: Assignee,
  /** Who that is, where it is neither the client nor the firm: "the seller's solicitors". */
  thirdParty: z.string().nullable(),
  nextStep: z.string(),
  /** The client's task by which it is done, where the firm named one. */
  taskId: TaskId.nullable(),
  since: instant,
})
export type NextAction = z.infer<typeof NextAction>

/** The portal's own steps, which follow what the clients of a case do; all others the firm moves on itself. */
export const taskSteps = {
  begin: 'Sign in and start your tasks',
  finish: 'Finish your tasks',
  review: 'Review what has been sent',
} as const

/** Who is next to act, in the words that a client reads. */
export const assigneeWords = ({ whose, thirdParty }: Pick<NextAction, 'whose' | 'thirdParty'>) =>
  ({
    client: 'Your move',
    firm: 'With your legal team',
    third_party: `With ${thirdParty ?? 'someone else'}`,
  })[whose]
