import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type paymentProcessor as contract,
  isTestKey,
  type ProcessorCheck,
  ProcessorPermission,
  type ProcessorSettings,
} from '#contract/payments/processor.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { HostedCheckResult, HostedConnection } from '#server/platform/ports/hosted-payments.ts'
import * as store from '../store.ts'

const testRate: Limit = { name: 'processorTest', points: 30, duration: 300 }

/** A processor with pages of its own, and what its payments are called in their rows. */
export interface Hosted {
  name: 'stripe' | 'stripe_test'
  connection: HostedConnection
}

type Doors = Pick<Ctx['ports'], 'hosted' | 'secrets'>

/** The keys as they are kept, also while it is switched off: what was begun by them is still settled. */
export async function findConnected(db: Db, ports: Doors): Promise<(Hosted & { isOn: boolean }) | null> {
  const { isOn, connection } = await findKept(db, ports)
  if (connection === null) return null
  return { isOn, connection, name: nameOf(connection) }
}

/** Where clients pay on the processor's page; null while the sandbox is used. */
export async function findHosted(db: Db, ports: Doors): Promise<Hosted | null> {
  const connected = await findConnected(db, ports)
  return connected?.isOn ? connected : null
}

const nameOf = ({ secretKey }: HostedConnection) => (isTestKey(secretKey) ? 'stripe_test' : 'stripe')

async function findKept(db: Db, { hosted: { fixed }, secrets }: Doors) {
  if (fixed) return { isOn: true, isFixed: true, connection: fixed, webhookSecret: fixed.webhookSecret }
  const row = await store.findSettings(db)
  const open = (sealed: string | null | undefined, place: string) =>
    sealed ? secrets.open(sealed, place) : null
  const secretKey = open(row?.sealedSecretKey, keyPlace)
  const webhookSecret = open(row?.sealedWebhookSecret, webhookPlace)
  const connection = secretKey === null ? null : { secretKey, webhookSecret }
  return { isOn: row?.isOn ?? false, isFixed: false, connection, webhookSecret }
}

const keyPlace = 'payment_processor:key'
const webhookPlace = 'payment_processor:webhook'

export async function showProcessor({
  db,
  ports,
}: Pick<Ctx<Staff>, 'db' | 'ports'>): Promise<ProcessorSettings> {
  const { isOn, isFixed, connection, webhookSecret } = await findKept(db, ports)
  return {
    isOn,
    isFixed,
    hasSecretKey: connection !== null,
    hasWebhookSecret: webhookSecret !== null,
    mode: connection && (isTestKey(connection.secretKey) ? 'test' : 'live'),
    webhookUrl: webhookUrlOf(ports),
    events: [...ports.hosted.events],
    lastEventAt: await store.lastEventAt(db),
  }
}

const webhookUrlOf = ({ origin }: Pick<Ctx['ports'], 'origin'>) => `${origin}/api/payments/events`

export async function saveProcessor(ctx: Ctx<Staff>, wanted: Input<typeof contract.save>) {
  const kept = await findKept(ctx.db, ctx.ports)
  if (kept.isFixed) throw isFixedElsewhere()
  const secretKey = wanted.secretKey || (kept.connection?.secretKey ?? null)
  const isOtherMode =
    secretKey !== null &&
    kept.connection !== null &&
    isTestKey(secretKey) !== isTestKey(kept.connection.secretKey)
  // Test mode and live mode sign with different secrets.
  const webhookSecret = wanted.webhookSecret || (isOtherMode ? null : kept.webhookSecret)
  refuseUnusable(ctx, { isOn: wanted.isOn, secretKey, webhookSecret })
  const { seal } = ctx.ports.secrets
  await store.saveSettings(ctx.db, {
    isOn: wanted.isOn,
    sealedSecretKey: secretKey && seal(secretKey, keyPlace),
    sealedWebhookSecret: webhookSecret && seal(webhookSecret, webhookPlace),
  })
  const mode = secretKey === null ? 'none' : isTestKey(secretKey) ? 'test' : 'live'
  const details = { isOn: String(wanted.isOn), mode }
  await audit(ctx, 'payment_processor.changed', { subjectId: null, details })
  await ctx.invalidate(everyone, 'payments')
  return showProcessor(ctx)
}

interface Usable {
  isOn: boolean
  secretKey: string | null
  webhookSecret: string | null
}

const refuseUnusable = ({ ports }: Ctx, { isOn, secretKey, webhookSecret }: Usable) => {
  const fields: Record<string, string> = {}
  if (isOn && secretKey === null) fields.secretKey = 'Please enter the secret key'
  if (isOn && webhookSecret === null) fields.webhookSecret = 'Please enter the signing secret of this mode'
  // Everybody knows the demo's passwords.
  if (ports.isDemo && secretKey !== null && !isTestKey(secretKey))
    fields.secretKey = 'The demo only takes a test key (sk_test_ or rk_test_)'
  if (Object.keys(fields).length === 0) return
  throw new Problem('invalid', 'Please check the highlighted fields.', { fields })
}

const isFixedElsewhere = () =>
  new Problem('conflict', 'The keys were set where the portal was started, and can only be changed there.', {
    reason: 'fixed',
  })

/** Asks Stripe with the keys as they stand in the form; those that are kept stand in for what was left out. */
export async function testProcessor(
  ctx: MultiStepCtx<Staff>,
  asked: Input<typeof contract.test>,
): Promise<ProcessorCheck[]> {
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const kept = await findKept(ctx.read, ctx.ports)
  const secretKey = asked.secretKey || kept.connection?.secretKey
  if (!secretKey)
    throw new Problem('invalid', 'Please check the highlighted fields.', {
      fields: { secretKey: 'Please enter the secret key' },
    })
  const connection =
    kept.isFixed && kept.connection
      ? kept.connection
      : { secretKey, webhookSecret: asked.webhookSecret || kept.webhookSecret }
  const checks = await ctx.ports.hosted.test(connection, webhookUrlOf(ctx.ports))
  return checks.map((check) => ({ step: check.step, state: check.state, words: wordsOf(check, connection) }))
}

const wordsOf = ({ step, state, failure }: HostedCheckResult, { secretKey }: HostedConnection) => {
  if (failure === 'unreachable')
    return "Stripe doesn't answer. Please check that the portal can reach api.stripe.com."
  if (isPermission(step)) return permissionWords[step]
  const mode = isTestKey(secretKey) ? 'test mode: no money moves' : 'live mode: money moves'
  if (state === 'good') return step === 'key' ? `Stripe accepts the key (${mode}).` : goodWords[step]
  if (state === 'unknown') return `This restricted key isn't allowed to look at ${unseen[step]}.`
  return badWords[step]
}

const isPermission = (step: HostedCheckResult['step']): step is ProcessorPermission =>
  ProcessorPermission.safeParse(step).success

const permissionWords: Record<ProcessorPermission, string> = {
  refunds: "This restricted key isn't allowed to look at refunds. It needs to write Charges and Refunds.",
  disputes: "This restricted key isn't allowed to look at disputes. It needs to read Disputes.",
  payouts: "This restricted key isn't allowed to look at payouts. It needs to read Payouts.",
  balance: "This restricted key isn't allowed to look at what payouts are made of. It needs to read Balance.",
}
const goodWords = {
  account: 'Your Stripe account can take payments.',
  webhook: 'Stripe sends its events to this portal. The signing secret shows itself with the first one.',
}
type Step = Exclude<HostedCheckResult['step'], ProcessorPermission>
const unseen: Record<Step, string> = {
  key: 'payment pages (Checkout Sessions). It needs to write them',
  account: 'the account',
  webhook: 'webhooks. Please check in Stripe that the endpoint is there',
}
const badWords: Record<Step, string> = {
  key: "Stripe doesn't accept this key.",
  account: "Your Stripe account can't take payments yet. Please finish setting it up in Stripe.",
  webhook:
    "Stripe isn't sending this portal all the events it needs. Please add the endpoint and its events in Stripe, and enter its signing secret here.",
}
