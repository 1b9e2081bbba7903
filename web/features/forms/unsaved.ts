import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Draft } from '#contract/forms/forms.ts'
import type { TaskId } from '#contract/tasks.ts'
import { now } from '#web/platform/clock.ts'
import { stored, unsavedKey } from '#web/platform/storage.ts'

// Without the limits of the portal, which refuses an answer that is too long. This device must not lose the others.
const Values = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), z.null()]))

/** The state that a change is based on. Others, or another device, may have changed the draft since. */
const Base = z.strictObject({
  formData: Values,
  /** Of a draft that is shared. 0 if there is none. */
  version: z.number(),
  /** When the client's own draft was saved, in ISO 8601. Null if there is none. */
  savedAt: z.iso.datetime().nullable(),
  /** When the client had last submitted the form, in ISO 8601. Null if never. */
  submittedAt: z.iso.datetime().nullable(),
})
export type Base = z.infer<typeof Base>

export const baseOf = ({
  formData,
  shared,
  savedAt,
  submittedAt,
}: Pick<Draft, 'formData' | 'shared' | 'savedAt' | 'submittedAt'>): Base => ({
  formData,
  version: shared?.version ?? 0,
  savedAt: shared?.isPrivate === false ? null : (savedAt?.toISOString() ?? null),
  submittedAt: submittedAt?.toISOString() ?? null,
})

const Unsaved = z.strictObject({
  formData: Values,
  step: z.number(),
  base: Base,
  /** What was sent without an answer. It may have been saved. */
  unanswered: z.array(Values),
  /** Whether it was hidden from those who share the form. */
  isPrivate: z.boolean(),
  /** When this device drops it, in ISO 8601. */
  keptUntil: z.iso.datetime(),
})
export type Unsaved = z.infer<typeof Unsaved>

const keptDays = 14

/**
 * A draft that the portal doesn't have yet. This device keeps it, through a reload and a closed tab, until it is saved or
 * the user signs out, but no longer than two weeks.
 */
export const unsavedOf = (owner: UserId, task: TaskId) => {
  const storage = stored(unsavedKey(owner, `form_draft:${task}`), Unsaved)
  return {
    /** Returns nothing if the form has been submitted elsewhere since, as `draft` says. */
    read: (draft: Draft): Unsaved | undefined => {
      const unsaved = storage.read()
      if (!unsaved || (new Date(unsaved.keptUntil) > now() && !isSubmittedSince(unsaved, draft)))
        return unsaved
      storage.clear()
      return undefined
    },
    write: (unsaved: Omit<Unsaved, 'keptUntil'>) => {
      const until = now()
      until.setDate(until.getDate() + keptDays)
      storage.write({ ...unsaved, keptUntil: until.toISOString() })
    },
    clear: storage.clear,
  }
}

const isSubmittedSince = ({ base }: Unsaved, { submittedAt }: Draft) =>
  submittedAt !== undefined && (base.submittedAt === null || new Date(base.submittedAt) < submittedAt)
