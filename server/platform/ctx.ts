import type { Readable } from 'node:stream'
import type { Role, SessionId, UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { DomainEvent, DomainEvents } from '#contract/kit/domain-events.ts'
import type { Topic } from '#contract/kit/portal.ts'
import { type Action, type KeyScope, opensAllFor, rolesFor, type StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Db } from './db/database.ts'
import type { StagedFile } from './files/port.ts'
import type { JobName, JobOptions, JobPayloads } from './jobs/queue.ts'
import type { SignedRequest } from './ports/hosted-payments.ts'
import type { Ports } from './ports/ports.ts'

/** Someone who is not signed in. A visitor has no id and owns nothing. */
export interface Visitor {
  role: 'visitor'
  sessionId: null
  /** True after a correct password while the second factor is missing. Still a visitor. */
  isHalfway?: boolean
  /** True if the browser sent a session that has ended or never existed. */
  hasDeadSession?: boolean
}

/** Whom and what a member of the firm is responsible for by name. */
export interface Involvement {
  personId: UserId
  /** The person, and everybody they stand in for now. */
  actsFor: UserId[]
  teams: TeamId[]
  /** The restricted matters that name them. */
  namedOn: MatterId[]
  /**
   * The clients whom nobody looks after. Undefined if nothing is open to them by that, if there are too many to name, and
   * for a command: it may change who looks after a client.
   */
  unassigned?: UserId[]
}

/** Someone who is signed in. */
export interface Member<R extends Role = Role> {
  id: UserId
  role: R
  /** The roles of a member of the firm that allow the current request. Empty for a client. */
  roles: readonly StaffRole[]
  /** True if the current request concerns accounts and not files, so that every client is open for it. */
  opensAll?: boolean
  sessionId: SessionId | null
  /** Read with the request of a member of the firm, so that no query has to find it out again. */
  involvement?: Involvement
  /** True for a member of the firm who lacks the required second factor. They can only add it. */
  lacksSecondFactor?: boolean
  /** On a matter without an account. A guest may only use endpoints marked `forGuests`. */
  isGuest?: boolean
  /** A system of the firm's own with an API key, not a person. `id` is the key's id. */
  key?: { name: string; scopes: readonly KeyScope[] }
}
export type Client = Member<'client'>
export type Staff = Member<StaffRole>
export type Actor = Visitor | Member

/** The actor of each audience's endpoints. Anyone else is refused before the handler. */
export interface ActorOf {
  anyone: Actor
  member: Member
  client: Client
  firm: Staff
}

/** The same person, whose involvement each query looks up. */
export function uninvolved(actor: Actor): Actor {
  if (actor.role === 'visitor') return actor
  const { involvement: _, ...member } = actor
  return member
}

/** The same person with only the roles that allow this action, since only these decide whose files are open for it. */
export const withRolesFor = <M extends Member>(member: M, action: Action): M => ({
  ...member,
  roles: rolesFor(member.roles, action),
  opensAll: opensAllFor(member.roles, action),
})

/** Returns which of these somebody may open. */
type FindOpen<Id> = (actor: Staff, ids: readonly Id[]) => Promise<Iterable<Id>>

/**
 * Returns for each of these which of a person's roles don't open it, so that no page offers what would be refused: a
 * fee earner who is the compliance officer too reads every client's file, and works with their own clients only.
 */
export async function closedRolesAmong<Id>(actor: Staff, ids: readonly Id[], findOpen: FindOpen<Id>) {
  const { roles } = actor
  if (roles.length < 2 || ids.length === 0) return (): StaffRole[] => []
  const opened = new Map<StaffRole, Set<Id>>()
  for (const role of roles) opened.set(role, new Set(await findOpen({ ...actor, roles: [role] }, ids)))
  return (id: Id) => roles.filter((role) => !opened.get(role)?.has(id))
}

export const visitor: Visitor = { role: 'visitor', sessionId: null }

/** Returns the id by which a person's work is counted, or null for a visitor. */
export const actorIdOf = (actor: Actor) => (actor.role === 'visitor' ? null : actor.id)

/** Origin of a request, for rate limits and the audit trail. */
export interface Caller {
  requestId: string
  /** The network address. For IPv6 its /64, which belongs to one household. */
  address: string
  agent: string
  cookies: Record<string, string | undefined>
  idempotencyKey: string | undefined
  /** Whether the connection was closed meanwhile, so that nobody reads the response: the page was left or reloaded. */
  hasLeft: () => boolean
  /** The raw body and the headers, one of which holds its signature. Only for an endpoint that keeps its body. */
  signed?: SignedRequest
}

/** What a handler adds to the audit trail's record of a refusal. */
export interface RefusedAs {
  event: `${string}.refused`
  /** The account that was targeted, if known. */
  subjectId?: UserId | null
}

export interface Cookie {
  name: string
  /** Null removes the cookie. */
  value: string | null
  /** In seconds. A session cookie if missing. */
  maxAge?: number
}

/**
 * A transaction has no rate limits: each count uses a connection of its own, and if requests that hold every connection
 * each waited for another, the whole portal would stop.
 */
export type InnerPorts = Omit<Ports, 'limits'>

/** The context of one request. Its `db` is the only way to the database. */
export interface Ctx<A extends Actor = Actor> {
  actor: A
  db: Db
  /** Read once per request, so that everything in the request has the same time. */
  now: Date
  caller: Caller
  ports: InnerPorts
  /** Queues a job in this transaction. It runs after the commit, and never after a rollback. */
  enqueue: <J extends JobName>(job: J, payload: JobPayloads[J], options?: JobOptions) => Promise<void>
  /** Tells a person's open pages what changed, once this transaction is committed. */
  invalidate: (userId: string, ...topics: Topic[]) => Promise<void>
  /** Shows on a person's open pages that the actor is typing to them. */
  broadcastTyping: (userId: string) => Promise<void>
  /** Lets other features handle an event in this transaction. */
  publish: <E extends DomainEvent>(event: E, payload: DomainEvents[E]) => Promise<void>
  /** Runs after the commit, only on this node. It cannot fail the request. */
  afterCommit: (effect: () => void) => void
  setCookie: (cookie: Cookie) => void
  /** Sets what the audit trail records for the refusal that follows. */
  refuseAs: (refusal: RefusedAs) => void
}

/**
 * The context of a command that calls external services or takes long between its steps. No transaction is open. Each
 * step opens its own.
 */
export interface MultiStepCtx<A extends Actor = Actor>
  extends Omit<
    Ctx<A>,
    'db' | 'ports' | 'enqueue' | 'invalidate' | 'broadcastTyping' | 'publish' | 'afterCommit'
  > {
  ports: Ports
  transaction: <T>(step: (ctx: Ctx<A>) => Promise<T>) => Promise<T>
  /** For reads between the steps. */
  read: Db
  /**
   * Returns who asks as they are at this moment, for an answer that outlives its request. Throws `unauthenticated` once
   * their session is over, and `forbidden` once they lack the right.
   */
  askAgain: () => Promise<A>
  /**
   * Calls `listener` when a topic of a person changes on any node, until the function it returns is called. A change is
   * missed while the listening connection is lost.
   */
  onChange: (userId: string, topic: Topic, listener: () => void) => () => void
}

/** An upload that is written, encrypted and hashed, but not yet kept. */
export interface Upload {
  staged: StagedFile
  bytes: Buffer
  /** Name that the sender gave it. */
  filename: string
  declaredType: string | undefined
  /** True if the virus scanner could not check the file. Nobody may open it until it has. */
  awaitsScan: boolean
  /** When the request arrived and when its last byte did, by `performance.now()`. */
  askedAt: number
  receivedAt: number
}

export interface UploadCtx<A extends Actor = Actor> extends MultiStepCtx<A> {
  upload: Upload
}

/** A file to send: a kept one, or one that is made only once it is certainly wanted. */
export type FileAnswer = KeptFile | GeneratedFile | StreamedFile

export interface KeptFile extends FileFacts {
  open: (range?: { start: number; end: number }) => Promise<Readable>
  /** In bytes. */
  size: number
}

export interface GeneratedFile extends FileFacts {
  make: () => Promise<Uint8Array>
}

/** A file that is made while it is sent, so its size is not known. */
export interface StreamedFile extends FileFacts {
  flow: () => Promise<Readable>
}

interface FileFacts {
  type: string
  filename: string
  isAttachment: boolean
  /** HTML of our own, which uses its inline styles. */
  hasStyles?: boolean
  /** A strong validator: files with the same tag have the same bytes. */
  tag: string
}
