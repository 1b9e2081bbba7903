import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { FormType, KnownDetails } from '#contract/forms.ts'

/** What the fields of a page hold, by their names. */
export type PageValues = Record<string, string | boolean | string[]>

/** How a form is asked on the page, where its fields are not quite those of the wire. */
export interface FormPlan {
  form: FormType
  /** The fields that each of the four steps checks before the next one opens. */
  steps: readonly { title: string; fields: readonly string[] }[]
  /** What must hold on a day, such as `2026-11-09`. */
  rules: (today: string) => z.ZodObject
  /** What the portal knows already. */
  start: (user: User) => PageValues
  toWire: (values: PageValues) => Record<string, unknown>
  fromWire: (answers: Record<string, unknown>) => Record<string, unknown>
  /** What the client has said of themselves elsewhere, as the page has it; an address that was begun here is not mixed with it. */
  fromKnown: (known: KnownDetails, typed: Record<string, unknown>) => Record<string, unknown>
  /** Where a refusal of a field of the wire is shown. */
  fieldOf: (name: string, values: PageValues) => string
  /** Given anew each time: never kept in a draft, and without them nothing is submitted. */
  consents: readonly string[]
}
