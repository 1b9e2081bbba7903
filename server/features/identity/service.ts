import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type BankAccount,
  type identity,
  methodsFor,
  type Verification,
} from '#contract/identity/identity.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TaskId } from '#contract/tasks.ts'
import { checkAccount } from '#inspector/bank/account.ts'
import { getAccount, invalidateFirmPagesOf, listRecipients } from '#server/features/accounts/service.ts'
import { recordActivity } from '#server/features/activities/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { leaveQueue } from '#server/features/queue/service.ts'
import {
  claimOwnTask,
  claimTask,
  findTask,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { outcomeFor } from './evidence.ts'
import * as store from './store.ts'

export { findConsent, recordConsent } from './consent.ts'
export { checkQueue, checksOpenTo, countWaitingChecks, listWaitingChecks } from './reviews/service.ts'

type CompleteInput = Input<typeof identity.complete>
type Finding = Pick<Verification, 'outcome' | 'document' | 'modulus'> & Partial<BankAccount>

/** Submits a verification once. Refuses only a bank account that cannot exist. */
export async function completeVerification(ctx: MultiStepCtx<Client>, submission: CompleteInput) {
  const { bank, verificationType, taskId } = submission
  if (verificationType === 'bank' && bank && isImpossible(bank)) {
    await ctx.transaction((step) => recordRefusal(step, taskId))
    throw impossible()
  }
  return ctx.transaction((step) => submit(step, submission))
}

async function submit(ctx: Ctx<Client>, submission: CompleteInput) {
  const task = await claimFor(ctx, submission)
  const { verificationType } = submission
  if (verificationType === 'id') await ctx.publish('identitySubmitted', { clientId: task.clientId })
  const finding = await findingOf(ctx, submission)
  return { task: await keepFinding(ctx, task, { ...finding, verificationType }), outcome: finding.outcome }
}

/** Stores what a check found, and settles its claimed task. */
async function keepFinding(
  ctx: Ctx,
  task: TaskRow,
  finding: Finding & Pick<Verification, 'verificationType'>,
) {
  const { id: taskId, clientId } = task
  const { verificationType, outcome } = finding
  await store.save(ctx.db, { ...finding, taskId, clientId, completedAt: ctx.now })
  // A snooze or assignment of an earlier submission does not apply to this one.
  await leaveQueue(ctx.db, { kind: 'check', id: taskId })
  await recordOutcome(ctx, task, outcome)
  const details = { taskId, verificationType, outcome }
  await audit(ctx, 'verification.submitted', { subjectId: clientId, details })
  return settleTask(ctx, task, outcome)
}

const claimFor = async (ctx: Ctx<Client>, { taskId, verificationType }: CompleteInput) => {
  const task = await claimOwnTask(ctx, taskId)
  if (!methodsFor(task).includes(verificationType))
    throw new Problem('unprocessable', "This task doesn't ask for this.", { reason: 'wrong_task' })
  if (task.status === 'completed')
    throw new Problem('conflict', "You've already submitted this verification.", {
      reason: 'already_submitted',
    })
  return task
}

const findingOf = async (
  { db, actor }: Ctx<Client>,
  { verificationType, document, bank }: CompleteInput,
): Promise<Finding> => {
  if (verificationType === 'bank' && bank) {
    const isChecked = checkAccount(bank.sortCode, bank.accountNumber) === 'possible'
    return {
      ...bank,
      document: null,
      modulus: isChecked ? 'possible' : 'not_checkable',
      outcome: isChecked ? 'verified' : 'review',
    }
  }
  return { document: document ?? null, modulus: null, outcome: await outcomeFor(db, actor.id) }
}

const isImpossible = ({ sortCode, accountNumber }: BankAccount) =>
  checkAccount(sortCode, accountNumber) === 'impossible'

const recordRefusal = async (ctx: Ctx<Client>, taskId: TaskId) => {
  await claimFor(ctx, { taskId, verificationType: 'bank' })
  await audit(ctx, 'verification.refused', { details: { taskId, reason: 'account_impossible' } })
}

const impossible = () => {
  const words =
    'This sort code and account number do not belong together. Please check both against your bank card or a statement.'
  return new Problem('unprocessable', words, {
    fields: {
      'bank.sortCode': 'Please check the sort code',
      'bank.accountNumber': 'Please check the account number',
    },
    reason: 'account_impossible',
  })
}

const recordOutcome = async (ctx: Ctx, { id, clientId, kind }: TaskRow, outcome: Verification['outcome']) => {
  await recordActivity(ctx, clientId, {
    type: 'verification_completed',
    description:
      outcome === 'verified'
        ? checkedWords[kind === 'bank_check' ? 'bank' : 'id']
        : `${kind === 'bank_check' ? 'Bank account' : 'Identity'} in review`,
    metadata: { taskId: id, outcome },
  })
  if (outcome === 'review') await notifyReviewers(ctx, clientId, kind)
  await ctx.invalidate(clientId, 'identity')
  await invalidateFirmPagesOf(ctx, clientId, 'identity')
}

// For a bank account, only the numbers were checked, not whose account it is; for an identity, only the document, not
// the face of the person who sent it.
const checkedWords = { bank: 'Sort code and account number checked', id: 'Identity document checked' }

/** Notifies the people responsible for the client of a check that no evidence settles. */
async function notifyReviewers(ctx: Ctx, clientId: TaskRow['clientId'], kind: TaskRow['kind']) {
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const title = 'A check needs your decision'
  const body = `${fullName({ firstName, lastName })}: ${kind === 'bank_check' ? 'Bank account' : 'Identity'}`
  const notice = { inMail: `${title}.`, title, body, link: pages.checks }
  for (const person of await listRecipients(ctx.db, clientId))
    await notify(ctx, person, { topic: 'documents', ...notice })
}

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
