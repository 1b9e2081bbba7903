import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentRequest } from '../document-requests.ts'
import { ReviewedDocument } from '../documents/reviews.ts'
import { create, instant, newInOutput, read, uuid } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { PartyRole } from '../matters/party.ts'
import { Contact } from '../messages.ts'
import { FirmPayment } from '../payments/payments.ts'
import { Task } from '../tasks.ts'
import { ClientFile } from './firm.ts'

/** A person on a case who has a file of their own, through an account or a guest's link. */
export const MatterPerson = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  role: PartyRole,
})
export type MatterPerson = z.infer<typeof MatterPerson>

interface PeopleOfMatter {
  people: readonly MatterPerson[]
  hidden: readonly MatterPerson[]
  isPartShown: boolean
}

/**
 * Shared rule: whom a user may ask for a document of a case. Whoever is named on a restricted one asks its people
 * although they may not open their files, because what is asked for stays with the case.
 */
export const askableIn = ({ people, hidden, isPartShown }: PeopleOfMatter): readonly MatterPerson[] =>
  isPartShown ? [...people, ...hidden] : people

/** The same, with how they are reached and whether they have taken up their invitation. */
export const ReachedPerson = MatterPerson.extend({
  ...ClientFile.pick({ email: true, isGuest: true, invitedAt: true, canSignIn: true }).shape,
})
export type ReachedPerson = z.infer<typeof ReachedPerson>

/** The client that a row belongs to, and whether it is of this case or of no case. */
const place = { clientId: UserId, isOfCase: z.boolean() }

export const MatterTask = Task.extend({
  ...place,
  /** A step of the case's template asks for it. False if a person of the firm asked for it. */
  isStep: z.boolean(),
  /**
   * On hold while the case is closed, or would be: it isn't finished, no open case asks for it, and nobody has begun to
   * pay it.
   */
  isHeldByClosing: newInOutput(z.boolean(), false),
})
export type MatterTask = z.infer<typeof MatterTask>

export const MatterActivity = z.strictObject({
  id: uuid(),
  at: instant,
  event: z.string(),
  /** Null if it was the portal itself or somebody not signed in. */
  by: z.string().nullable(),
  /** What changed, by name of the detail, with the old and the new value. */
  details: z.record(z.string(), z.string()),
})
export type MatterActivity = z.infer<typeof MatterActivity>

/** The labels of a case's audit events. Events without a label here are left out. */
const activityNames: Readonly<Record<string, string>> = {
  'case.requested': 'Asked for the case',
  'case.opened': 'Opened the case',
  'case.imported': 'Imported the case',
  'case.rejected': 'Turned the case down',
  'case.moved': 'Set the next step',
  'case.noted': 'Wrote a note for the client',
  'case.staged': 'Moved the case to another stage',
  'case.stage_undone': 'Took the stage back',
  'case.facts_saved': 'Changed the details',
  'case.handed_over': 'Handed the case over',
  'case.released': 'Took off someone who no longer runs cases',
  'case.internal_note': 'Added an internal note',
  'case.party_added': 'Added a party',
  'case.party_changed': 'Changed a party',
  'case.named_first': 'Named another client first',
  'case.party_removed': 'Removed a party',
  'case.access_changed': 'Changed who can see the case',
  'case.template_changed': 'Changed the template of the case',
  'case.tasks_closed': 'Closed tasks that are no longer needed',
  'case.closed': 'Closed the case',
  'case.reopened': 'Reopened the case',
  'compliance.risk_marked': 'Rated the risk',
  'document.requested': 'Asked for a document',
  'document.request_withdrawn': 'Withdrew the request for a document',
  'guest.invited': 'Invited a guest',
  'guest.renewed': 'Sent a guest a new link and code',
  'guest.ended': 'Ended the access of a guest',
  'letter.sent': 'Sent a letter',
  'joint_client.invited': 'Invited a joint client',
  'joint_client.accepted': 'Accepted the invitation as joint client',
  'joint_client.declined': 'Declined the invitation as joint client',
  'joint_client.withdrawn': 'Withdrew the invitation of a joint client',
  'joint_client.agreed': 'Agreed to act for a joint client',
  'organisation.looked_up': 'Looked a company up in the register',
  'organisation.taken_over': 'Took entries of the register over',
  'organisation.filing_added': 'Added a filing of an organisation',
  'organisation.filing_removed': 'Removed a filing of an organisation',
  'organisation.saved': 'Changed the owners and officers of an organisation',
  'organisation.parties_added': 'Added owners and officers as parties',
}
export const activityEvents = Object.keys(activityNames)
export const activityName = (event: string) => activityNames[event] ?? event

const byId = z.strictObject({ id: MatterId })
const count = z.number().int()

/**
 * The rows of everybody on a case whose file the user may open: those of this case and those of no case. Rows of other
 * cases, and those of the other side, are excluded.
 */
export const matterTabs = {
  summary: read('/api/firm/cases/:id/summary', {
    input: byId,
    output: z.strictObject({
      people: z.array(ReachedPerson),
      /** The people on the case whose file the user may not open. */
      hidden: z.array(MatterPerson),
      /** Whether the user sees their rows of this case, because they are named on it. */
      isPartShown: z.boolean(),
      /** The number of tasks, and of documents with letters. Null if the user may not read them. */
      counts: z.strictObject({ tasks: count, documents: count.nullable() }),
    }),
    audience: 'firm',
    action: 'matters.read',
    summary: 'Who on a case has a file of their own, and how much there is',
  }),
  tasks: read('/api/firm/cases/:id/tasks', {
    input: byId,
    output: z.array(MatterTask),
    audience: 'firm',
    action: 'matters.read',
    summary: 'What the people on a case are asked for',
  }),
  documents: read('/api/firm/cases/:id/documents', {
    input: byId,
    output: z.array(ReviewedDocument.extend(place)),
    audience: 'firm',
    action: 'documents.read',
    summary: 'What the people on a case have sent, newest first',
  }),
  payments: read('/api/firm/cases/:id/payments', {
    input: byId,
    output: z.array(FirmPayment.extend(place)),
    audience: 'firm',
    action: 'payments.read',
    summary: 'What the people on a case have paid, newest first',
  }),
  contacts: read('/api/firm/cases/:id/contacts', {
    input: byId,
    output: z.array(Contact),
    audience: 'firm',
    action: 'messages.read',
    summary: 'The people on a case with what was written last to or by each',
  }),
  activity: read('/api/firm/cases/:id/activity', {
    input: byId,
    output: z.array(MatterActivity),
    audience: 'firm',
    action: 'matters.read',
    summary: 'Who did what on a case, newest first: the last 200 entries of its trail',
  }),
  requestDocument: create('/api/firm/cases/:id/document-requests', {
    input: DocumentRequest.extend({
      id: MatterId,
      clientId: z.union([UserId], 'Please choose who is asked'),
    }),
    output: Task,
    audience: 'firm',
    action: 'documents.request',
    summary: 'Asks one of the people on a case for a document, for this case',
  }),
}
