import type { Answer, AssistantEvent, AssistantMessage } from '#contract/assistant.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import { withoutParticulars } from './gaps.ts'
import { piecesOf } from './pieces.ts'
import * as store from './store.ts'

interface Kept {
  asked: AssistantMessage
  message: AssistantMessage
}

/** Keeps a question with its answer, both or neither; what was not known is noted for the firm. */
export const keep = (ctx: MultiStepCtx, question: string, { content, ...answer }: Answer): Promise<Kept> =>
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
