import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type Draft, forms } from '#contract/forms/forms.ts'
import type { TaskId } from '#contract/tasks.ts'
import { ownKey, stored } from '#web/platform/storage.ts'

const Values = forms.saveDraft.input.shape.formData

/** The state that a change is based on. Others, or another device, may have changed the draft since. */
const Base = z.strictObject({
  formData: Values,
  /** Of a draft that is shared. 0 if there is none. */
  version: z.number(),
  /** When the client's own draft was saved, in ISO 8601. Null if there is none. */
  savedAt: z.iso.datetime().nullable(),
})
export type Base = z.infer<typeof Base>

export const baseOf = ({
  formData,
  shared,
  savedAt,
}: Pick<Draft, 'formData' | 'shared' | 'savedAt'>): Base => ({
  formData,
  version: shared?.version ?? 0,
  savedAt: shared?.isPrivate === false ? null : (savedAt?.toISOString() ?? null),
})

const Unsaved = z.strictObject({
  formData: Values,
  step: z.number(),
  base: Base,
  /** What was sent without an answer. It may have been saved. */
  unanswered: z.array(Values),
})
export type Unsaved = z.infer<typeof Unsaved>

/**
 * A draft that the portal doesn't have yet. This device keeps it, through a reload and a closed tab, until it is saved or
 * the user signs out.
 */
export const unsavedOf = (owner: UserId, task: TaskId) => stored(ownKey(owner, `form_draft:${task}`), Unsaved)
