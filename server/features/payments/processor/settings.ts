import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import {
  isTestKey,
  type PaymentProvider,
  type ProcessorCheck,
  type ProcessorSettings,
  type paymentProcessor,
  processorOf,
  providerNames,
} from '#contract/payments/processor.ts'
import { claimByPassword, confirmChange } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { forgetNotes } from '#server/platform/connections/store.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import * as store from '../store.ts'
import {
  type Connected,
  cardFormIn,
  findKept,
  formOf,
  type Hosted,
  keyFingerprint,
  listOffered,
  places,
} from './connection.ts'
import { keyWords, wordsOf } from './connection-words.ts'
import { type Left, leftWords, notifyOfChange, notifyUnfinished, type ProcessorChange } from './notices.ts'
import { saveCardForm, saveSettings } from './store.ts'

const testRate: Limit = { name: 'processorTest', points: 30, duration: 300 }

export async function showProcessor(
  { db, ports }: Pick<Ctx<Staff>, 'db' | 'ports'>,
  provider: PaymentProvider,
): Promise<ProcessorSettings> {
  const { isOn, isFixed, connection, webhookSecret, cardForm } = await findKept(db, ports, provider)
  const { events, forms } = ports.hosted[provider]
  const offered = await listOffered(db, ports)
  return {
    isOn,
    isFixed,
    hasSecretKey: connection !== null,
    hasWebhookSecret: webhookSecret !== null,
    mode: connection && (isTestKey(connection.secretKey) ? 'test' : 'live'),
    webhookUrl: webhookUrlOf(ports, provider),
    events: [...events, ...(cardForm.cardPlace === 'portal' ? (forms?.events ?? []) : [])],
    ...cardForm,
    lastEventAt: await store.lastEventAt(db, provider),
    isHeldBack: isOn && !offered.some((processor) => processor.provider === provider),
  }
}

export const webhookUrlOf = ({ origin }: Pick<Ctx['ports'], 'origin'>, provider: PaymentProvider) =>
  `${origin}/api/payments/${provider === 'stripe' ? 'events' : 'bank-events'}`

type SaveInput = Input<typeof paymentProcessor.save>

/**
 * Saves the keys. A new key sends money elsewhere, so it needs the password and has its account looked up first.
 * Switching on or off needs it too: without a processor, clients pay in the sandbox, where no money moves. So does
 * where cards are entered, because that decides whether a script from elsewhere runs in the portal. Throws `fixed`
 * where they were set at the start.
 */
export async function saveProcessor(
  ctx: MultiStepCtx<Staff>,
  provider: PaymentProvider,
  wanted: SaveInput,
): Promise<ProcessorSettings> {
  const kept = await findKept(ctx.read, ctx.ports, provider)
  if (kept.isFixed) throw isFixedElsewhere()
  const secretKey = wanted.secretKey || (kept.connection?.secretKey ?? null)
  const isOtherMode =
    secretKey !== null &&
    kept.connection !== null &&
    isTestKey(secretKey) !== isTestKey(kept.connection.secretKey)
  // Test mode and live mode have different signing secrets.
  const webhookSecret = wanted.webhookSecret || (isOtherMode ? null : kept.webhookSecret)
  const cardForm = cardFormIn(wanted, kept.cardForm)
  refuseUnusable(ctx, provider, { isOn: wanted.isOn, secretKey, webhookSecret, ...cardForm })
  const isOtherForm = cardForm.publishableKey !== kept.cardForm.publishableKey
  const isKeyChange = Boolean(wanted.secretKey || wanted.webhookSecret) || isOtherForm
  const isSwitched = wanted.isOn !== kept.isOn
  const action = `change the ${providerNames[provider]} settings`
  const isOtherPlace = cardForm.cardPlace !== kept.cardForm.cardPlace
  const switchedTo = wanted.isOn ? 'on' : 'off'
  const change: ProcessorChange | null =
    (isKeyChange && 'keys') || (isSwitched && switchedTo) || (isOtherPlace && cardForm.cardPlace) || null
  const shown = change ? await confirmChange(ctx, wanted.currentPassword, action) : null
  const accounts = wanted.secretKey ? await askAccounts(ctx, provider, wanted.secretKey) : null
  return ctx.transaction(async (step) => {
    if (shown) await claimByPassword(step, shown)
    const left =
      accounts && secretKey ? await markUnfinishable(step, wanted, { provider, secretKey, ...accounts }) : 0
    const { seal } = step.ports.secrets
    await saveSettings(step.db, provider, {
      isOn: wanted.isOn,
      ...(wanted.secretKey && { sealedSecretKey: seal(wanted.secretKey, places[provider].key) }),
      ...((wanted.webhookSecret || isOtherMode) && {
        sealedWebhookSecret: webhookSecret && seal(webhookSecret, places[provider].webhook),
      }),
      ...(accounts?.next !== undefined &&
        secretKey && {
          account: accounts.next,
          accountKey: keyFingerprint({ secretKey }),
        }),
    })
    if (provider === 'stripe') await saveCardForm(step.db, cardForm)
    if (isKeyChange) await forgetNotes(step.db, provider)
    const mode = secretKey === null ? 'none' : isTestKey(secretKey) ? 'test' : 'live'
    const details = {
      provider,
      isOn: String(wanted.isOn),
      mode,
      ...(provider === 'stripe' && { cardPlace: cardForm.cardPlace }),
      ...(accounts?.next && { account: accounts.next }),
      ...(left > 0 && { left: String(left) }),
    }
    await audit(step, 'payment_processor.changed', { subjectId: null, details })
    await step.invalidate(everyone, 'payments')
    if (change) await notifyOfChange(step, provider, change)
    return showProcessor(step, provider)
  })
}

/**
 * Returns the account of the new key and that of the stored one. `next` is undefined if the processor does not respond.
 * An unknown account is looked up at the next payment.
 */
async function askAccounts(
  { read, ports }: MultiStepCtx<Staff>,
  provider: PaymentProvider,
  secretKey: string,
) {
  const { connection, account } = await findKept(read, ports, provider)
  const isSameMode = connection !== null && isTestKey(connection.secretKey) === isTestKey(secretKey)
  const { findAccount } = ports.hosted[provider]
  const ask = (key: string) => findAccount({ secretKey: key, webhookSecret: null }).catch(() => undefined)
  const next = await ask(secretKey)
  if (!isSameMode) return { next, last: null }
  const last = account?.isOf(connection) ? account.id : await ask(connection.secretKey)
  return { next, last: last ?? null }
}

interface Change {
  provider: PaymentProvider
  secretKey: string
  next: string | null | undefined
  last: string | null
}

/**
 * Keys of another account cannot settle payments started with the present ones. Throws `other_account` unless the user
 * accepts that, and marks those payments, so that the wrong account is not asked about them. Returns how many there
 * are.
 */
async function markUnfinishable(
  { db }: Ctx<Staff>,
  { leavesPayments = false }: SaveInput,
  { provider, secretKey, next, last }: Change,
): Promise<number> {
  if (!next) return 0
  const processor = processorOf(provider, secretKey)
  const left = await store.countLeft(db, processor, { next, last })
  if (left.count > 0 && !leavesPayments) throw otherAccount(provider, left)
  if (last !== null && last !== next) await store.markAccount(db, processor, last)
  return left.count
}

const otherAccount = (provider: PaymentProvider, left: Left) => {
  const isOne = left.count === 1
  const [verb, them, finished, they] = isOne
    ? ["isn't", 'it', "it's", 'it stays as it is']
    : ["aren't", 'them', "they're", 'they stay as they are']
  const words = [
    `These keys belong to another ${providerNames[provider]} account.`,
    `${leftWords(left)} started with your present account ${verb} finished, and the new keys can't finish ${them}.`,
    `Wait until ${finished} finished: payment pages close within the hour, and refunds and disputes are listed under Refunds.`,
    `If you change the account anyway, ${they} until the old keys are entered again.`,
  ]
  return new Problem('conflict', words.join(' '), { reason: 'other_account' })
}

/**
 * Looks up the account of the keys at the first payment with them, so that payments record where they were started. If
 * the portal was started with keys of another account, notifies the people who answer for money of what stays
 * unfinished.
 */
export async function resolveAccount(
  { transaction }: Pick<MultiStepCtx, 'transaction'>,
  hosted: Connected,
): Promise<Hosted> {
  if (hosted.isAccountKnown) return hosted
  const { provider, name, connection, pages: processor } = hosted
  const account = await processor.findAccount(connection).catch(() => undefined)
  // The processor did not respond. It is asked again with the next payment.
  if (account === undefined) return hosted
  await transaction(async (step) => {
    await saveSettings(step.db, provider, { account, accountKey: keyFingerprint(connection) })
    if (account === null) return
    const left = await store.countLeft(step.db, name, { next: account, last: null })
    if (left.count > 0) await notifyUnfinished(step, provider, left)
  })
  return { ...hosted, account }
}

type Usable = Pick<ProcessorSettings, 'isOn' | 'cardPlace' | 'publishableKey'> &
  Record<'secretKey' | 'webhookSecret', string | null>

const refuseUnusable = (
  { ports }: Pick<MultiStepCtx, 'ports'>,
  provider: PaymentProvider,
  { isOn, secretKey, webhookSecret, cardPlace, publishableKey }: Usable,
) => {
  const words = keyWords[provider]
  const fields: Record<string, string> = {}
  if (isOn && secretKey === null) fields.secretKey = words.noKey
  if (isOn && webhookSecret === null) fields.webhookSecret = words.noSecret
  if (cardPlace === 'portal') {
    if (publishableKey === null) fields.publishableKey = 'Please enter the publishable key'
    else if (secretKey !== null && isTestKey(publishableKey) !== isTestKey(secretKey))
      fields.publishableKey = 'Please enter the publishable key of the same mode as the secret key'
  }
  // A live key is refused in the demo, because everybody knows its passwords.
  if (ports.isDemo && secretKey !== null && !isTestKey(secretKey)) fields.secretKey = words.onlyTest
  if (Object.keys(fields).length === 0) return
  throw invalidFields(fields)
}

export const isFixedElsewhere = () =>
  new Problem('conflict', 'The keys were set where the portal was started, and can only be changed there.', {
    reason: 'fixed',
  })

/** Tests the keys in the form. Stored keys are used for those left out. Throws `invalid` if there are none. */
export async function testProcessor(
  ctx: MultiStepCtx<Staff>,
  provider: PaymentProvider,
  settings: Input<typeof paymentProcessor.test>,
): Promise<ProcessorCheck[]> {
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await findKept(ctx.read, ctx.ports, provider)
  const secretKey = settings.secretKey || kept.connection?.secretKey
  if (!secretKey) throw invalidFields({ secretKey: keyWords[provider].noKey })
  const connection =
    kept.isFixed && kept.connection
      ? kept.connection
      : {
          secretKey,
          webhookSecret: settings.webhookSecret || kept.webhookSecret,
          ...formOf(cardFormIn(settings, kept.cardForm)),
        }
  const checks = await ctx.ports.hosted[provider].test(connection, webhookUrlOf(ctx.ports, provider))
  return checks.map((check) => ({
    step: check.step,
    state: check.state,
    words: wordsOf(provider, check, connection),
  }))
}
