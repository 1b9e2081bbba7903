import { createHash } from 'node:crypto'
import {
  type HostedProcessor,
  isTestKey,
  PaymentProvider,
  processorOf,
  providerOf,
} from '#contract/payments/processor.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HostedConnection, HostedPayments } from '#server/platform/ports/hosted-payments.ts'
import { findSettings } from '../settings-store.ts'

/** A processor with pages of its own, and what its payments are called in their rows. */
export interface Hosted {
  provider: PaymentProvider
  name: HostedProcessor
  /** Whose the keys are, as the processor calls it; null where that was not asked yet, or is not told. */
  account: string | null
  connection: HostedConnection
  pages: HostedPayments
}

export type Connected = Hosted & { isOn: boolean; isAccountKnown: boolean }
export type Doors = Pick<Ctx['ports'], 'hosted' | 'secrets'>

/** The keys as they are kept, also while it is switched off: what was begun by them is still settled. */
export async function findConnected(
  db: Db,
  ports: Doors,
  provider: PaymentProvider,
): Promise<Connected | null> {
  const { isOn, connection, account } = await findKept(db, ports, provider)
  if (connection === null) return null
  const name = processorOf(provider, connection.secretKey)
  const isAccountKnown = account?.isOf(connection) ?? false
  return {
    isOn,
    provider,
    name,
    connection,
    isAccountKnown,
    account: isAccountKnown ? (account?.id ?? null) : null,
    pages: ports.hosted[provider],
  }
}

export const listConnected = async (db: Db, ports: Doors): Promise<Connected[]> => {
  const connected: Connected[] = []
  for (const provider of PaymentProvider.options) {
    const one = await findConnected(db, ports, provider)
    if (one) connected.push(one)
  }
  return connected
}

/** What of a payment says where it was begun. */
export interface Begun {
  processor: string
  processorAccount: string | null
}

/** Whether a payment was begun by keys of this account; of one that nobody asked about any account will do. */
export const isBegunAt = (
  { processor, processorAccount }: Begun,
  { name, account }: Pick<Hosted, 'name' | 'account'>,
) => processor === name && (processorAccount === null || account === null || processorAccount === account)

/** The keys by which a payment was begun; null where those are no longer there, and of the sandbox. */
export async function findConnectedOf(db: Db, ports: Doors, payment: Begun): Promise<Hosted | null> {
  const provider = providerOf(payment.processor)
  const connected = provider && (await findConnected(db, ports, provider))
  return connected && isBegunAt(payment, connected) ? connected : null
}

/**
 * What clients choose between; none while the sandbox is used. Beside one that takes real payments none in test mode
 * is offered: a test card would pay real fees.
 */
export async function listOffered(db: Db, ports: Doors): Promise<Connected[]> {
  const on = (await listConnected(db, ports)).filter(({ isOn }) => isOn)
  const live = on.filter(({ connection }) => !isTestKey(connection.secretKey))
  return live.length > 0 ? live : on
}

export async function findKept(db: Db, { hosted, secrets }: Doors, provider: PaymentProvider) {
  const { fixed } = hosted[provider]
  const row = await findSettings(db, provider)
  const account = row && {
    id: row.account,
    isOf: (connection: HostedConnection) => row.accountKey === printOf(connection),
  }
  if (fixed)
    return { isOn: true, isFixed: true, connection: fixed, webhookSecret: fixed.webhookSecret, account }
  const open = (sealed: string | null | undefined, place: string) =>
    sealed ? secrets.open(sealed, place) : null
  const secretKey = open(row?.sealedSecretKey, places[provider].key)
  const webhookSecret = open(row?.sealedWebhookSecret, places[provider].webhook)
  const connection = secretKey === null ? null : { secretKey, webhookSecret }
  return { isOn: row?.isOn ?? false, isFixed: false, connection, webhookSecret, account }
}

export const places = {
  stripe: { key: 'payment_processor:key', webhook: 'payment_processor:webhook' },
  gocardless: { key: 'payment_processor:gocardless', webhook: 'payment_processor:gocardless_webhook' },
}

/** By which a key is known again without being kept. */
export const printOf = ({ secretKey }: Pick<HostedConnection, 'secretKey'>) =>
  createHash('sha256').update(secretKey).digest('hex')
