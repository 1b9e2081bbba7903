import { z } from 'zod'
import { email, Role, shownDetails, UserId } from '../accounts/accounts.ts'
import { PersonalDetails } from '../accounts/personal-details.ts'
import { command, id, instant, line, newInOutput, read, replace } from '../kit/endpoint.ts'
import { ClosedRoles } from '../kit/rights.ts'
import { Task, TaskId } from '../tasks.ts'
import { Unreached } from './reach.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    /** Which clients a person of the firm may see, and their progress. */
    clients: true
  }
}

export const TeamId = id('team')
export type TeamId = z.infer<typeof TeamId>

/** A person of the firm, as colleagues see them. */
export const StaffName = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  role: Role,
})
export type StaffName = z.infer<typeof StaffName>

/** A client in the firm's list, with their progress. */
export const ClientSummary = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** They have no account, but use a link and a code to do their own tasks. */
  isGuest: z.boolean(),
  joinedAt: instant,
  /** Null if they have only registered. */
  lastSeenAt: instant.nullable(),
  /** The name of the person responsible for them. */
  feeEarner: z.string().nullable(),
  tasks: z.strictObject({ completed: z.number().int(), total: z.number().int() }),
})
export type ClientSummary = z.infer<typeof ClientSummary>

export const clientsAtOnce = 25

/** As a case is named elsewhere; its contract depends on this file. */
const CaseOfTask = z.strictObject({ id: id('case'), reference: z.string(), title: z.string() })

/** The data at the top of the firm's page of a client. */
export const ClientFile = ClientSummary.omit({ tasks: true }).extend({
  username: z.string(),
  /** They have opened a link that was sent to the address. */
  isEmailConfirmed: newInOutput(z.boolean(), true),
  ...shownDetails,
  /**
   * When the firm last sent them a link to choose a password. Null for clients who registered themselves, or before one
   * was sent.
   */
  invitedAt: instant.nullable(),
  /** They have a password. Invited and imported clients choose one by a link. */
  canSignIn: z.boolean(),
  isOnboarded: z.boolean(),
  /** The details that the client declared, with which documents are compared. */
  particulars: PersonalDetails,
  feeEarnerId: UserId.nullable(),
  /** The people who work with this client, the responsible one first. */
  team: z.array(StaffName),
  /** The firm's team that the client is assigned to. All members of the team see the client. */
  assignedTeam: z.strictObject({ id: TeamId, name: z.string() }).nullable(),
  tasks: z.array(
    Task.extend({
      /** On hold: it isn't finished, its cases are closed, and nobody has begun to pay it. */
      isHeld: newInOutput(z.boolean(), false),
      /** The cases that it is for, without any that the user may not see. */
      matters: newInOutput(z.array(CaseOfTask), []),
    }),
  ),
  closedRoles: newInOutput(ClosedRoles, []),
})
export type ClientFile = z.infer<typeof ClientFile>

const byId = z.strictObject({ id: UserId })

export const firm = {
  clients: read('/api/firm/clients', {
    input: z.strictObject({
      search: line(100).optional(),
      /** Only clients older than this one. */
      before: UserId.optional(),
    }),
    output: z.strictObject({ total: z.number().int(), clients: z.array(ClientSummary) }),
    audience: 'firm',
    action: 'clients.read',
    byKey: true,
    summary: 'The clients this person may look at, newest first',
  }),
  client: read('/api/firm/clients/:id', {
    input: byId,
    output: ClientFile,
    audience: 'firm',
    action: 'clients.read',
    byKey: true,
    summary: 'One client: contact, team, and how each task stands',
  }),
  reach: read('/api/firm/clients/:id/reach', {
    input: byId.extend({
      /** The case that it is asked for. Its own file imports this one, so its id is written out. */
      matterId: id('case').optional(),
      /** The task that it is asked for, whose case the user need not know. */
      taskId: TaskId.optional(),
    }),
    /** Null if they are told, and see it. */
    output: z.strictObject({ unreached: Unreached.nullable() }),
    audience: 'firm',
    action: 'clients.read',
    summary: 'Whether a client is told of what they are asked for, also for one case or task, and why not',
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
      /** The others who work with the client. */
      memberIds: z.array(UserId).max(20, 'Please choose at most 20 people'),
      /** If left out, it does not change. */
      teamId: TeamId.nullable().optional(),
    }),
    output: ClientFile,
    audience: 'firm',
    action: 'clients.assign',
    summary: 'Says who at the firm is responsible for a client, and who works with them',
  }),
  joinTeam: command('/api/firm/clients/join', {
    input: z.strictObject({ email: email('Please enter the client’s email address') }),
    output: z.strictObject({ id: UserId }),
    audience: 'firm',
    action: 'clients.assign',
    summary:
      'Adds oneself to the people who work with a client, found by their whole email address; these are told',
  }),
}
