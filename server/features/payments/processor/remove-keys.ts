import { Problem } from '#contract/kit/problem.ts'
import {
  isTestKey,
  type PaymentProvider,
  type ProcessorSettings,
  processorOf,
  providerNames,
} from '#contract/payments/processor.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import { claimByPassword, confirmPassword } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { forgetNotes } from '#server/platform/connections/store.ts'
import type { MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import * as store from '../store.ts'
import { findKept } from './connection.ts'
import { type Left, leftWords, notifyOfChange } from './notices.ts'
import { isFixedElsewhere, showProcessor } from './settings.ts'
import { saveSettings } from './store.ts'

type Kept = Awaited<ReturnType<typeof findKept>>

/**
 * Forgets the keys, and switches the provider off. Real payments that are unfinished stay as they are, with the account
 * they were begun in, and are settled once its keys are back: the provider repeats its events meanwhile, and jobs ask
 * about the rest. Throws `fixed` where they were set at the start, `unfinished` if `leavesUnfinished` is not given, and
 * `changed_meanwhile`.
 */
export async function removeKeys(
  ctx: MultiStepCtx<Staff>,
  provider: PaymentProvider,
  { password, leavesUnfinished = false }: SecretRemoval,
): Promise<ProcessorSettings> {
  const kept = await findKept(ctx.read, ctx.ports, provider)
  if (kept.isFixed) throw isFixedElsewhere()
  const left = await countUnfinished(ctx.read, provider, kept)
  if (left.count > 0 && !leavesUnfinished) throw unfinished(provider, left)
  const shown = await confirmPassword(ctx, password, 'password')
  const account = await findAccount(ctx, provider, kept)
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    const before = await findKept(step.db, step.ports, provider)
    if (before.connection?.secretKey !== kept.connection?.secretKey) throw overtaken()
    if (before.connection === null && before.webhookSecret === null) return showProcessor(step, provider)
    const { count } = await countUnfinished(step.db, provider, before)
    if (account !== null && before.connection !== null)
      await store.markAccount(step.db, processorOf(provider, before.connection.secretKey), account)
    const forgotten = { sealedSecretKey: null, sealedWebhookSecret: null, account: null, accountKey: null }
    await saveSettings(step.db, provider, { isOn: false, ...forgotten })
    await forgetNotes(step.db, provider)
    const details = { provider, ...(count > 0 && { left: String(count) }) }
    await audit(step, 'payment_processor.keys_removed', { subjectId: null, details })
    await step.invalidate(everyone, 'payments')
    await notifyOfChange(step, provider, 'removed')
    return showProcessor(step, provider)
  })
}

/** Payments in test mode move no money, and end by themselves. */
const countUnfinished = async (db: Db, provider: PaymentProvider, { connection }: Kept): Promise<Left> =>
  connection === null || isTestKey(connection.secretKey)
    ? { count: 0, amount: 0 }
    : store.countLeft(db, processorOf(provider, connection.secretKey), { next: null, last: null })

/** The account is noted with its payments, so that keys of another one entered later are not asked about them. */
async function findAccount({ ports }: MultiStepCtx<Staff>, provider: PaymentProvider, kept: Kept) {
  const { connection, account } = kept
  if (connection === null) return null
  if (account?.isOf(connection)) return account.id
  return ports.hosted[provider].findAccount(connection).catch(() => null)
}

const unfinished = (provider: PaymentProvider, left: Left) => {
  const [verb, pronoun, theyStay] =
    left.count === 1 ? ["isn't", 'it', 'it stays as it is'] : ["aren't", 'them', 'they stay as they are']
  const words = [
    `${leftWords(left)} started at ${providerNames[provider]} ${verb} finished, and without the keys the portal can't finish ${pronoun}.`,
    'Payment pages close within the hour, and refunds and disputes are listed under Refunds.',
    `If you remove the keys now, ${theyStay} until they are entered again.`,
  ]
  return new Problem('conflict', words.join(' '), { reason: 'unfinished' })
}

const overtaken = () =>
  new Problem('conflict', 'Someone has just changed the keys. Please reload the page and look again.', {
    reason: 'changed_meanwhile',
  })
