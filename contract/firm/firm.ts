import { z } from 'zod'
import { PersonalDetails, Role, shownDetails, UserId } from '../accounts/accounts.ts'
import { id, instant, line, read, replace } from '../kit/endpoint.ts'
import { Task } from '../tasks.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    /** Whom a person of the firm may look at, and how far they have come. */
    clients: true
  }
}

export const TeamId = id('team')
export type TeamId = z.infer<typeof TeamId>

/** A person of the firm, as their colleagues see them. */
export const StaffName = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
})
export type StaffName = z.infer<typeof StaffName>

/** A client in the firm's list, with how far they have come. */
export const ClientSummary = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Has no account: comes by a link and a code, for their own tasks alone. */
  isGuest: z.boolean(),
  joinedAt: instant,
  /** Null while they have only registered. */
  lastSeenAt: instant.nullable(),
  /** Who answers for them. */
  feeEarner: z.string().nullable(),
  tasks: z.strictObject({ completed: z.number().int(), total: z.number().int() }),
})
export type ClientSummary = z.infer<typeof ClientSummary>

export const clientsAtOnce = 25

/** All that the firm's page of one client begins with. */
export const ClientFile = ClientSummary.omit({ tasks: true }).extend({
  username: z.string(),
  ...shownDetails,
  /** When the firm sent them a link for choosing a password; null of those who came by themselves, and before. */
  invitedAt: instant.nullable(),
  /** They have a password: whoever was invited or imported chooses one by a link. */
  canSignIn: z.boolean(),
  isOnboarded: z.boolean(),
  /** As the client told it, for comparing documents with. */
  particulars: PersonalDetails,
  feeEarnerId: UserId.nullable(),
  /** Who works with this client, the one who answers for them first. */
  team: z.array(StaffName),
  /** The team of the firm that the client is assigned to: all its people see them. */
  assignedTeam: z.strictObject({ id: TeamId, name: z.string() }).nullable(),
  tasks: z.array(Task),
})
export type ClientFile = z.infer<typeof ClientFile>

const one = z.strictObject({ id: UserId })

export const firm = {
  clients: read('/api/firm/clients', {
    input: z.strictObject({
      search: line(100).optional(),
      /** Older ones than this client. */
      before: z.uuid().optional(),
    }),
    output: z.strictObject({ total: z.number().int(), clients: z.array(ClientSummary) }),
    audience: 'firm',
    action: 'clients.read',
    byKey: true,
    summary: 'The clients one is responsible for, newest first; an administrator sees all',
  }),
  client: read('/api/firm/clients/:id', {
    input: one,
    output: ClientFile,
    audience: 'firm',
    action: 'clients.read',
    byKey: true,
    summary: 'One client: contact, team, and how each task stands',
  }),
  colleagues: read('/api/firm/colleagues', {
    output: z.array(StaffName),
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Everyone at the firm who can be assigned a client',
  }),
  assign: replace('/api/firm/clients/:id/team', {
    input: z.strictObject({
      id: UserId,
      feeEarnerId: UserId,
      /** Who works with the client besides. */
      memberIds: z.array(UserId).max(20, 'Please choose at most 20 people'),
      /** Left out, it stays as it is. */
      teamId: TeamId.nullable().optional(),
    }),
    output: ClientFile,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Says who at the firm is responsible for a client, and who works with them',
  }),
}
