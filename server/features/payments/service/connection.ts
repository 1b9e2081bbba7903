import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type HostedProcessor,
  isTestKey,
  PaymentProvider,
  type ProcessorCheck,
  type ProcessorSettings,
  type paymentProcessor,
  processorOf,
  providerNames,
  providerOf,
} from '#contract/payments/processor.ts'
import { getAccount, listHoldersOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { HostedConnection, HostedPayments } from '#server/platform/ports/hosted-payments.ts'
import * as store from '../store.ts'
import { keyWords, wordsOf } from './connection-words.ts'

const testRate: Limit = { name: 'processorTest', points: 30, duration: 300 }

/** A processor with pages of its own, and what its payments are called in their rows. */
export interface Hosted {
  provider: PaymentProvider
  name: HostedProcessor
  connection: HostedConnection
  pages: HostedPayments
}

type Connected = Hosted & { isOn: boolean }
type Doors = Pick<Ctx['ports'], 'hosted' | 'secrets'>

/** The keys as they are kept, also while it is switched off: what was begun by them is still settled. */
export async function findConnected(
  db: Db,
  ports: Doors,
  provider: PaymentProvider,
): Promise<Connected | null> {
  const { isOn, connection } = await findKept(db, ports, provider)
  if (connection === null) return null
  const name = processorOf(provider, connection.secretKey)
  return { isOn, provider, name, connection, pages: ports.hosted[provider] }
}

export const listConnected = async (db: Db, ports: Doors): Promise<Connected[]> => {
  const connected: Connected[] = []
  for (const provider of PaymentProvider.options) {
    const one = await findConnected(db, ports, provider)
    if (one) connected.push(one)
  }
  return connected
}

/** The keys by which a payment was begun; null where those are no longer there, and of the sandbox. */
export async function findConnectedOf(
  db: Db,
  ports: Doors,
  { processor }: { processor: string },
): Promise<Hosted | null> {
  const provider = providerOf(processor)
  const connected = provider && (await findConnected(db, ports, provider))
  return connected?.name === processor ? connected : null
}

/**
 * What clients choose between; none while the sandbox is used. Beside one that takes real payments none in test mode
 * is offered: a test card would pay real fees.
 */
export async function listOffered(db: Db, ports: Doors): Promise<Hosted[]> {
  const on = (await listConnected(db, ports)).filter(({ isOn }) => isOn)
  const live = on.filter(({ connection }) => !isTestKey(connection.secretKey))
  return live.length > 0 ? live : on
}

async function findKept(db: Db, { hosted, secrets }: Doors, provider: PaymentProvider) {
  const { fixed } = hosted[provider]
  if (fixed) return { isOn: true, isFixed: true, connection: fixed, webhookSecret: fixed.webhookSecret }
  const row = await store.findSettings(db, provider)
  const open = (sealed: string | null | undefined, place: string) =>
    sealed ? secrets.open(sealed, place) : null
  const secretKey = open(row?.sealedSecretKey, places[provider].key)
  const webhookSecret = open(row?.sealedWebhookSecret, places[provider].webhook)
  const connection = secretKey === null ? null : { secretKey, webhookSecret }
  return { isOn: row?.isOn ?? false, isFixed: false, connection, webhookSecret }
}

const places = {
  stripe: { key: 'payment_processor:key', webhook: 'payment_processor:webhook' },
  gocardless: { key: 'payment_processor:gocardless', webhook: 'payment_processor:gocardless_webhook' },
}

export async function showProcessor(
  { db, ports }: Pick<Ctx<Staff>, 'db' | 'ports'>,
  provider: PaymentProvider,
): Promise<ProcessorSettings> {
  const { isOn, isFixed, connection, webhookSecret } = await findKept(db, ports, provider)
  const offered = await listOffered(db, ports)
  return {
    isOn,
    isFixed,
    hasSecretKey: connection !== null,
    hasWebhookSecret: webhookSecret !== null,
    mode: connection && (isTestKey(connection.secretKey) ? 'test' : 'live'),
    webhookUrl: webhookUrlOf(ports, provider),
    events: [...ports.hosted[provider].events],
    lastEventAt: await store.lastEventAt(db, provider),
    isHeldBack: isOn && !offered.some((one) => one.provider === provider),
  }
}

const webhookUrlOf = ({ origin }: Pick<Ctx['ports'], 'origin'>, provider: PaymentProvider) =>
  `${origin}/api/payments/${provider === 'stripe' ? 'events' : 'bank-events'}`

type Wanted = Input<typeof paymentProcessor.save>

export async function saveProcessor(ctx: Ctx<Staff>, provider: PaymentProvider, wanted: Wanted) {
  const kept = await findKept(ctx.db, ctx.ports, provider)
  if (kept.isFixed) throw isFixedElsewhere()
  const secretKey = wanted.secretKey || (kept.connection?.secretKey ?? null)
  const isOtherMode =
    secretKey !== null &&
    kept.connection !== null &&
    isTestKey(secretKey) !== isTestKey(kept.connection.secretKey)
  // Test mode and live mode sign with different secrets.
  const webhookSecret = wanted.webhookSecret || (isOtherMode ? null : kept.webhookSecret)
  refuseUnusable(ctx, provider, { isOn: wanted.isOn, secretKey, webhookSecret })
  const { seal } = ctx.ports.secrets
  await store.saveSettings(ctx.db, provider, {
    isOn: wanted.isOn,
    sealedSecretKey: secretKey && seal(secretKey, places[provider].key),
    sealedWebhookSecret: webhookSecret && seal(webhookSecret, places[provider].webhook),
  })
  const mode = secretKey === null ? 'none' : isTestKey(secretKey) ? 'test' : 'live'
  const details = { provider, isOn: String(wanted.isOn), mode }
  await audit(ctx, 'payment_processor.changed', { subjectId: null, details })
  await ctx.invalidate(everyone, 'payments')
  if (wanted.secretKey || wanted.webhookSecret) await tellOthers(ctx, provider)
  return showProcessor(ctx, provider)
}

/** Other keys lead clients' money to another account: whoever answers for money hears of it from the portal. */
async function tellOthers(ctx: Ctx<Staff>, provider: PaymentProvider) {
  const managers = await listHoldersOf(ctx.db, 'settings.manage')
  const cashiers = await listHoldersOf(ctx.db, 'payouts.read')
  const account = await getAccount(ctx.db, ctx.actor.id)
  for (const person of new Set([...managers, ...cashiers]))
    if (person !== ctx.actor.id)
      await notify(ctx, person, {
        topic: 'account',
        title: `The ${providerNames[provider]} keys have changed`,
        body: `${fullName(account)} changed them. From now on, clients pay into the account they belong to. If you didn’t expect this, ask an administrator at once.`,
        inMail: 'The keys clients pay by have changed.',
        ...(managers.includes(person) && { link: pages.integrations }),
      })
}

interface Usable {
  isOn: boolean
  secretKey: string | null
  webhookSecret: string | null
}

const refuseUnusable = (
  { ports }: Ctx,
  provider: PaymentProvider,
  { isOn, secretKey, webhookSecret }: Usable,
) => {
  const words = keyWords[provider]
  const fields: Record<string, string> = {}
  if (isOn && secretKey === null) fields.secretKey = words.noKey
  if (isOn && webhookSecret === null) fields.webhookSecret = words.noSecret
  // Everybody knows the demo's passwords.
  if (ports.isDemo && secretKey !== null && !isTestKey(secretKey)) fields.secretKey = words.onlyTest
  if (Object.keys(fields).length === 0) return
  throw new Problem('invalid', 'Please check the highlighted fields.', { fields })
}

const isFixedElsewhere = () =>
  new Problem('conflict', 'The keys were set where the portal was started, and can only be changed there.', {
    reason: 'fixed',
  })

/** Asks the provider with the keys as they stand in the form; those that are kept stand in for what was left out. */
export async function testProcessor(
  ctx: MultiStepCtx<Staff>,
  provider: PaymentProvider,
  asked: Input<typeof paymentProcessor.test>,
): Promise<ProcessorCheck[]> {
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await findKept(ctx.read, ctx.ports, provider)
  const secretKey = asked.secretKey || kept.connection?.secretKey
  if (!secretKey)
    throw new Problem('invalid', 'Please check the highlighted fields.', {
      fields: { secretKey: keyWords[provider].noKey },
    })
  const connection =
    kept.isFixed && kept.connection
      ? kept.connection
      : { secretKey, webhookSecret: asked.webhookSecret || kept.webhookSecret }
  const checks = await ctx.ports.hosted[provider].test(connection, webhookUrlOf(ctx.ports, provider))
  return checks.map((check) => ({
    step: check.step,
    state: check.state,
    words: wordsOf(provider, check, connection),
  }))
}
