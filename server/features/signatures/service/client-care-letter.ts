import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientQuestionnaire } from '#contract/forms/forms.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { careLetterKey, type LetterTemplate } from '#contract/letter-templates/letter-templates.ts'
import { mergeTemplate } from '#contract/letter-templates/merge-text.ts'
import type { LetterTerms } from '#contract/settings.ts'
import { shortNumber } from '#contract/signatures/signatures.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { getAccount, listTeam } from '#server/features/accounts/service.ts'
import {
  firmValues,
  getTemplate,
  letterContent,
  letterDate,
  wordingOf,
} from '#server/features/letter-templates/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { findTask } from '#server/features/tasks/service.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import type { Letterhead, PdfContent } from '#server/platform/pdf/layout.ts'
import { append, portalCaller } from '../events.ts'
import * as store from '../store.ts'
import { keepRequest } from './send-for-signature.ts'

/** Writes the letter that a client's task asks to sign, unless it exists or the task is on hold. */
export async function ensureLetter(ctx: MultiStepCtx<Client>) {
  const task = await findTask(ctx.read, ctx.actor.id, ['care_letter'])
  if (task === null || isDone(task) || task.isOfClosed) return
  if (await store.findOfTask(ctx.read, task.id)) return
  const { bytes, ...written } = await writeLetter(ctx)
  const { files } = ctx.ports
  const file = await files.put([bytes], { limit: bytes.length })
  const isKept = await ctx
    .transaction((step) => keepLetter(step, task, { file, ...written }))
    .catch(async (error: unknown) => {
      // If the connection was lost at the commit, it may have succeeded. Then only the sweeper may delete the file.
      if (error instanceof Problem || sqlState(error) !== undefined)
        await files.remove(file.key).catch(() => {})
      throw error
    })
  if (!isKept) await files.remove(file.key).catch(() => {})
}

async function writeLetter({ read, actor, now, ports }: MultiStepCtx<Client>) {
  const [firm, client] = [await findFirm(read), await getAccount(read, actor.id)]
  const [responsible] = await listTeam(read, client.id)
  const feeEarner = responsible ? fullName(responsible) : firm.name
  const template = await getTemplate(read, careLetterKey)
  const bytes = await ports.drawing.draw(
    letterFor({
      clientId: client.id,
      clientName: fullName(client),
      subject: await store.findLetterSubject(read, client.id),
      feeEarner,
      date: letterDate(firm.timeZone, now),
      firm,
      template,
    }),
  )
  const { pages } = await ports.inspector.accept(bytes, { filename: 'letter.pdf' })
  return { bytes, pages, sentBy: firm.name, name: template.name, wording: wordingOf(template) }
}

interface Letter {
  file: StoredFile
  pages: number
  sentBy: string
  name: string
  wording: string
}

/** Stores the letter. Returns false if another window has stored one first. */
async function keepLetter(ctx: Ctx<Client>, task: Pick<Task, 'id'>, { file, ...letter }: Letter) {
  const { pages, sentBy, name, wording } = letter
  const clientId = ctx.actor.id
  await store.holdLetters(ctx.db, clientId)
  if (await store.findOfTask(ctx.db, task.id)) return false
  const request = await keepRequest(
    ctx,
    {
      clientId,
      taskId: task.id,
      senderId: null,
      sentBy,
      name,
      description: "How we'll work together, and how you'll be told what it costs",
      pages,
      documentType: 'legal',
    },
    file,
  )
  const details = { sha256: file.sha256, pages: String(pages), wording }
  await append(ctx, request, [{ kind: 'sent', details }], {
    doer: { id: null, name: sentBy },
    caller: portalCaller,
  })
  return true
}

/** Saves what the matter is about, and replaces an unsigned letter that could not name it. */
export async function saveSubject(
  ctx: Ctx,
  { clientId, legalMatter: subject, description: words }: DomainEvents['matterDescribed'],
) {
  const description = words.trim()
  const known = await store.findLetterSubject(ctx.db, clientId)
  if (known?.subject === subject && known.description === description) return
  await store.saveLetterSubject(ctx.db, { clientId, subject, description, declaredAt: ctx.now })
  const task = await findTask(ctx.db, clientId, ['care_letter'])
  const found = task && (await store.findOfTask(ctx.db, task.id))
  if (!found || found.state !== 'open') return
  await ctx.publish('documentWithdrawn', { clientId, documentId: found.documentId })
  const letter = await store.claim(ctx.db, clientId, found.documentId)
  if (letter.state !== 'open') return
  await append(ctx, letter, [{ kind: 'replaced' }], {
    doer: { id: null, name: letter.sentBy },
    caller: portalCaller,
  })
  await store.update(ctx.db, letter.documentId, { state: 'replaced' })
  await ctx.invalidate(clientId, 'signatures')
}

interface Addressee {
  clientId: UserId
  clientName: string
  /** The subject of the matter and the client's own words. Null if they have not said yet. */
  subject: { subject: ClientQuestionnaire['legalMatter']; description: string } | null
  feeEarner: string
  /** As printed, such as "21 November 2026". */
  date: string
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string }
  template: LetterTemplate
}

/** Returns the letter by the firm's template, which leaves out what is missing. */
export const letterFor = (to: Addressee): PdfContent => {
  const values = {
    ...firmValues(to.firm),
    today: to.date,
    'client.name': to.clientName,
    'client.names': to.clientName,
    'matter.fee_earner': to.feeEarner,
    'matter.subject': to.subject === null ? '' : subjectWords[to.subject.subject],
    'matter.own_words': to.subject === null ? '' : quoted(to.subject.description),
  }
  return letterContent({
    letterhead: to.firm,
    title: to.template.name,
    date: to.date,
    reference: shortNumber(to.clientId),
    blocks: mergeTemplate(to.template.text, to.template.questions, values).blocks,
    isSigned: true,
    wording: wordingOf(to.template),
  })
}

const subjectWords: Record<ClientQuestionnaire['legalMatter'], string> = {
  property: 'a property matter',
  family: 'a family matter',
  business: 'a business matter',
  employment: 'an employment matter',
  immigration: 'an immigration matter',
  criminal: 'a criminal matter',
  other: 'a legal matter',
}

/** The most characters of the client's own words in a letter. The questionnaire keeps them all. */
const mostQuoted = 600

const quoted = (description: string) =>
  description.length > mostQuoted
    ? `${description.slice(0, mostQuoted).toWellFormed().trimEnd()} …`
    : description
