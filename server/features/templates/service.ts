import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { matterTypes } from '#contract/matters/facts.ts'
import { stagedTypes } from '#contract/matters/stages.ts'
import { templateFaults } from '#contract/templates/rules.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import type {
  templates as contract,
  MatterType,
  Template,
  TemplateId,
} from '#contract/templates/templates.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { visibleMatters } from '#server/features/matters/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import { shippedTemplates } from './shipped/templates.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export async function listTemplates(ctx: Ctx<Staff>) {
  for (const type of Object.keys(shippedTemplates)) await ensureShipped(ctx, type)
  return store.listSummaries(ctx.db, visibleMatters(ctx.db, ctx.actor))
}

/**
 * Lists types: first those with stages of their own, then those with a template of the firm, then those that clients
 * can choose.
 */
export async function listTypes({ db }: Pick<Ctx, 'db'>): Promise<MatterType[]> {
  const published = new Map((await store.listPublished(db)).map(({ type, steps }) => [type, steps]))
  const names = new Set([...stagedTypes, ...published.keys(), ...matterTypes])
  // A shipped template is stored only when the first case of its type starts.
  return [...names].map((name) => ({
    name,
    steps: published.get(name) ?? shippedTemplates[name]?.length ?? null,
  }))
}

/** Returns the shipped steps for this type, if there are any. */
export const shippedFor = (type: string) =>
  Object.hasOwn(shippedTemplates, type) ? shippedTemplates[type] : undefined

/** Stores the shipped template for this type, if there is one and the firm has none. */
export async function ensureShipped({ db, now }: Pick<Ctx, 'db' | 'now'>, type: string) {
  const steps = shippedFor(type)
  if (!steps || (await store.findPublished(db, type))) return
  const added = await store.insert(db, { id: newId<TemplateId>(), type, createdAt: now })
  if (!added) return
  await store.insertVersion(db, {
    templateId: added.id,
    version: 1,
    steps,
    note: 'Came with the portal',
    revision: 1,
    savedAt: now,
    publishedAt: now,
  })
}

interface PastVersion {
  type: string
  version: number
  steps?: TemplateStep[]
  note: string
  publishedAt: Date
  publishedBy: string
}

/**
 * For the demo: adds a version that was published earlier, by default with the shipped steps. Does nothing if the
 * version exists.
 */
export async function addPastVersion(
  db: Db,
  { type, version, steps = shippedTemplates[type] ?? [], note, publishedAt, publishedBy }: PastVersion,
) {
  const { id } = await store.ensure(db, { id: newId<TemplateId>(), type, createdAt: publishedAt })
  if ((await store.listVersions(db, id)).some((known) => known.version === version)) return
  const saved = { revision: 1, savedAt: publishedAt, savedBy: publishedBy }
  await store.insertVersion(db, { ...saved, templateId: id, version, steps, note, publishedAt })
}

export const showTemplate = ({ db }: Ctx<Staff>, { id }: Requested<'one'>) => shownTemplate(db, id)

async function shownTemplate(db: Ctx['db'], templateId: TemplateId): Promise<Template> {
  const { id, type } = await store.get(db, templateId)
  const versions = await store.listVersions(db, id)
  const draft = await store.findDraft(db, id)
  return {
    id,
    type,
    versions: versions.map(({ version, steps, note, publishedAt, savedAt, savedBy }) => ({
      version: version ?? 1,
      steps,
      note,
      publishedAt: publishedAt ?? savedAt,
      publishedBy: savedBy,
    })),
    draft: draft && {
      steps: draft.steps,
      revision: draft.revision,
      savedAt: draft.savedAt,
      savedBy: draft.savedBy ?? '',
    },
  }
}

/** Adds a template for a type that has none, as a copy of the general one. Throws `conflict` if it has one. */
export async function addTemplate(ctx: Ctx<Staff>, { type }: Requested<'add'>) {
  await ensureShipped(ctx, type)
  await ensureShipped(ctx, 'General')
  const added = await store.insert(ctx.db, { id: newId<TemplateId>(), type, createdAt: ctx.now })
  if (!added)
    throw new Problem('conflict', `There is already a template for “${type}”.`, {
      reason: 'template_exists',
      fields: { type: 'There is already a template for this type' },
    })
  const general = await store.findPublished(ctx.db, 'General')
  await store.insertVersion(ctx.db, {
    ...(await saved(ctx)),
    templateId: added.id,
    steps: general?.steps ?? [],
    note: '',
    revision: 1,
  })
  await recordChange(ctx, added.id, 'template.added')
  return shownTemplate(ctx.db, added.id)
}

const saved = async (ctx: Ctx<Staff>) => ({
  savedAt: ctx.now,
  savedBy: fullName(await getAccount(ctx.db, ctx.actor.id)),
  savedById: ctx.actor.id,
})

/** Saves the draft. Throws `conflict` if somebody else has saved it since, or published another. */
export async function saveDraft(ctx: Ctx<Staff>, { id, steps, revision, basedOn }: Requested<'saveDraft'>) {
  await store.claim(ctx.db, id)
  const [newest] = await store.listVersions(ctx.db, id)
  if (newest && basedOn !== undefined && newest.version !== basedOn) throw publishedSince(ctx, newest)
  const draft = await store.findDraft(ctx.db, id)
  refuseOldRevision(ctx, draft, revision)
  const written = { ...(await saved(ctx)), steps, revision: revision + 1 }
  if (draft) await store.updateDraft(ctx.db, id, written)
  else await store.insertVersion(ctx.db, { ...written, templateId: id, note: '' })
  await recordChange(ctx, id, 'template.draft_saved')
  return shownTemplate(ctx.db, id)
}

const refuseOldRevision = ({ actor }: Ctx<Staff>, draft: store.VersionRow | null, revision: number) => {
  if ((draft?.revision ?? 0) === revision) return
  const since =
    draft?.savedById === actor.id
      ? 'You’ve changed this template in another window since you opened it here.'
      : `${draft?.savedBy ?? 'Someone'} has changed this template since you opened it.`
  const words = draft
    ? `${since} Please reload the page, so that nothing is lost.`
    : 'This draft has been published or discarded since you opened it. Please reload the page.'
  throw new Problem('conflict', words, { reason: 'draft_changed' })
}

/** Saved over it, an older draft would undo the newest version once it is published. */
const publishedSince = ({ actor }: Ctx<Staff>, { savedById, savedBy, version }: store.VersionRow) => {
  const [who, where] =
    savedById === actor.id ? ['You’ve', ' in another window'] : [`${savedBy ?? 'Someone'} has`, '']
  return new Problem(
    'conflict',
    `${who} published version ${version} of this template${where} since you opened it here. Please note what you’ve changed, reload the page and change it there.`,
    { reason: 'draft_changed' },
  )
}

/**
 * Throws the draft away, and with it a template that was never published. Throws `conflict` if it is no longer the save
 * of this revision.
 */
export async function discardDraft(ctx: Ctx<Staff>, { id, revision }: Requested<'discardDraft'>) {
  await store.claim(ctx.db, id)
  if (revision !== undefined) refuseOldRevision(ctx, await store.findDraft(ctx.db, id), revision)
  await store.removeDraft(ctx.db, id)
  await recordChange(ctx, id, 'template.draft_discarded')
  if ((await store.listVersions(ctx.db, id)).length === 0) await store.remove(ctx.db, id)
  return undefined
}

/**
 * Publishes the draft. New matters use it, and running ones keep their version. Throws `no_draft`, and
 * `template_faulty` with the first fault.
 */
export async function publish(ctx: Ctx<Staff>, { id, revision, note }: Requested<'publish'>) {
  await store.claim(ctx.db, id)
  const draft = await store.findDraft(ctx.db, id)
  refuseOldRevision(ctx, draft, revision)
  if (!draft) throw new Problem('conflict', 'There is nothing to publish.', { reason: 'no_draft' })
  const [fault] = templateFaults(draft.steps)
  if (fault) throw unpublishable(draft, fault)
  const [newest] = await store.listVersions(ctx.db, id)
  const version = (newest?.version ?? 0) + 1
  await store.updateDraft(ctx.db, id, { ...(await saved(ctx)), version, note, publishedAt: ctx.now })
  await recordChange(ctx, id, 'template.published', { version: String(version), note })
  return shownTemplate(ctx.db, id)
}

const unpublishable = (
  { steps }: store.VersionRow,
  { step, message }: ReturnType<typeof templateFaults>[number],
) => {
  const title = steps.find(({ key }) => key === step)?.title
  return new Problem('unprocessable', title ? `“${title}”: ${message}` : message, {
    reason: 'template_faulty',
  })
}

type TemplateEvent =
  | 'template.added'
  | 'template.draft_saved'
  | 'template.draft_discarded'
  | 'template.published'

const nobody: UserId | null = null

async function recordChange(
  ctx: Ctx<Staff>,
  id: TemplateId,
  event: TemplateEvent,
  details: Record<string, string> = {},
) {
  const { type } = await store.get(ctx.db, id)
  await audit(ctx, event, { subjectId: nobody, details: { type, ...details } })
  await ctx.invalidate(everyone, 'templates')
}
