import type { Readable } from 'node:stream'
import type { Role, UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvent, DomainEvents } from '#contract/kit/domain-events.ts'
import type { Topic } from '#contract/kit/portal.ts'
import type { KeyScope, StaffRole } from '#contract/kit/rights.ts'
import type { Db } from './db/database.ts'
import type { StagedFile } from './files/port.ts'
import type { JobName, JobOptions, JobPayloads } from './jobs/queue.ts'
import type { SignedRequest } from './ports/hosted-payments.ts'
import type { Ports } from './ports/ports.ts'

/** Nobody who is known, and so without an id: a visitor owns nothing. */
export interface Visitor {
  role: 'visitor'
  sessionId: null
  /** Their password was right, and their second factor was not shown yet: still nobody. */
  isHalfway?: boolean
  /** Their browser showed a session that is over, or that never was. */
  hasDeadSession?: boolean
}

/** Whoever is signed in. */
export interface Member<R extends Role = Role> {
  id: UserId
  role: R
  /** Of the roles that somebody of the firm holds, those that allow what they ask for now; none of a client. */
  roles: readonly StaffRole[]
  sessionId: string | null
  /** Of the firm, where it requires a second factor that they have not got yet: they can do nothing but add it. */
  lacksSecondFactor?: boolean
  /** On a matter without an account: they may ask what says `forGuests`, and nothing else. */
  isGuest?: boolean
  /** No person, but a system of the firm's own that shows a key: its id is the key's. */
  key?: { name: string; scopes: readonly KeyScope[] }
}
export type Client = Member<'client'>
export type Staff = Member<StaffRole>
export type Actor = Visitor | Member

/** Who asks an endpoint of each audience: whoever else does is refused before its handler. */
export interface ActorOf {
  anyone: Actor
  member: Member
  client: Client
  firm: Staff
}

export const visitor: Visitor = { role: 'visitor', sessionId: null }

/** What a person's own work is counted by; null for a visitor. */
export const actorIdOf = (actor: Actor) => (actor.role === 'visitor' ? null : actor.id)

/** Where a request came from, for limits and the audit trail. */
export interface Caller {
  requestId: string
  /** The network address; an IPv6 one is its /64, which is what one household holds. */
  address: string
  agent: string
  cookies: Record<string, string | undefined>
  idempotencyKey: string | undefined
  /** Of an endpoint that keeps it: the body as it came, and the headers, one of which signs it. */
  signed?: SignedRequest
}

/** What a handler knows of a refusal beyond its answer, for the trail. */
export interface RefusedAs {
  event: `${string}.refused`
  /** Whose account it was tried on, where that is known. */
  subjectId?: string | null
}

export interface Cookie {
  name: string
  /** null removes it. */
  value: string | null
  /** Seconds; a session cookie when missing. */
  maxAge?: number
}

/**
 * Inside a transaction nothing is counted: a limit counts on a connection of its own, and where every connection
 * is held by somebody who waits for one more, the whole portal stands still.
 */
export type InnerPorts = Omit<Ports, 'limits'>

/** What a handler is given for one request. Its `db` is the only way to the database. */
export interface Ctx<A extends Actor = Actor> {
  actor: A
  db: Db
  /** Read once a request, so that all a request does happened at one time. */
  now: Date
  caller: Caller
  ports: InnerPorts
  /** Queues work in this transaction: it runs after commit, and never after a rollback. */
  enqueue: <J extends JobName>(job: J, payload: JobPayloads[J], options?: JobOptions) => Promise<void>
  /** Tells the pages of a person what changed, once this transaction is committed. */
  invalidate: (userId: string, ...topics: Topic[]) => Promise<void>
  /** Shows on a person's open pages that the actor is typing to them. */
  broadcastTyping: (userId: string) => Promise<void>
  /** Lets other features react in this same transaction. */
  publish: <E extends DomainEvent>(event: E, payload: DomainEvents[E]) => Promise<void>
  /** Runs after commit, on this node only; it cannot fail the request. */
  afterCommit: (effect: () => void) => void
  setCookie: (cookie: Cookie) => void
  /** Says in the trail what the refusal that follows is. */
  refuseAs: (refusal: RefusedAs) => void
}

/**
 * What a command is given that talks to the outside or takes long between its steps: no transaction
 * is open, each step opens its own.
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
}

/** A file on its way in: written, encrypted and hashed, but not yet kept. */
export interface Upload {
  staged: StagedFile
  bytes: Buffer
  /** As the sender named it. */
  filename: string
  declaredType: string | undefined
  /** The virus scanner could not be asked: nobody may open it until it has been. */
  awaitsScan: boolean
  /** By `performance.now()`, when its request came, and when its last byte was here. */
  askedAt: number
  receivedAt: number
}

export interface UploadCtx<A extends Actor = Actor> extends MultiStepCtx<A> {
  upload: Upload
}

/** Bytes to hand out: kept ones, or such as are only made once it is sure that they are wanted. */
export type FileAnswer = KeptFile | MadeFile | FlowingFile

export interface KeptFile extends FileFacts {
  open: (range?: { start: number; end: number }) => Promise<Readable>
  /** In bytes. */
  size: number
}

export interface MadeFile extends FileFacts {
  make: () => Promise<Uint8Array>
}

/** Bytes that are made while they leave: nobody knows how many there will be. */
export interface FlowingFile extends FileFacts {
  flow: () => Promise<Readable>
}

interface FileFacts {
  type: string
  filename: string
  isAttachment: boolean
  /** HTML of our own making, which is drawn with the styles that stand in it. */
  hasStyles?: boolean
  /** A strong validator: the same tag is the same bytes. */
  tag: string
}
