import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { checkAccount } from '#inspector/bank/account.ts'
import { claimTask, findTask, type TaskRow } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { outcomeFor } from './evidence.ts'
import { type Finding, keepFinding } from './service.ts'

/** Submits what the conversation collected, so that the client is not asked for either check again. */
export async function submitCollected(
  ctx: Ctx,
  { clientId, identityDocument: document, bank }: DomainEvents['evidenceCollected'],
) {
  const bankTask = bank && (await openTask(ctx, clientId, 'bank_check'))
  if (bank && bankTask) {
    const isChecked = checkAccount(bank.sortCode, bank.accountNumber) === 'possible'
    const outcome = isChecked ? ('verified' as const) : ('review' as const)
    const modulus = isChecked ? ('possible' as const) : ('not_checkable' as const)
    await keepFinding(ctx, bankTask, { verificationType: 'bank', document: null, modulus, outcome, ...bank })
  }
  const identityTask = document && (await openTask(ctx, clientId, 'identity_check'))
  if (!document || !identityTask) return
  const outcome = await outcomeFor(ctx.db, clientId)
  const finding: Finding = { document, modulus: null, outcome }
  await keepFinding(ctx, identityTask, { verificationType: 'id', ...finding })
}

const openTask = async (ctx: Ctx, clientId: UserId, kind: TaskRow['kind']) => {
  const found = await findTask(ctx.db, clientId, [kind])
  if (found === null) return null
  const task = await claimTask(ctx, { id: found.id, clientId })
  return task.status === 'completed' ? null : task
}
