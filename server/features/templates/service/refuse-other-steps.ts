import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { Problem } from '#contract/kit/problem.ts'
import { quoted } from '#contract/kit/text.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

/**
 * Refuses that another client becomes the first if a step asks the first client alone, or the joint clients alone:
 * somebody would be asked for what the other has done.
 */
export async function refuseOtherSteps({ db }: Ctx, { matterId }: DomainEvents['firstClientChanged']) {
  const run = await store.findRun(db, matterId)
  const unlike = (run?.version.steps ?? []).filter(
    ({ roles }) => roles.includes('client') !== roles.includes('joint_client'),
  )
  if (unlike.length === 0) return
  const titles = quoted(unlike.map(({ title }) => title))
  throw new Problem(
    'conflict',
    `The template of this case asks its first client and its joint clients for different things: ${titles}. So they can’t change places.`,
    { reason: 'steps_differ' },
  )
}
