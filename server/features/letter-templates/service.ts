import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  careLetterKey,
  type letterTemplates as contract,
  type LetterTemplate,
  TemplateKey,
  type TemplateText,
} from '#contract/letter-templates/letter-templates.ts'
import {
  type LetterBlock,
  labelOfField,
  type MergeValues,
  parseTemplate,
} from '#contract/letter-templates/merge-text.ts'
import type { LetterTerms } from '#contract/settings.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Block, Letterhead, PdfContent, TextBlock } from '#server/platform/pdf/layout.ts'
import { shippedEdition, shippedTemplates } from './shipped/templates.ts'
import type { VersionRow } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const shippedOf = (key: TemplateKey): LetterTemplate | null => {
  const shipped = shippedTemplates.find((template) => template.key === key)
  return shipped
    ? {
        ...shipped,
        version: 0,
        isShipped: true,
        isRetired: false,
        publishedAt: null,
        publishedBy: null,
        note: '',
      }
    : null
}

const publishedOf = (row: VersionRow): LetterTemplate => {
  const { key, number: version, name, kind, text, questions, note, byName: publishedBy, publishedAt } = row
  return {
    key,
    version,
    name,
    kind,
    text,
    questions,
    note,
    publishedBy,
    publishedAt,
    isShipped: false,
    isRetired: false,
  }
}

/** Returns the current version of every template, by name, including retired ones. */
export async function listTemplates({ db }: Pick<Ctx, 'db'>): Promise<LetterTemplate[]> {
  const published = (await store.listCurrent(db)).map(publishedOf)
  const shipped = shippedTemplates.flatMap(({ key }) =>
    published.some((template) => template.key === key) ? [] : (shippedOf(key) ?? []),
  )
  const retired = await store.listRetired(db)
  return [...published, ...shipped]
    .map((template) => ({ ...template, isRetired: retired.has(template.key) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

/** Returns the current version. Throws `not_found` if there is no such template. */
export async function getTemplate(db: Db, key: TemplateKey): Promise<LetterTemplate> {
  const row = await store.findCurrent(db, key)
  const found = row ? publishedOf(row) : (shippedOf(key) ?? notFound('letter template'))
  return { ...found, isRetired: (await store.listRetired(db)).has(key) }
}

export async function listVersions({ db }: Ctx<Staff>, { key }: Requested<'versions'>) {
  const versions = [...(await store.listVersions(db, key)).map(publishedOf), shippedOf(key) ?? []].flat()
  return versions.length > 0 ? versions : notFound('letter template')
}

export interface Dependencies {
  /** Returns someone's name. */
  nameOf: (db: Db, id: UserId) => Promise<string>
}

/** Adds a template of the firm's own. */
export async function addTemplate(ctx: Ctx<Staff>, text: Requested<'add'>, { nameOf }: Dependencies) {
  await refuseTakenName(ctx, { name: text.name, key: null })
  const key = TemplateKey.parse(newId())
  const byName = await nameOf(ctx.db, ctx.actor.id)
  await insertVersion(ctx, { key, number: 1, note: '', byName, ...text })
  return getTemplate(ctx.db, key)
}

/** Publishes the next version. Of two concurrent calls, the second is refused. */
export async function publishTemplate(
  ctx: Ctx<Staff>,
  { key, basedOn, note, ...text }: Requested<'publish'>,
  { nameOf }: Dependencies,
) {
  const current = await getTemplate(ctx.db, key)
  if (current.version !== basedOn) throw publishedMeanwhile(current)
  if (key === careLetterKey) refuseForCareLetter(text)
  if (!isSameName(text.name, current.name) && !current.isRetired) await refuseTakenName(ctx, { ...text, key })
  const byName = await nameOf(ctx.db, ctx.actor.id)
  try {
    await insertVersion(ctx, { key, number: current.version + 1, note, byName, ...text })
  } catch (error) {
    if (brokenConstraint(error) === 'letter_template_versions_once') throw publishedMeanwhile(null)
    throw error
  }
  return getTemplate(ctx.db, key)
}

const isSameName = (a: string, b: string) =>
  a.replace(/\s+/g, ' ').toLowerCase() === b.replace(/\s+/g, ' ').toLowerCase()

/** Whoever writes a letter chooses its template by name. Throws `conflict` if another in use has this one. */
async function refuseTakenName(
  ctx: Ctx<Staff>,
  { name, key }: Pick<TemplateText, 'name'> & { key: TemplateKey | null },
) {
  const others = (await listTemplates(ctx)).filter((other) => other.key !== key && !other.isRetired)
  if (others.some((other) => isSameName(other.name, name)))
    throw new Problem(
      'conflict',
      `There is already a template called “${name}”. Please rename one of them.`,
      {
        reason: 'template_exists',
        fields: { name: 'There is already a template with this name' },
      },
    )
}

async function insertVersion(
  ctx: Ctx<Staff>,
  version: TemplateText & Pick<VersionRow, 'key' | 'number' | 'note' | 'byName'>,
) {
  await store.insertVersion(ctx.db, { ...version, byId: ctx.actor.id, publishedAt: ctx.now })
  await audit(ctx, 'letter_template.published', {
    subjectId: null,
    details: { template: version.key, name: version.name, version: String(version.number) },
  })
  await ctx.invalidate(everyone, 'letters')
}

const publishedMeanwhile = (current: LetterTemplate | null) => {
  const by = current?.publishedBy ?? 'A colleague'
  return new Problem(
    'conflict',
    `${by} has published a newer version of this template. Please copy your text, reload the page and make your change there.`,
    { reason: 'template_changed' },
  )
}

const careLetterFields = /^(?:client\.name|matter\.fee_earner|firm\.name|firm\.email|firm\.address|today)$/

/**
 * Refuses what the client care letter cannot have. It is sent to every new client automatically, so nobody could fill
 * in a field that is empty.
 */
function refuseForCareLetter({ kind, questions, text }: TemplateText) {
  if (kind !== 'letter') throw careFault('kind', 'The client care letter can’t be a deed.')
  if (questions.length > 0)
    throw careFault(
      'text',
      'The client care letter goes out to every new client by itself, so it can’t ask questions.',
    )
  const { bare } = parseTemplate(text, [])
  const risky = bare.find((field) => !careLetterFields.test(field))
  if (risky !== undefined)
    throw careFault(
      'text',
      `The client care letter goes out by itself, and “${labelOfField(risky, [])}” may be empty. Please put it between “{{if ${risky}}}” and “{{end}}”.`,
    )
}

const careFault = (field: 'kind' | 'text', sentence: string) =>
  new Problem('invalid', sentence, { fields: { [field]: sentence } })

export async function retireTemplate(ctx: Ctx<Staff>, { key, isRetired }: Requested<'retire'>) {
  const { name } = await getTemplate(ctx.db, key)
  if (!isRetired) await refuseTakenName(ctx, { name, key })
  if (key === careLetterKey && isRetired)
    throw new Problem('conflict', 'Every new client is asked to sign this letter, so it stays in use.', {
      reason: 'template_needed',
    })
  await (isRetired ? store.insertRetired : store.removeRetired)(ctx.db, key)
  await audit(ctx, 'letter_template.retired', {
    subjectId: null,
    details: { template: key, isRetired: String(isRetired) },
  })
  await ctx.invalidate(everyone, 'letters')
  return getTemplate(ctx.db, key)
}

interface Parts {
  title: string
  letterhead: Letterhead
  /** As printed: "21 November 2026". */
  date: string
  reference: string
  blocks: readonly LetterBlock[]
  /** Leaves room for a signature below the last section. */
  isSigned: boolean
  wording: string
}

/** Returns a letter for drawing. All letters of the firm look the same. */
export const letterContent = (parts: Parts): PdfContent => ({
  letterhead: parts.letterhead,
  title: parts.title,
  lead: `${parts.date} · Our reference ${parts.reference}`,
  blocks: blocksOf(parts),
})

const blocksOf = ({ blocks, isSigned, wording }: Parts): Block[] => {
  const texts = blocks.map(({ kind, text }) =>
    kind === 'heading' ? { kind, text } : paragraphOf(kind, text),
  )
  const wordingLine: TextBlock = { kind: 'paragraph', text: `Wording ${wording}`, look: 'soft' }
  if (!isSigned) return [...texts, wordingLine]
  const end = texts.at(-2)?.kind === 'heading' ? 2 : 1
  return [
    ...texts.slice(0, -end),
    { kind: 'signing', blocks: [...texts.slice(-end), wordingLine], room: signatureRoom },
  ]
}

const signatureRoom = 165

const paragraphOf = (kind: 'paragraph' | 'point', text: string): TextBlock => ({
  kind: 'paragraph',
  text: kind === 'point' ? `•  ${text}` : text,
})

/** Returns which text a letter was made of: a shipped one by its date, the firm's own by its version. */
export const wordingOf = ({ version, isShipped }: Pick<LetterTemplate, 'version' | 'isShipped'>) =>
  isShipped ? shippedEdition : `version ${version}`

/** Returns the firm's details, by merge field. */
export const firmValues = (
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string },
): MergeValues => ({
  'firm.name': firm.name,
  'firm.telephone': firm.telephone,
  'firm.hours': firm.hours,
  'firm.email': firm.email,
  'firm.address': firm.postalAddress,
  'firm.complaints': firm.complaintsTo,
  'firm.supervisor': firm.supervisor.replace(/\.$/, ''),
  'firm.fees': ended(firm.feesText),
  'firm.estimate': ended(firm.estimateText),
})

/** Adds a full stop if the firm has left it out. */
const ended = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)

export const letterDate = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)
