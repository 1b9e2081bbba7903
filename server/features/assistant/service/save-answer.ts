import type { Answer, AssistantEvent, AssistantMessage } from '#contract/assistant/assistant.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Client, MultiStepCtx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

interface Kept {
  asked: AssistantMessage
  message: AssistantMessage
}

/** Keeps a question with its answer, both or neither; what was not known is noted for the firm. */
export const keep = (
  ctx: MultiStepCtx<Client>,
  question: string,
  { content, ...answer }: Answer,
): Promise<Kept> =>
  ctx.transaction(async ({ db, now, actor }) => {
    const clientId = actor.id
    const row = { clientId, createdAt: now }
    const asked = await store.insert(db, { ...row, isUser: true, content: question })
    const message = await store.insert(db, { ...row, isUser: false, content, answer })
    if (answer.kind === 'unknown') {
      const gap = withoutParticulars(question, await getAccount(db, clientId))
      await store.noteGap(db, gap, now)
    }
    return { asked, message }
  })

/** An answer that is known whole, bit by bit. */
export async function* told(kept: Kept): AsyncGenerator<AssistantEvent> {
  for (const text of piecesOf(kept.message.content)) yield { type: 'text', text }
  yield { type: 'done', ...kept }
}

const wordsAtOnce = 6

/** An answer in the pieces that it is streamed in; put together they are the answer again. */
const piecesOf = (content: string): string[] =>
  content.match(new RegExp(`(?:\\S+\\s*){1,${wordsAtOnce}}`, 'g')) ?? []

/** A question as the firm is shown it: without the asker's name, addresses and numbers. */
export const withoutParticulars = (
  question: string,
  { firstName, lastName }: { firstName: string; lastName: string },
) => {
  const names = [firstName, lastName].filter((name) => name.length > 1).map(escaped)
  const name = names.length === 0 ? null : new RegExp(`${noneBefore}(${names.join('|')})${noneAfter}`, 'giu')
  const plain = question
    .normalize('NFC')
    .replace(/\S+@\S+/g, '(address)')
    .replace(/\b\d(?:[ -]?\d){3,}\b/g, '(number)')
    .replace(/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi, '(postcode)')
  return (name ? plain.replace(name, '(name)') : plain).slice(0, 300)
}

// A word ends where no letter of any script goes on: \b knows English ones alone.
const [noneBefore, noneAfter] = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])']

const escaped = (text: string) => text.normalize('NFC').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
