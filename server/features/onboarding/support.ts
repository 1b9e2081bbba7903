import { clientPath } from '#contract/pages.ts'
import { getAccount, listAdministrators, listAsked } from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Conversation } from './store.ts'
import { proceed, type Spoken } from './transition.ts'
import { viewOf } from './view.ts'

/** Writes to the client's team that they need a person, and where they are; the conversation waits where it is. */
export async function askForSupport(ctx: Ctx, conversation: Conversation, spoken: Spoken) {
  await ctx.publish('supportAsked', { clientId: conversation.clientId, words: callForHelp(conversation) })
  const { firm } = await viewOf(ctx, conversation)
  const call = firm.telephone
    ? ` You can also call ${firm.telephone}${firm.hours ? ` (${firm.hours})` : ''}.`
    : ''
  const content = `I've told ${firm.name} that you'd like to speak to a person, and where you are in this chat. You'll find your message, and their answer, under Messages.${call}`
  return proceed(ctx, conversation, { signal: 'support', spoken, first: [{ content }] })
}

/** Written for the client, who finds it among their own messages. */
const callForHelp = ({ stage }: Conversation) =>
  `Hello, I'd like to speak to a person about my verification.\n\nSent from the verification chat, at the step “${stage.replaceAll('_', ' ')}”.`

/** Puts it under the bell of whoever answers for the client, and of those who look after the portal. */
export async function tellFirm(
  ctx: Ctx,
  { clientId }: Pick<Conversation, 'clientId'>,
  { title, body }: { title: string; body: (name: string) => string },
) {
  const { firstName, lastName } = await getAccount(ctx.db, clientId)
  const asked = await listAsked(ctx.db, clientId)
  for (const id of new Set([...asked, ...(await listAdministrators(ctx.db))]))
    await notify(ctx, id, {
      topic: 'account',
      title,
      body: body(`${firstName} ${lastName}`),
      link: clientPath(clientId),
    })
}
