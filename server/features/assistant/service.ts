import type { AssistantEvent, assistant } from '#contract/assistant.ts'
import { shouldShowOnboarding } from '#contract/gate.ts'
import type { Input } from '#contract/kit.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findFact, findFirm } from '#server/features/settings/service.ts'
import { listTasks } from '#server/features/tasks/service.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { answerBuiltIn, type Sources } from './built-in-answer.ts'
import { intentOf } from './intents/intent.ts'
import { libraryFor } from './library.ts'
import { answerByModel } from './model-answers.ts'
import { modelSwitch } from './model-switch.ts'
import { openOwnFile } from './own-file/file.ts'
import { keep, told } from './save-answer.ts'
import * as store from './store.ts'
import { suggestionsFor } from './suggestions.ts'
import { wakeAssistant } from './warm-up.ts'

/** Asks the assistant. A built-in answer is kept before its first word is sent, a model's when its last has come. */
export async function ask(
  ctx: MultiStepCtx,
  { content }: Input<typeof assistant.ask>,
): Promise<AsyncIterable<AssistantEvent>> {
  await ctx.ports.limits.count('assistant', ctx.actor.id)
  const sources = await sourcesFor({ ...ctx, db: ctx.read })
  const model = await modelFor(ctx, content)
  if (model) return answerByModel(ctx, { question: content, sources, model })
  return told(await keep(ctx, content, await answerBuiltIn(content, sources)))
}

/** What the assistant says in the onboarding chat, at once and in one piece: words, and where they are from. */
export async function replyInWords(ctx: MultiStepCtx, question: string) {
  const { content, citations } = await answerBuiltIn(question, await sourcesFor({ ...ctx, db: ctx.read }))
  const sources = citations.map(({ label }) => label)
  return sources.length > 0 ? `${content}\n\nFrom: ${sources.join(', ')}` : content
}

/** The firm's language model, where it has one that is on, and where no rule answers first. */
async function modelFor({ read, ports }: MultiStepCtx, question: string) {
  if (ports.model === null || (await findFact(read, modelSwitch)) === 'off') return null
  const rule = intentOf(question)
  return rule?.kind === 'urgent' || rule?.kind === 'refusal' ? null : ports.model
}

async function sourcesFor({ db, now, actor }: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<Sources> {
  const clientId = actor.id
  const [user, tasks, firm] = [
    await getAccount(db, clientId),
    await listTasks(db, clientId),
    await findFirm(db),
  ]
  const isGated = shouldShowOnboarding({ isLoading: false, user, tasks, isMarkedComplete: false })
  return {
    library: libraryFor(await store.listVersions(db)),
    file: openOwnFile(db, { clientId, isGated, now }),
    firm,
  }
}

/** Whoever reads them is about to ask. */
export async function listMessages({ db, actor }: Ctx, { before }: Input<typeof assistant.messages>) {
  await wakeAssistant(db)
  return store.listOf(db, actor.id, { before })
}

export async function suggest(ctx: Ctx) {
  const { file } = await sourcesFor(ctx)
  return suggestionsFor(file)
}

export const rate = ({ db, actor }: Ctx, { id, verdict, reason }: Input<typeof assistant.rate>) =>
  store.updateVerdict(db, { clientId: actor.id, id }, { verdict, verdictReason: reason ?? null })

export const clear = async ({ db, actor }: Ctx) => {
  await store.removeAllOf(db, actor.id)
  return undefined
}
