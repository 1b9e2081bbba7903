import type { UserId } from '#contract/accounts/accounts.ts'
import type { ConnectionName } from '#contract/connections.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { getAccount, listHoldersOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { everyone, signal } from '#server/platform/events/bus.ts'

/** The name of each connection within a sentence. */
const called: Record<ConnectionName, string> = {
  mail: 'mail server',
  files: 'storage for files',
  scanner: 'virus scanner',
  timeStamps: 'time-stamp authority',
  seal: 'certificate for seals',
  model: 'language model',
}

interface Change {
  /** Where it leads now; null where nothing is connected any more. */
  facts: string | null
  /** The sealed settings that were in use. */
  before: string | null
}

/** Whoever has pointed the mail at a server of their own could keep the warning: it goes by the one before as well. */
const warnBy = (ctx: Ctx<Staff>, person: UserId, before: string) =>
  ctx.publish('mailDue', {
    to: person,
    subject: 'The portal’s mail server has changed',
    paragraphs: [
      'The portal sends its emails another way from now on. This email still came by the mail server used before.',
      'If you didn’t expect this, ask your other administrators at once.',
    ],
    action: { label: 'Open Integrations', path: `${pages.integrations}?tab=connections` },
    event: `mail-server:${newId()}`,
    via: before,
  })

/** Signals all nodes, refreshes all open pages, and notifies the others who may change connections. */
export async function notifyOfChange(ctx: Ctx<Staff>, name: ConnectionName, { facts, before }: Change) {
  await signal(ctx.db, { kind: 'connections' })
  // Every page knows whether the portal sends email.
  await ctx.invalidate(everyone, 'connections', ...(name === 'mail' ? (['settings'] as const) : []))
  const who = fullName(await getAccount(ctx.db, ctx.actor.id))
  const change =
    facts === null
      ? `${who} disconnected the ${called[name]}: the portal uses what is built in.`
      : `${who} changed the ${called[name]}. It is now: ${facts}.`
  for (const person of await listHoldersOf(ctx.db, 'settings.manage')) {
    if (person === ctx.actor.id) continue
    if (name === 'mail' && before !== null) await warnBy(ctx, person, before)
    await notify(ctx, person, {
      topic: 'account',
      title: `The ${called[name]} has changed`,
      body: `${change} If you didn’t expect this, ask them at once.`,
      inMail: `The portal’s ${called[name]} has changed.`,
      link: `${pages.integrations}?tab=connections`,
    })
  }
}
