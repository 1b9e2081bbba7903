import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { command, create, day, id, instant, newInOutput, read, uuid } from './kit/endpoint.ts'

export const MergeId = id('clientMerge')
export type MergeId = z.infer<typeof MergeId>

/** For how many hours a merge can be undone. */
export const undoHours = 24

/** One of two records that may belong to the same person. */
const Side = z.strictObject({
  id: UserId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: day.nullable(),
  joinedAt: instant,
})
export type Side = z.infer<typeof Side>

/** Why two records may belong to the same person. */
export const Likeness = z.enum(['phone', 'name_and_birthday'])
export const likenessWords: Record<z.infer<typeof Likeness>, string> = {
  phone: 'the same phone number',
  name_and_birthday: 'the same name and date of birth',
}

/** Titles of what both records were asked for. */
const Doubled = z.strictObject({
  /** Nobody had begun it, so the client has it once. */
  closed: z.array(z.string()),
  /** Both were begun, or are for a case, so the client still has it twice. */
  left: z.array(z.string()),
})

const doubled = newInOutput(Doubled, { closed: [], left: [] })

export const MergePreview = z.strictObject({
  /** The account that is used to sign in afterwards. */
  kept: Side,
  /** The account that can no longer be used to sign in. */
  merged: Side,
  /** How many items of each kind each record has, which the merged record will hold together. */
  joined: z.array(z.strictObject({ title: z.string(), kept: z.number().int(), merged: z.number().int() })),
  /** Where the two records differ: the kept record's value applies, and the other is kept for reference. */
  differences: z.array(z.strictObject({ name: z.string(), kept: z.string(), merged: z.string() })),
  doubled,
  /** When each identity check was accepted, newest first. Empty unless both records have one. */
  identities: z.array(instant),
  /** They are probably two different people, so the user has to confirm that they have checked. */
  mustConfirm: z.boolean(),
  /** Why they must not be merged. Null if they may. */
  refusal: z.string().nullable(),
})
export type MergePreview = z.infer<typeof MergePreview>

export const Merge = z.strictObject({
  id: MergeId,
  name: z.string(),
  email: z.string(),
  by: z.string(),
  at: instant,
  undoneAt: instant.nullable(),
  doubled,
  canUndo: z.boolean(),
})
export type Merge = z.infer<typeof Merge>

const ofClient = z.strictObject({ id: UserId })

export const merges = {
  /** `alike` lists other clients who may be the same person, `merges` what was merged into this one. */
  ofClient: read('/api/firm/clients/:id/merges', {
    input: ofClient,
    output: z.strictObject({
      alike: z.array(
        z.strictObject({
          id: UserId,
          name: z.string(),
          because: z.array(Likeness),
          /** False if only others work with them. The two can be compared and merged all the same. */
          canOpen: newInOutput(z.boolean(), true),
        }),
      ),
      merges: z.array(Merge),
    }),
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Who may be the same person as this client, and what was merged into them',
  }),
  preview: read('/api/firm/clients/:id/merge', {
    input: ofClient.extend({ otherId: UserId }),
    output: MergePreview,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'What merging another record into this client would join',
  }),
  merge: create('/api/firm/clients/:id/merge', {
    input: ofClient.extend({
      otherId: uuid('Please choose the other record').brand<'user'>(),
      /** The user has checked a name or date of birth that differs. */
      isConfirmed: z.boolean(),
    }),
    output: Merge,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Merges another record of the same person into this client; can be undone for a day',
  }),
  undo: command('/api/firm/merges/:id/undo', {
    input: z.strictObject({ id: MergeId }),
    output: Merge,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Puts both records back as they were; what was added since stays with the kept one',
  }),
}
