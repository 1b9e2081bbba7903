import type { Ctx, StagedCtx } from './ctx.ts'
import type { Db } from './db.ts'
import type { Ports } from './ports.ts'
import { type Platform, workshop } from './request.ts'

/** What work that nobody waits for is given: the same tools as a request, but no person behind it. */
export interface Backstage {
  read: Db
  ports: Ports
  clock: () => Date
  transaction: <T>(step: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/** In the place of whoever asks. */
export const nobody: Pick<StagedCtx, 'actor' | 'caller' | 'setCookie' | 'refuseAs'> = {
  actor: { id: '', role: 'visitor', sessionId: null },
  caller: { requestId: 'backstage', address: '', agent: '', cookies: {}, idempotencyKey: undefined },
  setCookie: () => {},
  refuseAs: () => {},
}

export const openBackstage = (
  platform: Omit<Platform, 'whoIs' | 'bus' | 'mayKeepFiles' | 'pulse'>,
): Backstage => ({
  read: platform.db,
  ports: platform.ports,
  clock: platform.clock,
  transaction: (step) => {
    const { ports } = platform
    return workshop(platform, { ...nobody, ports, now: platform.clock() }).transaction(step)
  },
})
