import { z } from 'zod'
import { email } from './accounts/accounts.ts'
import { command, create, id, instant, line, newInOutput, read, remove } from './kit/endpoint.ts'
import { LinkToken } from './kit/link-token.ts'
import { MatterId } from './matters/matters.ts'
import { PartyId } from './matters/party.ts'

// A client may say who else is buying, selling or signing with them, but only the firm decides who its clients are. So
// the case names an invited person at once, and they see the case only after they have registered and the firm has
// agreed.

/** How long a link works, in days. */
export const jointInvitationDays = 30
/** The most people of one case that may be invited and not yet its clients at the same time. */
export const mostInvited = 4

export const JointInvitationId = id('jointInvitation')
export type JointInvitationId = z.infer<typeof JointInvitationId>

/** What the person still needs before they see the case. */
export const JointInvitationState = z.enum(['sent', 'expired', 'registered'])
export type JointInvitationState = z.infer<typeof JointInvitationState>

/** An invitation as the clients of the case see it. */
export const JointInvitation = z.strictObject({
  id: JointInvitationId,
  name: z.string(),
  /** Null except for the client who typed it. */
  email: z.string().nullable(),
  invitedBy: z.string(),
  isYours: z.boolean(),
  state: JointInvitationState,
  sentAt: instant,
})
export type JointInvitation = z.infer<typeof JointInvitation>

/** An invitation as whoever accepted it sees it. The case is not theirs to read yet. */
export const AcceptedInvitation = JointInvitation.pick({ id: true, invitedBy: true })
export type AcceptedInvitation = z.infer<typeof AcceptedInvitation>

export const jointStateNames: Record<JointInvitationState, string> = {
  sent: 'Invited',
  expired: 'Invitation expired',
  registered: 'Waiting for your legal team',
}

/** An invitation as the firm sees it, beside the party. */
export const FirmJointInvitation = JointInvitation.omit({ isYours: true }).extend({
  email: z.string(),
  partyId: PartyId,
  /** The firm has agreed, and acts for them as soon as they have an account. */
  isAgreed: z.boolean(),
})
export type FirmJointInvitation = z.infer<typeof FirmJointInvitation>

const ofMatter = z.strictObject({ id: MatterId })
const ofInvitation = ofMatter.extend({ invitationId: JointInvitationId })

export const jointClients = {
  list: read('/api/cases/:id/joint-clients', {
    input: ofMatter,
    output: z.array(JointInvitation),
    audience: 'client',
    summary: 'Who has been invited to a case as its client, and is not one yet',
  }),
  invite: create('/api/cases/:id/joint-clients', {
    input: ofMatter.extend({
      name: line(160, 'Please enter their full name'),
      email: email('Please enter a valid email address'),
    }),
    output: JointInvitation.extend({
      /** The link to hand over, if the portal sends no email. Null if it was emailed. */
      path: newInOutput(z.string().nullable(), null),
    }),
    audience: 'client',
    summary: 'Invites someone to be a client of a case as well; the firm decides whether they become one',
  }),
  accepted: read('/api/joint-invitations', {
    output: z.array(AcceptedInvitation),
    audience: 'client',
    summary: 'Which invitations this client has accepted and the firm has not agreed to yet',
  }),
  withdraw: remove('/api/cases/:id/joint-clients/:invitationId', {
    input: ofInvitation,
    audience: 'client',
    summary: 'Withdraws an invitation that this client sent',
  }),
  firmList: read('/api/firm/cases/:id/joint-clients', {
    input: ofMatter,
    output: z.array(FirmJointInvitation),
    audience: 'firm',
    action: 'matters.read',
    summary: 'Whom the clients of a case have invited, and what is still missing',
  }),
  agree: command('/api/firm/cases/:id/joint-clients/:invitationId/agree', {
    input: ofInvitation,
    output: z.array(FirmJointInvitation),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Agrees to act for whoever was invited: they see the case as soon as they have an account',
  }),
  firmWithdraw: remove('/api/firm/cases/:id/joint-clients/:invitationId', {
    input: ofInvitation,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Withdraws an invitation, and takes whoever was invited off the case',
  }),
  look: command('/api/joint-invitation/look', {
    input: z.strictObject({ token: LinkToken }),
    output: z.strictObject({
      name: z.string(),
      email: z.string(),
      invitedBy: z.string(),
      /** Whoever asks has sent the invitation themselves, and has yet to pass on the link. */
      isYours: newInOutput(z.boolean(), false),
    }),
    audience: 'anyone',
    summary: 'Whom an invitation is for and who sent it; anyone who has the link may ask',
  }),
  decline: command('/api/joint-invitation/decline', {
    input: z.strictObject({ token: LinkToken }),
    /** Who is told. */
    output: z.strictObject({ invitedBy: z.string() }),
    audience: 'anyone',
    summary: 'Declines an invitation, which then no longer works; anyone who has the link may',
  }),
  accept: command('/api/joint-invitation/accept', {
    input: z.strictObject({ token: LinkToken }),
    output: z.strictObject({
      /** The firm has agreed, so the case is already on their page. */
      hasJoined: z.boolean(),
    }),
    audience: 'client',
    summary: 'Accepts an invitation; the account has to have the address that was invited',
  }),
}
