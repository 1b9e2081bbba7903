import { formatPounds } from '#contract/kit/money.ts'
import { pages } from '#contract/kit/pages.ts'
import { type CardPlace, type PaymentProvider, providerNames } from '#contract/payments/processor.ts'
import { listHoldersOf, nameOfActor } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'

/** Payments that the present keys cannot finish. */
export interface Left {
  count: number
  /** In pence. */
  amount: number
}
export const leftWords = ({ count, amount }: Left) =>
  `${count === 1 ? '1 payment' : `${count} payments`} (${formatPounds(amount)})`

/** Notifies the people who answer for money of payments that only the old keys can finish. */
export async function notifyUnfinished(ctx: Ctx, provider: PaymentProvider, left: Left) {
  const name = providerNames[provider]
  for (const person of await listAnswerable(ctx))
    await notify(ctx, person, {
      topic: 'payments',
      title: `Payments are unfinished in another ${name} account`,
      body: `The portal now uses keys of another ${name} account. ${leftWords(left)} started with the old keys can’t be finished until those keys are back.`,
      link: pages.refunds,
    })
}

/** The people who manage the keys, and those who answer for money. */
const listAnswerable = async ({ db }: Ctx) =>
  new Set([...(await listHoldersOf(db, 'settings.manage')), ...(await listHoldersOf(db, 'payouts.read'))])

/** What others are told of. A change of keys comes before the rest, as it decides where money goes. */
export type ProcessorChange = 'keys' | 'removed' | 'on' | 'off' | CardPlace

/** Notifies the people who answer for money, because other keys send clients' money to another account, or nowhere. */
export async function notifyOfChange(ctx: Ctx<Staff>, provider: PaymentProvider, change: ProcessorChange) {
  const managers = await listHoldersOf(ctx.db, 'settings.manage')
  const who = await nameOfActor(ctx)
  const { title, sentence, inMail } = changeWords(providerNames[provider], change)
  for (const person of await listAnswerable(ctx))
    if (person !== ctx.actor.id)
      await notify(ctx, person, {
        topic: 'account',
        title,
        body: `${who} ${sentence} If you didn’t expect this, ask an administrator at once.`,
        inMail,
        ...(managers.includes(person) && { link: pages.integrations }),
      })
}

const changeWords = (name: string, change: ProcessorChange) => {
  if (change === 'keys')
    return {
      title: `The ${name} keys have changed`,
      sentence: 'changed them. From now on, clients pay into the account they belong to.',
      inMail: 'The keys clients pay by have changed.',
    }
  if (change === 'removed')
    return {
      title: `The ${name} keys have been removed`,
      sentence: `removed them. Clients can’t pay by ${name} any more.`,
      inMail: 'The keys clients paid by have been removed.',
    }
  if (change === 'portal' || change === 'processor') {
    const page =
      change === 'portal' ? 'in the portal, in a form that runs Stripe’s script' : 'on Stripe’s page'
    return {
      title: 'Where clients enter their card has changed',
      sentence: `changed it. Cards are now entered ${page}.`,
      inMail: 'Where clients enter their card has changed.',
    }
  }
  return {
    title: `${name} was switched ${change}`,
    sentence: `switched ${change} payments by ${name}.`,
    inMail: `A way for clients to pay was switched ${change}.`,
  }
}
