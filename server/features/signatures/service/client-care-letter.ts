import type { UserId } from '#contract/accounts/accounts.ts'
import type { ClientQuestionnaire } from '#contract/forms/forms.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { LetterTerms } from '#contract/settings.ts'
import { shortNumber } from '#contract/signatures.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { getAccount, listTeam } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { findTask } from '#server/features/tasks/service.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import type { Letterhead, PdfContent } from '#server/platform/pdf/layout.ts'
import { append, portalCaller } from '../events.ts'
import * as store from '../store.ts'
import { keepRequest } from './send-for-signature.ts'

/** Writes the letter that a client's task asks to sign, when it is first looked for. Repeating it changes nothing. */
export async function ensureLetter(ctx: MultiStepCtx<Client>) {
  const task = await findTask(ctx.read, ctx.actor.id, ['care_letter'])
  if (task === null || isDone(task) || (await store.findOfTask(ctx.read, task.id))) return
  const { bytes, pages, sentBy } = await writeLetter(ctx)
  const { files } = ctx.ports
  const file = await files.put([bytes], { limit: bytes.length })
  const isKept = await ctx
    .transaction((step) => keepLetter(step, task, { file, pages, sentBy }))
    .catch(async (error: unknown) => {
      // After a connection lost at the commit nobody knows; then only the sweeper may decide.
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
  const bytes = await ports.drawing.draw(
    letterFor({
      clientId: client.id,
      clientName: fullName(client),
      subject: await store.findLetterSubject(read, client.id),
      feeEarner,
      date: dateIn(firm.timeZone, now),
      firm,
    }),
  )
  const { pages } = await ports.inspector.accept(bytes, { filename: 'letter.pdf' })
  return { bytes, pages, sentBy: firm.name }
}

const dateIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long', year: 'numeric' }).format(at)

interface Letter {
  file: StoredFile
  pages: number
  sentBy: string
}

/** Of two windows that look at the same moment, one keeps its letter. */
async function keepLetter(ctx: Ctx<Client>, task: Pick<Task, 'id'>, { file, pages, sentBy }: Letter) {
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
      name: 'Client care letter',
      description: 'What we do for you, who does it, and what it costs',
      pages,
      documentType: 'legal',
    },
    file,
  )
  const details = { sha256: file.sha256, pages: String(pages), wording: letterVersion }
  await append(ctx, request, [{ kind: 'sent', details }], {
    doer: { id: null, name: sentBy },
    caller: portalCaller,
  })
  return true
}

/** A letter that names the matter takes the place of one that could not, as long as that is not signed. */
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

export interface Addressee {
  clientId: UserId
  clientName: string
  /** What the client asks for, in their own words; null where they have not said yet. */
  subject: { subject: ClientQuestionnaire['legalMatter']; description: string } | null
  feeEarner: string
  /** As printed: "21 November 2026". */
  date: string
  firm: Letterhead & LetterTerms & { complaintsTo: string; hours: string }
}

/** Of the wording below: a firm can tell which clients signed which. */
const letterVersion = '2026-11-22'

/** The letter that a firm owes each client (SRA Standards and Regulations, Code for Firms 7.1 and 8.6 to 8.11). */
export const letterFor = (to: Addressee): PdfContent => ({
  letterhead: to.firm,
  title: 'Client care letter',
  lead: `${to.date} · Our reference ${shortNumber(to.clientId)}`,
  blocks: [
    { kind: 'paragraph', text: `Dear ${to.clientName}` },
    {
      kind: 'paragraph',
      text: `Thank you for instructing ${to.firm.name}. This letter and our terms of business are the agreement between us. Please read it, ask us about anything that is unclear, and sign it.`,
    },
    ...sectionsFor(to).flatMap(({ heading, paragraphs }) => [
      { kind: 'heading' as const, text: heading },
      ...paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
    ]),
    { kind: 'paragraph', text: `Yours sincerely\n\n${to.feeEarner}\n${to.firm.name}` },
    { kind: 'heading', text: 'Your agreement' },
    {
      kind: 'paragraph',
      text: 'I have read this letter and agree to its terms. I would like you to act for me.',
    },
    { kind: 'paragraph', text: '\n'.repeat(9) },
    { kind: 'paragraph', text: `Wording ${letterVersion}`, look: 'soft' },
  ],
})

const sectionsFor = ({ firm, subject, feeEarner }: Addressee) => [
  {
    heading: 'Your matter',
    paragraphs: [
      subject === null
        ? 'You have asked us to act for you in the matter described in your client questionnaire.'
        : `You have asked us to act for you in ${subjectWords[subject.subject]}.${quoted(subject.description)}`,
      'We will confirm the scope of our work in writing once we have considered your instructions.',
      'We do not advise on tax, or on the law of other countries, unless agreed in writing.',
    ],
  },
  {
    heading: 'Who works for you',
    paragraphs: [
      `${feeEarner} is responsible for your matter and is the person to ask first. ${supervisionIn(firm)} ${reachIn(firm)}`,
    ],
  },
  {
    heading: 'What it costs',
    paragraphs: [
      ended(firm.feesText) || 'We will tell you in writing how we charge for your matter before work begins.',
      `${ended(firm.estimateText) || 'We will give you a written estimate of our fees, VAT and payments to others, such as search fees, before work begins.'} We will tell you before a cost goes beyond this estimate.`,
      'Money that you pay to us in advance is held in our client account. We pay interest on it in line with our interest policy, which we will send you on request.',
    ],
  },
  {
    heading: 'What we need from you',
    paragraphs: [
      'We are required by law to know who our clients are and where their money comes from (Money Laundering Regulations 2017). We cannot begin until we have confirmed your identity and address.',
      'We will never change our bank details by email. If you are told otherwise, do not pay: call us on a number you already know.',
    ],
  },
  {
    heading: 'Your right to cancel',
    paragraphs: [
      'Where we have not met in person, or met away from our office, you may cancel this agreement within 14 days of signing it, without a reason and without cost, by telling us in writing. If you ask us to begin before then, you will pay for the work done until you cancel.',
    ],
  },
  {
    heading: 'If something goes wrong',
    paragraphs: [
      `Tell ${feeEarner} first, or write to ${firm.complaintsTo || 'the firm'}. We will answer your complaint within eight weeks. If you are still not satisfied, you can go to the Legal Ombudsman, PO Box 6167, Slough SL1 0EH, telephone 0300 555 0333, enquiries@legalombudsman.org.uk, normally within six months of our final response and within one year of what you are complaining about.`,
      'If you are concerned about our behaviour, you can report it to the Solicitors Regulation Authority. If you disagree with a bill, you can also ask a court to assess it (Solicitors Act 1974, Part III).',
    ],
  },
  {
    heading: 'Your file and your data',
    paragraphs: [
      'We keep your file for at least six years after your matter ends, and then destroy it. How we use your personal data is set out in our privacy notice, which is linked at the foot of every page of this portal.',
    ],
  },
]

const subjectWords: Record<ClientQuestionnaire['legalMatter'], string> = {
  property: 'a property matter',
  family: 'a family matter',
  business: 'a business matter',
  employment: 'an employment matter',
  immigration: 'an immigration matter',
  criminal: 'a criminal matter',
  other: 'a legal matter',
}

/** A letter has room for so many characters of the client's own words; the questionnaire keeps them all. */
const mostQuoted = 600

/** The client's own words, as theirs: the firm has not said them. */
const quoted = (description: string) => {
  if (description === '') return ''
  const isLong = description.length > mostQuoted
  const words = isLong ? `${description.slice(0, mostQuoted).toWellFormed().trimEnd()} …` : description
  return ` In your own words: “${words}”`
}

const supervisionIn = ({ supervisor }: LetterTerms) =>
  supervisor === ''
    ? 'We will tell you in writing who supervises your matter before work begins.'
    : ended(`Your matter is supervised by ${supervisor}`)

const reachIn = ({ telephone, hours }: Addressee['firm']) =>
  telephone === ''
    ? 'You can reach us by sending a message in this portal.'
    : `You can reach us on ${telephone}${hours === '' ? '' : ` (${hours})`}, or by sending a message in this portal.`

/** A full stop where the firm has left it out. */
const ended = (text: string) => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`)
