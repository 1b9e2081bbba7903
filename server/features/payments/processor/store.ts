import type { CardPlace, PaymentProvider } from '#contract/payments/processor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { paymentProcessors } from '../schema.ts'

/** The stored keys of one provider. */
export interface SettingsRow {
  isOn: boolean
  sealedSecretKey: string | null
  sealedWebhookSecret: string | null
  /** The account that the key belongs to, and the hash of the key that was used to find out. */
  account: string | null
  accountKey: string | null
}

const settingsColumns = {
  stripe: {
    isOn: paymentProcessors.isOn,
    sealedSecretKey: paymentProcessors.sealedSecretKey,
    sealedWebhookSecret: paymentProcessors.sealedWebhookSecret,
    account: paymentProcessors.account,
    accountKey: paymentProcessors.accountKey,
  },
  gocardless: {
    isOn: paymentProcessors.isGocardlessOn,
    sealedSecretKey: paymentProcessors.sealedGocardlessToken,
    sealedWebhookSecret: paymentProcessors.sealedGocardlessSecret,
    account: paymentProcessors.gocardlessAccount,
    accountKey: paymentProcessors.gocardlessAccountKey,
  },
}

export const findSettings = async (db: Db, provider: PaymentProvider): Promise<SettingsRow | null> => {
  const [row] = await db.select(settingsColumns[provider]).from(paymentProcessors).limit(1)
  return row ?? null
}

const gocardlessNames = {
  isOn: 'isGocardlessOn',
  sealedSecretKey: 'sealedGocardlessToken',
  sealedWebhookSecret: 'sealedGocardlessSecret',
  account: 'gocardlessAccount',
  accountKey: 'gocardlessAccountKey',
} as const satisfies Record<keyof SettingsRow, keyof typeof paymentProcessors.$inferInsert>

/** Columns that are left out do not change. */
export const saveSettings = (db: Db, provider: PaymentProvider, change: Partial<SettingsRow>) => {
  const set =
    provider === 'stripe'
      ? change
      : Object.fromEntries(
          Object.entries(change).map(([name, value]) => [gocardlessNames[name as keyof SettingsRow], value]),
        )
  return db
    .insert(paymentProcessors)
    .values({ isOn: false, ...set })
    .onConflictDoUpdate({ target: paymentProcessors.isOnly, set })
}

/** Of Stripe: where cards are entered. */
export interface CardForm {
  cardPlace: CardPlace
  publishableKey: string | null
}

export const findCardForm = async (db: Db): Promise<CardForm> => {
  const { cardPlace, publishableKey } = paymentProcessors
  const [row] = await db.select({ cardPlace, publishableKey }).from(paymentProcessors).limit(1)
  return row ?? { cardPlace: 'processor', publishableKey: null }
}

/** Into the row that is there once the keys were saved. */
export const saveCardForm = (db: Db, change: Partial<CardForm>) =>
  Object.keys(change).length === 0 ? null : db.update(paymentProcessors).set(change)
