import { createHash } from 'node:crypto'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { LetterTemplate } from '#contract/letter-templates/letter-templates.ts'
import {
  fieldOfQuestion,
  mergeTemplate,
  sampleValues,
  shortLabel,
} from '#contract/letter-templates/merge-text.ts'
import type { letters as contract, Letter, LetterPreview } from '#contract/letters/letters.ts'
import type { FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { getTemplate, letterContent, wordingOf } from '#server/features/letter-templates/service.ts'
import { mattersOfTasks, showToFirm, visibleMatters } from '#server/features/matters/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { findSentTo, listSteps } from '#server/features/signatures/service.ts'
import type { Ctx, FileAnswer, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { answerValues, matterValues, missingFields } from './merge-values.ts'
import { notOfferedIn, type Recipient, recipientIn, recipientsOf } from './recipients.ts'
import type { LetterRow } from './store.ts'
import * as store from './store.ts'

export type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** Returns the letters of a matter. Throws `not_found` if this person may not know of it. */
export async function listOfMatter(ctx: Ctx<Staff>, { id, before }: Requested<'ofMatter'>) {
  const file = await showToFirm(ctx, { id })
  const recipients = recipientsOf(file)
  const steps = []
  for (const { id: clientId } of recipients)
    for (const step of await listSteps(ctx, { clientId, matterId: id }, { mattersOfTasks }))
      steps.push({ id: step.id, title: step.title, clientId })
  const rows = await store.listOf(ctx.db, id, before)
  const states = await findSentTo(
    ctx.db,
    rows.map(({ documentId }) => documentId),
  )
  return {
    reference: file.reference,
    title: file.title,
    letters: rows.map((row) => shownLetter(row, states.get(row.documentId) ?? 'sent')),
    recipients,
    notOffered: notOfferedIn(file),
    steps,
  }
}

/**
 * Counts the letters on a matter. The caller must have checked that the reader may know of the matter.
 */
export const countLetters = (db: Db, id: MatterId) => store.countOf(db, id)

export const shownLetter = (row: LetterRow, state: Letter['state']): Letter => {
  const { id, name, kind, delivery, templateKey, templateVersion, recipient, documentId, sentBy, createdAt } =
    row
  return {
    id,
    name,
    kind,
    delivery,
    state: delivery === 'signature' ? state : 'sent',
    templateKey,
    templateVersion,
    recipient,
    documentId,
    sentBy,
    createdAt,
  }
}

export const preview = async (ctx: Ctx<Staff>, wanted: Requested<'preview'>) => {
  const { preview: shown, dataDigest } = await composeLetter(ctx, wanted)
  return { ...shown, dataDigest }
}

/** Composes a letter as it would be sent now, with everything needed to send it. */
export async function composeLetter(
  ctx: Ctx<Staff>,
  { id, templateKey, recipientId, answers }: Requested<'preview'>,
) {
  const file = await showToFirm(ctx, { id })
  const recipients = recipientsOf(file)
  const recipient = recipientIn(recipients, recipientId)
  const template = await getTemplate(ctx.db, templateKey)
  const data = await matterValues(ctx, file, { recipient, recipients })
  const values = { ...data, ...answerValues(template.questions, answers) }
  const dataDigest = createHash('sha256').update(JSON.stringify(data)).digest('hex')
  return {
    file,
    recipient,
    template,
    values,
    dataDigest,
    preview: previewOf(template, { values, file, recipient }),
  }
}

interface Filled {
  values: Readonly<Record<string, string | undefined>>
  file: FirmMatterFile | null
  recipient?: Recipient
}

const previewOf = (
  { name, text, questions }: Pick<LetterTemplate, 'name' | 'text' | 'questions'>,
  { values, file, recipient }: Filled,
): LetterPreview => {
  const { blocks, missing } = mergeTemplate(text, questions, values)
  return { title: name, blocks, missing: missingFields(missing, questions, { file, recipient }) }
}

/** Previews the template that an administrator is writing, with a matter's data or with samples. */
export async function tryTemplate(
  ctx: Ctx<Staff>,
  { matterId, ...template }: Requested<'tryTemplate'>,
): Promise<LetterPreview> {
  const file = matterId && (await showToFirm(ctx, { id: matterId }))
  const placeholders = Object.fromEntries(
    template.questions.map(({ key, label }) => [fieldOfQuestion(key), `(${shortLabel(label)})`]),
  )
  if (!file) return previewOf(template, { values: { ...sampleValues(), ...placeholders }, file: null })
  const recipients = recipientsOf(file)
  const recipient = recipients[0] as Recipient
  const values = { ...(await matterValues(ctx, file, { recipient, recipients })), ...placeholders }
  return previewOf(template, { values, file })
}

/** Returns the content of the letter's PDF. Throws `unprocessable` if a field has no value. */
export async function contentOf(
  { db }: Pick<Ctx, 'db'>,
  { preview: { blocks, missing }, template, file, values }: Awaited<ReturnType<typeof composeLetter>>,
  { isSigned }: { isSigned: boolean },
) {
  if (missing.length > 0) throw fieldMissing(missing)
  return letterContent({
    letterhead: await findFirm(db),
    title: template.name,
    date: values.today ?? '',
    reference: file.reference,
    blocks,
    isSigned,
    wording: wordingOf(template),
  })
}

const fieldMissing = (missing: LetterPreview['missing']) =>
  new Problem('unprocessable', missing.map(({ sentence }) => sentence).join(' '), {
    reason: 'field_missing',
    fields: Object.fromEntries(
      missing.map(({ field, sentence }) => [field.replace(/^ask\./, 'answers.'), sentence]),
    ),
  })

export async function showCopy(
  { read, actor, ports }: MultiStepCtx<Staff>,
  { id }: Requested<'copy'>,
): Promise<FileAnswer> {
  const row = await store.get(read, visibleMatters(read, actor), id)
  const states = await findSentTo(read, [row.documentId])
  const state = states.get(row.documentId)
  if (state === 'cancelled' || state === 'replaced')
    throw new Problem('not_found', 'This letter was withdrawn and has not been kept.')
  return {
    open: (range) => ports.files.read(row.fileKey, { range, sha256: row.sha256 }),
    size: row.fileSize,
    type: 'application/pdf',
    filename: `${row.name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()} ${row.id.slice(-6)}.pdf`,
    isAttachment: true,
    tag: row.sha256,
  }
}

/** Returns the page on which a client finds their letter. */
export const pathOfLetter = (documentId: LetterRow['documentId']) =>
  pathTo(pages.documents, 'document', documentId)
