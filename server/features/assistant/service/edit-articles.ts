import type { KnowledgeArticle, knowledge } from '#contract/assistant/assistant.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findFact, findFirm, saveFact } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Article } from '../articles.ts'
import { allShipped, findShipped, hasPassages, withFirm } from '../library.ts'
import * as store from '../store.ts'

type Version = Awaited<ReturnType<typeof store.listVersions>>[number]

export async function listArticles({ db }: Ctx<Staff>): Promise<KnowledgeArticle[]> {
  const versions = new Map((await store.listVersions(db)).map((version) => [version.id, version]))
  return Promise.all(allShipped().map((article) => shown(db, article, versions.get(article.id))))
}

/**
 * Saves an article in the firm's words. If it is marked as reviewed, it is no longer a draft. Throws `invalid` for a
 * text without a heading.
 */
export async function saveArticle(
  ctx: Ctx<Staff>,
  input: Input<typeof knowledge.save>,
): Promise<KnowledgeArticle> {
  const { id, title, body, isReviewed } = input
  const article = findShipped(id) ?? notFound('article')
  if (!hasPassages(body)) throw withoutHeading()
  const version: Version = {
    id,
    title,
    body,
    reviewedAt: isReviewed ? ctx.now : null,
    reviewedBy: isReviewed ? ctx.actor.id : null,
    updatedAt: ctx.now,
  }
  await store.saveVersion(ctx.db, version)
  await audit(ctx, 'knowledge.changed', { details: { article: id, isReviewed: String(isReviewed) } })
  return shown(ctx.db, article, version)
}

export async function restoreArticle(ctx: Ctx<Staff>, { id }: Input<typeof knowledge.restore>) {
  const article = findShipped(id) ?? notFound('article')
  await store.removeVersion(ctx.db, id)
  await audit(ctx, 'knowledge.changed', { details: { article: id, isRestored: 'true' } })
  return shown(ctx.db, article, undefined)
}

export const closeGap = async ({ db }: Ctx<Staff>, { id }: Input<typeof knowledge.closeGap>) => {
  await store.removeGap(db, id)
  return undefined
}

async function shown(db: Db, article: Article, version: Version | undefined): Promise<KnowledgeArticle> {
  const { id, group, source, url } = article
  const { title, body } = version ?? article
  const reviewer = version?.reviewedBy ? await getAccount(db, version.reviewedBy) : null
  return {
    id,
    title,
    body,
    group,
    source: withFirm(source, await findFirm(db)),
    url,
    isChanged: title !== article.title || body !== article.body,
    reviewedAt: version?.reviewedAt ?? null,
    reviewedBy: reviewer && fullName(reviewer),
  }
}

const withoutHeading = () =>
  new Problem(
    'invalid',
    'Please give the article at least one heading that starts with "## ", with text below it.',
    {
      fields: { body: 'Each answer starts with "## " and its heading' },
    },
  )

/** Key of the fact that turns the firm's language model off: `off`. Any other value means on. */
export const modelSwitch = 'assistant_model'

export async function showModel({ db, ports }: Ctx<Staff>) {
  const { model } = ports
  if (model === null) return { name: null, host: null, isOn: false }
  return { name: model.name, host: model.host, isOn: (await findFact(db, modelSwitch)) !== 'off' }
}

export async function switchModel(ctx: Ctx<Staff>, { isOn }: Input<typeof knowledge.switchModel>) {
  await saveFact(ctx.db, modelSwitch, isOn ? 'on' : 'off')
  await audit(ctx, 'assistant.switched', { details: { isOn: String(isOn) } })
  return showModel(ctx)
}
