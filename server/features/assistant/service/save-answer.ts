import type { Answer, AssistantEvent, AssistantMessage } from '#contract/assistant/assistant.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Client, MultiStepCtx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

interface Kept {
  asked: AssistantMessage
  message: AssistantMessage
}

/** Saves a question and its answer in one transaction. If the answer was not known, notes the question for the firm. */
export const keep = (
  ctx: MultiStepCtx<Client>,
  question: string,
  { content, ...answer }: Answer,
): Promise<Kept> =>
  ctx.transaction(async ({ db, now, actor }) => {
    const clientId = actor.id
    const row = { clientId, createdAt: now }
    const questionMessage = await store.insert(db, { ...row, isUser: true, content: question })
    const message = await store.insert(db, { ...row, isUser: false, content, answer })
    if (answer.kind === 'unknown') {
      const gap = withoutParticulars(question, await getAccount(db, clientId))
      await store.noteGap(db, gap, now)
    }
    return { asked: questionMessage, message }
  })

/** Streams an answer that is already complete, in pieces. */
export async function* streamed(kept: Kept): AsyncGenerator<AssistantEvent> {
  for (const text of piecesOf(kept.message.content)) yield { type: 'text', text }
  yield { type: 'done', ...kept }
}

const wordsAtOnce = 6

/** Splits an answer into the pieces that are streamed. Joined, they are the answer again. */
const piecesOf = (content: string): string[] =>
  content.match(new RegExp(`(?:\\S+\\s*){1,${wordsAtOnce}}`, 'g')) ?? []

/** Returns a question as the firm sees it: without the asker's name, addresses and numbers. */
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

// A word ends where no letter of any script follows. `\b` only knows English letters.
const [noneBefore, noneAfter] = ['(?<![\\p{L}\\p{M}\\d])', '(?![\\p{L}\\p{M}\\d])']

const escaped = (text: string) => text.normalize('NFC').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
