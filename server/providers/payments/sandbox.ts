import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import type { Charge, ChargeOutcome, PaymentProcessor } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { sandboxCharges } from './schema.ts'

const declined: Record<string, string> = {
  sandbox_declined: 'Your bank declined this card. Please use another card, or ask your bank why.',
  sandbox_insufficient_funds: "There isn't enough money on this card. Please use another card.",
  sandbox_expired: 'This card has expired. Please use another card.',
}
const paying = new Set(['sandbox_good', 'sandbox_slow', 'sandbox_apple_pay', 'sandbox_google_pay'])

/**
 * A processor that moves no money, for demonstration and tests. Keeps its charges in a table of its own and outside our
 * transactions, so that a crash between charge and commit is as real as with any other.
 */
export const openSandbox = (db: Db): PaymentProcessor => ({
  name: 'sandbox',
  isSandbox: true,
  defaultToken: 'sandbox_good',
  timeout: seconds(8),
  charge: async (charge, signal) => {
    if (charge.token === 'sandbox_error')
      throw new Error('The sandbox processor failed, as this card asks it to.')
    const outcome = await keep(db, charge)
    // The charge is made at once. Only the response is late, as on a bad connection.
    if (charge.token === 'sandbox_slow') await sleep(seconds(15), undefined, { signal })
    return outcome
  },
  find: async (key) => {
    const [charge] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, key))
    return charge ? outcomeOf(charge) : null
  },
})

async function keep(db: Db, { key, amount, token }: Charge): Promise<ChargeOutcome> {
  const reason =
    declined[token] ?? (paying.has(token) ? null : "This payment wasn't recognised. Please try again.")
  const row = { key, amount, status: reason === null ? ('paid' as const) : ('declined' as const), reason }
  const reference = `sbx_${randomUUID()}`
  await db
    .insert(sandboxCharges)
    .values({ ...row, reference, createdAt: new Date() })
    .onConflictDoNothing()
  const [charge] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.key, key))
  return charge ? outcomeOf(charge) : { status: 'unknown' }
}

const outcomeOf = ({ status, reason, reference }: typeof sandboxCharges.$inferSelect): ChargeOutcome =>
  status === 'paid' ? { status: 'paid', reference } : { status: 'declined', reason: reason ?? '' }
