import type { Answer, AssistantEvent, AssistantMessage } from '#contract/assistant/assistant.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Client, MultiStepCtx } from '#server/platform/ctx.ts'
import type { LanguageModel, ModelRequest } from '#server/platform/ports/providers.ts'
import { modelRules } from '../articles.ts'
import { withFirm } from '../library.ts'
import { reporters } from '../own-file/reports.ts'
import * as store from '../store.ts'
import { answerBuiltIn, passagesFor } from './answer-question.ts'
import type { Sources } from './compose-answer.ts'
import { keep, streamed, withoutParticulars } from './save-answer.ts'

interface Prompt {
  question: string
  sources: Sources
  model: LanguageModel
}

const historyAtMost = 6
/** In characters: several times the length that the model is asked for. */
const longestAnswer = 10_000
const fallenBack = "The language model didn't respond, so this is the built-in answer."
const stopped = 'You stopped this answer.'

/**
 * Streams the model's answer. If the client stops, the text so far is saved. If the model fails, the built-in answer
 * replaces it.
 */
export async function* answerByModel(
  ctx: MultiStepCtx<Client>,
  prompt: Prompt,
): AsyncGenerator<AssistantEvent> {
  const { question, sources, model } = prompt
  const history = (await store.listOf(ctx.read, ctx.actor.id, { limit: historyAtMost })).toReversed()
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
    yield* streamed(await keep(ctx, question, { ...answer, note: fallenBack }))
  } finally {
    leaving.abort()
    if (!isOver && content.trim() !== '')
      await keep(ctx, question, { ...answerOf(content.trim(), question, sources), note: stopped })
  }
}

const passagesAtMost = 4
const messagesAtMost = 6
const longestMessage = 600

interface Asker {
  firstName: string
  lastName: string
}

/**
 * Returns what is sent to the model: the question and the last messages without names and numbers, and what may answer
 * it.
 */
function requestFor(
  question: string,
  { sources, history, asker }: { sources: Sources; history: readonly AssistantMessage[]; asker: Asker },
): ModelRequest {
  const plain = (text: string) => withoutParticulars(text, asker).slice(0, longestMessage)
  const said = history
    .slice(-messagesAtMost)
    .map(({ isUser, content }) => ({ isUser, content: plain(content) }))
  return {
    instructions: `${withFirm(rules, sources.firm)}\n\n${passagesIn(question, sources)}`,
    messages: [...said, { isUser: true, content: plain(question) }],
    tools: Object.entries(reporters).map(([part, report]) => ({
      name: `my_${part}`,
      description: `What this client's own file says about their ${part}`,
      run: async () => asData((await report(sources.file, question)).content),
    })),
  }
}

const rules = modelRules()

/** Returns the passages that are nearest to the question. Empty if none is found. */
const passagesIn = (question: string, { library, firm }: Sources) => {
  const found = library.search(question).slice(0, passagesAtMost)
  const texts = found.map(({ passage: { title, heading, text } }) =>
    asPassage(`${title}: ${heading}`, withFirm(text, firm)),
  )
  return texts.join('\n')
}

const asPassage = (name: string, text: string) =>
  `<passage name="${plainOf(name)}">${plainOf(text)}</passage>`
const asData = (text: string) => `<data>${plainOf(text)}</data>`
/** Removes the characters with which a text could close the element around it. */
const plainOf = (text: string) => text.replace(/[<>"]/g, ' ')

/**
 * Returns the model's text as an answer. It cites the passage that it was given if that is near enough to have been
 * used.
 */
export function answerOf(content: string, question: string, { library }: Sources): Answer {
  const passages = passagesFor(library.search(question))
  return {
    content,
    kind: 'knowledge',
    citations: passages
      .slice(0, 1)
      .map(({ article, title }) => ({ label: title, ...library.sourceOf(article) })),
    actions: [],
    offersPerson: true,
    note: 'Written by a language model from the sources above. Nobody at the firm has checked it.',
  }
}
