import type { AssistantMessage, assistant } from '#contract/assistant.ts'
import type { Input } from '#contract/kit.ts'
import { messageLength } from '#contract/messages.ts'
import { listTeam } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** How much of the conversation a person is given to read: the last questions and their answers. */
const messagesTold = 12
/** Longer answers are the firm's own articles: their beginning says which. */
const wordsOfAnswer = 300

/** Sends the conversation to the client's team, as a message of the client. */
export async function handOver(ctx: MultiStepCtx, { words }: Input<typeof assistant.handOver>) {
  await ctx.ports.limits.count('message', ctx.actor.id)
  const clientId = ctx.actor.id
  return ctx.transaction(async (step) => {
    const said = await store.listOf(step.db, clientId, { limit: messagesTold })
    await step.publish('supportAsked', { clientId, words: letterOf(said.toReversed(), words ?? '') })
    await audit(step, 'assistant.handedOver')
    const [person] = await listTeam(step.db, clientId)
    return { sentTo: person ? `${person.firstName} ${person.lastName}` : 'Your team' }
  })
}

type Said = Pick<AssistantMessage, 'isUser' | 'content'>

/** What was said, oldest first; of more than a message may hold, the oldest is left out. */
export function letterOf(said: readonly Said[], words: string): string {
  const letter = [
    words || "I'd like to speak to someone, please.",
    ...(said.length > 0 ? ['', 'From my conversation with Obi:', ...said.map(lineOf)] : []),
  ].join('\n')
  return letter.length > messageLength && said.length > 0 ? letterOf(said.slice(1), words) : letter
}

const lineOf = ({ isUser, content }: Said) => {
  const text = content.replace(/\s+/g, ' ')
  return isUser
    ? `Me: ${text}`
    : `Obi: ${text.length > wordsOfAnswer ? `${text.slice(0, wordsOfAnswer)}…` : text}`
}
