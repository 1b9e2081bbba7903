import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { listRecipients, namesOf } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as matters from '../store.ts'
import * as store from './store.ts'

/**
 * Notifies whoever is responsible for the client that a fee was paid when all its cases were closed: the bank took its
 * time, and the money now lies with the firm without work to spend it on.
 */
export async function notifyOfLatePayment(
  ctx: Ctx,
  { clientId, taskId, amount }: DomainEvents['paymentMade'],
) {
  const rows = await matters.listByIds(ctx.db, await store.listMattersOf(ctx.db, taskId))
  const [row] = rows
  if (!row || rows.some(({ status }) => status !== 'closed')) return
  const client = (await namesOf(ctx.db, [clientId])).get(clientId)
  for (const person of await listRecipients(ctx.db, clientId, row.id))
    await notify(ctx, person, {
      topic: 'cases',
      title: 'A payment came after its case was closed',
      body: `${formatPounds(amount)} from ${client ? fullName(client) : 'a client'}: ${row.title} (${row.reference}). Please pay it back, or reopen the case.`,
      inMail: 'A payment came after its case was closed.',
      matterId: row.id,
      link: pathTo(pages.firmMatters, 'case', row.id),
    })
}
