import { createHash } from 'node:crypto'
import {
  type CardPlace,
  type HostedProcessor,
  isTestKey,
  PaymentProvider,
  processorOf,
  providerOf,
} from '#contract/payments/processor.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HostedConnection, HostedPayments } from '#server/platform/ports/hosted-payments.ts'
import { type CardForm, findCardForm, findSettings } from './store.ts'

/** A processor with pages of its own, and the name that its payments have in their rows. */
export interface Hosted {
  provider: PaymentProvider
  name: HostedProcessor
  /** The processor's id of the account that the keys belong to. Null if it is not known. */
  account: string | null
  connection: HostedConnection
  pages: HostedPayments
}

export type Connected = Hosted & { isOn: boolean; isAccountKnown: boolean }
export type PaymentPorts = Pick<Ctx['ports'], 'hosted' | 'secrets'>

/**
 * Returns the stored keys, even while the processor is switched off, because payments started with them are still
 * settled.
 */
export async function findConnected(
  db: Db,
  ports: PaymentPorts,
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

export const listConnected = async (db: Db, ports: PaymentPorts): Promise<Connected[]> => {
  const connected: Connected[] = []
  for (const provider of PaymentProvider.options) {
    const found = await findConnected(db, ports, provider)
    if (found) connected.push(found)
  }
  return connected
}

/** The columns of a payment that say where it was started. */
export interface Begun {
  processor: string
  processorAccount: string | null
}

/**
 * Whether a payment was started with keys of this account. If either account is unknown, only the processor is
 * compared.
 */
export const isBegunAt = (
  { processor, processorAccount }: Begun,
  { name, account }: Pick<Hosted, 'name' | 'account'>,
) => processor === name && (processorAccount === null || account === null || processorAccount === account)

/**
 * Returns the keys with which a payment was started. Null if they have been replaced or removed, and for the sandbox.
 */
export async function findConnectedOf(db: Db, ports: PaymentPorts, payment: Begun): Promise<Hosted | null> {
  const provider = providerOf(payment.processor)
  const connected = provider && (await findConnected(db, ports, provider))
  return connected && isBegunAt(payment, connected) ? connected : null
}

/**
 * Returns the processors that clients can choose from. Empty while the sandbox is used. A processor in test mode is not
 * offered beside a live one, because a test card would pay real fees.
 */
export async function listOffered(db: Db, ports: PaymentPorts): Promise<Connected[]> {
  const on = (await listConnected(db, ports)).filter(({ isOn }) => isOn)
  const live = on.filter(({ connection }) => !isTestKey(connection.secretKey))
  return live.length > 0 ? live : on
}

export async function findKept(db: Db, { hosted, secrets }: PaymentPorts, provider: PaymentProvider) {
  const { fixed } = hosted[provider]
  const row = await findSettings(db, provider)
  const account = row && {
    id: row.account,
    isOf: (connection: HostedConnection) => row.accountKey === keyFingerprint(connection),
  }
  if (fixed) {
    const cardForm = {
      cardPlace: fixed.form?.isUsed ? ('portal' as const) : ('processor' as const),
      publishableKey: fixed.form?.publishableKey ?? null,
    }
    return {
      cardForm,
      isOn: true,
      isFixed: true,
      connection: fixed,
      webhookSecret: fixed.webhookSecret,
      account,
    }
  }
  const open = (sealed: string | null | undefined, place: string) =>
    sealed ? secrets.open(sealed, place) : null
  const secretKey = open(row?.sealedSecretKey, places[provider].key)
  const webhookSecret = open(row?.sealedWebhookSecret, places[provider].webhook)
  const cardForm =
    provider === 'stripe' ? await findCardForm(db) : { cardPlace: 'processor' as const, publishableKey: null }
  const connection = secretKey === null ? null : { secretKey, webhookSecret, ...formOf(cardForm) }
  return { cardForm, isOn: row?.isOn ?? false, isFixed: false, connection, webhookSecret, account }
}

/** What is left out stays as it is kept. */
export const cardFormIn = (
  wanted: { cardPlace?: CardPlace; publishableKey?: string },
  kept: CardForm,
): CardForm => ({
  cardPlace: wanted.cardPlace ?? kept.cardPlace,
  publishableKey: wanted.publishableKey || kept.publishableKey,
})

/** Of a connection: its form, where one was set up. */
export const formOf = ({ cardPlace, publishableKey }: CardForm): Pick<HostedConnection, 'form'> =>
  publishableKey === null ? {} : { form: { publishableKey, isUsed: cardPlace === 'portal' } }

export const places = {
  stripe: { key: 'payment_processor:key', webhook: 'payment_processor:webhook' },
  gocardless: { key: 'payment_processor:gocardless', webhook: 'payment_processor:gocardless_webhook' },
}

/** Returns a hash by which a key is recognised without storing it. */
export const keyFingerprint = ({ secretKey }: Pick<HostedConnection, 'secretKey'>) =>
  createHash('sha256').update(secretKey).digest('hex')
