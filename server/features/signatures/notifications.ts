import type { UserId } from '#contract/accounts.ts'
import { listAdministrators, listTeam } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { RequestRow } from './store.ts'

interface News {
  inMail: string
  title: string
  body: string
  link: string
}

/** Notifies who sent a document and who answers for the client; everybody who may see it is shown the change. */
export async function tellFirm(ctx: Ctx, { clientId, senderId }: RequestRow, news: News) {
  const team = (await listTeam(ctx.db, clientId)).map(({ id }) => id)
  const heard = new Set([senderId, team[0] ?? null].filter((id) => id !== null))
  for (const id of heard) await notify(ctx, id, { topic: 'signatures', ...news })
  await refreshFirm(ctx, clientId)
}

/** Lets the lists of those who may see this client be asked again. */
export async function refreshFirm(ctx: Ctx, clientId: UserId) {
  const team = (await listTeam(ctx.db, clientId)).map(({ id }) => id)
  const all = new Set([...team, ...(await listAdministrators(ctx.db))])
  for (const id of all) await ctx.invalidate(id, 'signatures')
}
