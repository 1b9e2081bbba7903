import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { PhotographId } from '../accounts/photographs.ts'
import { TeamId } from '../firm/firm.ts'
import { day, id, instant, line, prose } from '../kit/endpoint.ts'

const amountWords = 'Please enter an amount in pounds, such as 1,450.00'
/** In pence, up to ten billion pounds. */
const amount = z
  .number(amountWords)
  .int(amountWords)
  .min(0, amountWords)
  .max(1_000_000_000_000, 'This amount is too large')

export const KeyDateKind = z.enum(['target_exchange', 'completion', 'limitation', 'own'])
export type KeyDateKind = z.infer<typeof KeyDateKind>
const dateNames: Record<Exclude<KeyDateKind, 'own'>, string> = {
  target_exchange: 'Target exchange',
  completion: 'Completion',
  limitation: 'Limitation',
}
export const dateKindNames: Record<KeyDateKind, string> = { ...dateNames, own: 'Another date' }

/** A date that the matter works towards. */
export const KeyDate = z
  .strictObject({
    kind: KeyDateKind,
    /** The firm's name for the date, if none of the usual names fits. */
    words: line(60),
    on: z.iso.date('Please enter the date'),
    /** Whether the client sees it. */
    isShared: z.boolean(),
  })
  .refine(({ kind, words }) => kind !== 'own' || words !== '', {
    message: 'Please say what this date is',
    path: ['words'],
  })
export type KeyDate = z.infer<typeof KeyDate>

/** A date that is typed now. A lease may end centuries from now. */
export const isPlausibleKeyDate = (on: string) => '1900' <= on && on < '9000'

export const dateName = ({ kind, words }: Pick<KeyDate, 'kind' | 'words'>) =>
  kind === 'own' ? words : dateNames[kind]

/** Whether the matter is in scope of the Money Laundering Regulations 2017 (reg 12). */
export const Scope = z.enum(['undecided', 'yes', 'no'])
export type Scope = z.infer<typeof Scope>
export const scopeNames: Record<Scope, string> = {
  undecided: 'Not decided yet',
  yes: 'Yes, in scope',
  no: 'No, out of scope',
}

/** The firm's data on a matter. The client sees only the fields of `SharedFacts`. */
export const MatterFacts = z
  .strictObject({
    type: line(60, 'Please choose what it is about'),
    feeEarnerId: UserId.nullable(),
    supervisorId: UserId.nullable(),
    /** The team whose members all see the matter. */
    teamId: TeamId.nullable(),
    value: amount.nullable(),
    dates: z.array(KeyDate).max(12, 'Please keep to 12 dates'),
    scope: Scope,
    scopeReason: prose(1000),
    costsEstimate: amount.nullable(),
    costsSoFar: amount.nullable(),
  })
  .refine(({ scope, scopeReason }) => scope === 'undecided' || scopeReason !== '', {
    message: 'Please say why',
    path: ['scopeReason'],
    when: ({ value }) => typeof (value as { scope?: unknown } | null)?.scope === 'string',
  })
export type MatterFacts = z.infer<typeof MatterFacts>

/** What the firm saves of its data on a matter. */
export const ChangedFacts = MatterFacts.safeExtend({
  /** False if an open case whose type changes should keep its current steps. */
  isByTemplate: z.boolean().optional(),
  /**
   * The facts that the person saw when they began. What they left as it was then stays as it is now. Without it, all
   * facts are replaced.
   */
  basedOn: MatterFacts.optional(),
})

/** A person of the firm who acts in a matter, as its client sees them. */
export const ActingPerson = z.strictObject({
  name: z.string(),
  photographId: PhotographId.nullable(),
  role: z.enum(['fee_earner', 'supervisor']),
  /** Their direct line, if they have entered one. */
  phone: z.string().nullable(),
  away: z
    .strictObject({
      /** The first day back. */
      until: day,
      cover: z.strictObject({ name: z.string(), phone: z.string().nullable() }),
    })
    .nullable(),
})
export type ActingPerson = z.infer<typeof ActingPerson>

/** The only definition of what a client may see of the firm's data on a matter. */
export const SharedFacts = {
  feeEarner: z.string().nullable(),
  supervisor: z.string().nullable(),
  people: z.array(ActingPerson),
  dates: z.array(z.strictObject({ name: z.string(), on: day })),
  costs: z
    .strictObject({
      estimate: z.number().int().nullable(),
      soFar: z.number().int().nullable(),
      asOf: instant,
    })
    .nullable(),
}

/** A note of the firm. It must not reach a client, the assistant or an export. */
export const InternalNote = z.strictObject({
  id: id('matterNote'),
  at: instant,
  by: z.string(),
  words: z.string(),
})
export type InternalNote = z.infer<typeof InternalNote>

export const MatterPriority = z.enum(['high', 'medium', 'low'], 'Please choose how urgent it is')
export type MatterPriority = z.infer<typeof MatterPriority>
export const priorityNames: Record<MatterPriority, string> = { high: 'High', medium: 'Medium', low: 'Low' }

/** The types that a client can choose from. A firm may use others. */
export const matterTypes = [
  'Property',
  'Family',
  'Wills and probate',
  'Business',
  'Employment',
  'Immigration',
  'Dispute',
  'Other',
] as const
