import { type Ctx, type MultiStepCtx, visitor } from '../ctx.ts'
import type { Db } from '../db/database.ts'
import { type Platform, transactionScope } from '../http/request.ts'
import type { Ports } from '../ports/ports.ts'

/** The context of background jobs: the tools of a request, but no person behind it. */
export interface JobContext {
  read: Db
  ports: Ports
  clock: () => Date
  transaction: <T>(step: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/** Takes the place of the actor. */
export const nobody: Pick<MultiStepCtx, 'actor' | 'caller' | 'setCookie' | 'refuseAs'> = {
  actor: visitor,
  caller: {
    requestId: 'job',
    address: '',
    agent: '',
    cookies: {},
    idempotencyKey: undefined,
    hasLeft: () => false,
  },
  setCookie: () => {},
  refuseAs: () => {},
}

export const openJobContext = (
  platform: Omit<
    Platform,
    'whoIs' | 'whoIsNow' | 'bus' | 'mayKeepFiles' | 'pulse' | 'replica' | 'checksAnswers'
  >,
): JobContext => ({
  read: platform.db,
  ports: platform.ports,
  clock: platform.clock,
  transaction: (step) => {
    const { ports } = platform
    return transactionScope(platform, { ...nobody, ports, now: platform.clock() }).transaction(step)
  },
})
