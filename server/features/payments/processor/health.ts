import { type PaymentProvider, providerNames } from '#contract/payments/processor.ts'
import { findFailingSince } from '#server/platform/connections/store.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { type Connected, listOffered } from './connection.ts'
import { webhookUrlOf } from './settings.ts'

const ways: Record<PaymentProvider, string> = { stripe: 'by card', gocardless: 'from their bank' }

/** For the health: only providers that clients can choose. */
export const listWarnings = async ({ read, ports }: Pick<JobContext, 'read' | 'ports'>) =>
  (await listFailing({ read, ports })).map(
    ({ provider }) =>
      `${providerNames[provider]} didn't answer, or refused the keys, when a client last wanted to pay ${ways[provider]}. Check it under Integrations.`,
  )

async function listFailing({ read, ports }: Pick<JobContext, 'read' | 'ports'>) {
  const failing: Connected[] = []
  for (const offered of await listOffered(read, ports))
    if ((await findFailingSince(read, offered.provider)) !== null) failing.push(offered)
  return failing
}

/** Asks a provider that failed whether it takes the keys, without a client, so that the health hears of it. */
export async function askFailing({ read, ports }: Pick<JobContext, 'read' | 'ports'>) {
  for (const { provider, connection, pages } of await listFailing({ read, ports })) {
    const checks = await pages.test(connection, webhookUrlOf(ports, provider)).catch(() => [])
    if (checks.some(({ step, state }) => step === 'key' && state === 'good'))
      ports.connections.payments[provider].answered()
  }
}
