import type { AssistantEvent } from '#contract/assistant.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import type { LanguageModel } from '#server/platform/ports/language-model.ts'
import { answerBuiltIn, type Sources } from './built-in-answer.ts'
import { answerOf, requestFor } from './model-prompt.ts'
import { keep, told } from './save-answer.ts'
import * as store from './store.ts'

interface Asked {
  question: string
  sources: Sources
  model: LanguageModel
}

const historyTold = 6
/** In characters: several times what it is asked for. */
const longestAnswer = 10_000
const fallenBack = "The language model didn't respond, so this is the built-in answer."
const stopped = 'You stopped this answer.'

/** The model's words as they come. Whoever stops keeps what came; where nothing comes, the built-in answer does. */
export async function* answerByModel(ctx: MultiStepCtx, asked: Asked): AsyncGenerator<AssistantEvent> {
  const { question, sources, model } = asked
  const history = (await store.listOf(ctx.read, ctx.actor.id, { limit: historyTold })).toReversed()
  const asker = await getAccount(ctx.read, ctx.actor.id)
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(model.timeout)])
  let content = ''
  let isOver = false
  try {
    for await (const text of model.answer(requestFor(question, { sources, history, asker }), signal)) {
      content += text
      if (content.length > longestAnswer) throw new Error("The language model's answer was too long.")
      yield { type: 'text', text }
    }
    isOver = true
    yield { type: 'done', ...(await keep(ctx, question, answerOf(content.trim(), question, sources))) }
  } catch {
    isOver = true
    if (content !== '') yield { type: 'restart' }
    const answer = await answerBuiltIn(question, sources)
    yield* told(await keep(ctx, question, { ...answer, note: fallenBack }))
  } finally {
    leaving.abort()
    if (!isOver && content.trim() !== '')
      await keep(ctx, question, { ...answerOf(content.trim(), question, sources), note: stopped })
  }
}
