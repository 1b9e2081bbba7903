import { z } from 'zod'
import { User } from './accounts/accounts.ts'
import { isTimedCode } from './accounts/second-factor.ts'
import { DocumentRequest } from './document-requests.ts'
import { atMost, command, create, instant, line, newInOutput, read, remove } from './kit/endpoint.ts'
import { LinkToken } from './kit/link-token.ts'
import { MatterId } from './matters/matters.ts'
import { PartyId } from './matters/party.ts'
import { TextMessageId } from './text-messages.ts'

// A guest is a party without an account. They sign in by a link from an email and a code told by telephone, and see
// only their own tasks.

/** The longest time that a link works, in days. */
export const guestDays = 60
/** The number of wrong codes after which the link is locked. */
export const codeTries = 5

export const GuestState = z.enum(['open', 'locked', 'expired', 'done'])
export type GuestState = z.infer<typeof GuestState>

const guestStateNames: Record<GuestState, string> = {
  open: 'Guest',
  locked: 'Guest: code locked',
  expired: 'Guest: link expired',
  done: 'Guest: done',
}

/** A guest as the firm sees them. */
export const Guest = z.strictObject({
  partyId: PartyId,
  email: z.string(),
  state: GuestState,
  invitedAt: instant,
  expiresAt: instant,
  lastSeenAt: instant.nullable(),
  /** Whether their link has neither expired nor been ended. */
  hasLink: newInOutput(z.boolean(), false),
  /** Whether their link is locked after too many wrong codes, whether or not they have done everything. */
  isLocked: newInOutput(z.boolean(), false),
  /** Whether they have a link on another case too. A new address ends that one as well. */
  isElsewhere: newInOutput(z.boolean(), false),
  tasks: z.strictObject({ completed: z.number().int(), total: z.number().int() }),
  /** How many more tasks of theirs are on hold, because the cases that ask for them are closed. */
  heldTasks: newInOutput(z.number().int(), 0),
})
export type Guest = z.infer<typeof Guest>

/** Says how far a guest has come. Nobody is called done of whom a closed case still wants something. */
export const guestWords = ({ state, tasks, heldTasks }: Pick<Guest, 'state' | 'tasks' | 'heldTasks'>) => {
  const isIdle = state === 'done' || (state === 'open' && tasks.total === 0)
  return isIdle && heldTasks > 0
    ? `Guest: ${heldTasks} task${heldTasks === 1 ? '' : 's'} on hold`
    : guestStateNames[state]
}

/** What the person who invites has to pass on. The code is shown only once. */
export const GuestAccess = z.strictObject({
  code: z.string().regex(/^\d{6}$/),
  email: z.string(),
  /** The path of the link, to hand over if the portal sends no email. */
  path: z.string().nullable(),
  /** The text message that carries the code. Null if none was requested. */
  textId: TextMessageId.nullable(),
})
export type GuestAccess = z.infer<typeof GuestAccess>

const ofParty = z.strictObject({ id: MatterId, partyId: PartyId })
/** If given, the code is also sent there by text message. It never goes by email, because the link does. */
const mobile = line(40).optional()
/** The user has checked that a guest and a client of the case share an address. */
const isSharedAddress = z.boolean().optional()
const codeWords = 'Please enter the six-digit code'

export const guests = {
  list: read('/api/firm/cases/:id/guests', {
    input: z.strictObject({ id: MatterId }),
    output: z.array(Guest),
    audience: 'firm',
    action: 'matters.read',
    summary: 'The guests of a case, and how far they have come',
  }),
  invite: create('/api/firm/cases/:id/parties/:partyId/guest', {
    input: ofParty.extend({
      mobile,
      isSharedAddress,
      /** Beside what the template of the case asks of them. */
      documents: z
        .array(DocumentRequest.pick({ title: true, description: true }))
        .max(10, 'Please ask for at most 10 documents'),
    }),
    output: GuestAccess,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Sends a party without an account a link to their own tasks, and answers the code to pass on',
  }),
  renew: command('/api/firm/cases/:id/parties/:partyId/guest/renew', {
    input: ofParty.extend({ mobile, isSharedAddress }),
    output: GuestAccess,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Sends a new link with a new code; the earlier ones stop working',
  }),
  end: remove('/api/firm/cases/:id/parties/:partyId/guest', {
    input: ofParty,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Ends the access of a guest straight away',
  }),
  look: command('/api/guest/look', {
    input: z.strictObject({ token: LinkToken }),
    output: z.strictObject({
      firstName: z.string(),
      invitedBy: z.string(),
      /** Whether whoever asks is signed in as this guest already. */
      isOwn: newInOutput(z.boolean(), true),
    }),
    audience: 'anyone',
    summary: 'Who a guest’s link is for; anyone who has it may ask',
  }),
  enter: command('/api/guest/enter', {
    input: z.strictObject({
      token: LinkToken,
      // The firm sees it in two groups and reads it out so.
      code: z.string(codeWords).max(20, atMost(codeWords)).refine(isTimedCode, codeWords),
    }),
    output: User,
    audience: 'anyone',
    summary: 'Lets a guest in by the link and the code; five wrong codes lock it',
  }),
}
