import type { UserId } from '#contract/accounts.ts'
import type { AssistantMessage, assistant } from '#contract/assistant.ts'
import type { Input } from '#contract/kit.ts'
import { listTeam } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** How much of the conversation a person is given to read: the last questions and their answers. */
const messagesTold = 12
/** Longer answers are the firm's own articles: their beginning says which. */
const wordsOfAnswer = 300

/** Sends the conversation to the client's team, as a message of the client. */
export async function handOver(ctx: Ctx, { words }: Input<typeof assistant.handOver>) {
  const clientId = ctx.actor.id as UserId
  const said = await store.listOf(ctx.db, clientId, { limit: messagesTold })
  await ctx.announce('supportAsked', { clientId, words: letterOf(said.toReversed(), words ?? '') })
  await audit(ctx, 'assistant.handedOver')
  const [person] = await listTeam(ctx.db, clientId)
  return { sentTo: person ? `${person.firstName} ${person.lastName}` : 'Your team' }
}

const letterOf = (said: readonly AssistantMessage[], words: string) =>
  [
    words || 'I would like to speak to a person, please.',
    ...(said.length > 0 ? ['', 'From my conversation with Obi:', ...said.map(lineOf)] : []),
  ].join('\n')

const lineOf = ({ isUser, content }: AssistantMessage) => {
  const text = content.replace(/\s+/g, ' ')
  return isUser
    ? `Me: ${text}`
    : `Obi: ${text.length > wordsOfAnswer ? `${text.slice(0, wordsOfAnswer)}…` : text}`
}
