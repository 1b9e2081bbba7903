import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { MatterName } from '../matters/parties.ts'
import { TaskId } from '../tasks.ts'

export const Recipient = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})

/** A step of a client that waits for a document to sign. */
export const SignatureStep = z.strictObject({
  id: TaskId,
  title: z.string(),
  /** The case that it belongs to. Null for a task that belongs to no case. */
  matter: MatterName.nullable(),
})
export type SignatureStep = z.infer<typeof SignatureStep>
