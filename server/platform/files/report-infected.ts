import type { UserId } from '#contract/accounts/accounts.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { MultiStepCtx, Upload } from '../ctx.ts'

/**
 * Publishes that a file was refused because of a virus, and does nothing for any other refusal. `findClient` returns
 * the client who sent it. Without it, the sender is the actor.
 */
export async function reportInfected(
  ctx: MultiStepCtx,
  { reason }: Problem,
  upload: Pick<Upload, 'filename'> | null,
  findClient: () => Promise<UserId | null> = async () => null,
) {
  if (reason !== 'malware_found' || upload === null) return
  const clientId = await findClient()
  const { filename } = upload
  await ctx.transaction((step) => step.publish('infectedFileRefused', { clientId, filename }))
}
