import { london } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import type { MatterEvent, MatterFile } from '#contract/matters/matters.ts'
import { assigneeWords, placeOfStep } from '#contract/matters/next-action.ts'
import { type Contact, messagesPathOf } from '#contract/messages.ts'
import type { FilePart } from '../questions/intent.ts'
import { plain } from '../questions/plain.ts'
import { isLight, isSmall, termFor } from '../questions/words.ts'
import { dayOf, noAppointment, noMatter, noMessage, type OwnFile, type Report } from './file.ts'
import { reportDocuments, reportPayments, reportSignatures, reportTasks } from './report-tasks.ts'

export const reporters: Record<FilePart, (file: OwnFile, question: string) => Promise<Report>> = {
  appointments: reportAppointments,
  signatures: reportSignatures,
  tasks: reportTasks,
  payments: reportPayments,
  documents: reportDocuments,
  cases: reportMatters,
  messages: reportMessages,
  team: reportTeam,
}

/** Reports for each open case whose move it is, since when, what comes next, and what the firm last noted. */
async function reportMatters(file: OwnFile, question: string): Promise<Report> {
  const cases = await file.cases()
  const terms = termsIn(question)
  const current = cases
    .filter(({ status }) => status === 'open' || status === 'pending')
    .map((file) => ({ ...file, nearness: nearnessOf(file, terms) }))
    .sort((a, b) => b.nearness - a.nearness || Number(b.move !== null) - Number(a.move !== null))
  const label = 'Your cases'
  const places = current.flatMap(({ move }) =>
    move?.whose === 'client' ? (placeOfStep(move.nextStep) ?? []) : [],
  )
  const actions = [...places, { label: 'Open Cases', path: pages.matters }]
  if (current.length > 0)
    return {
      label,
      actions,
      content: current.flatMap((file) => [stateOf(file), ...notesOf(file, terms)]).join('\n'),
    }
  const content =
    cases.length === 0 ? noMatter : 'You have no open cases at the moment. Closed ones are under Cases.'
  return { label, actions, content }
}

const stateOf = ({ title, reference, status, move, stages, createdAt }: MatterFile) => {
  const name = `- ${title} (${reference})`
  if (status === 'pending' || move === null)
    return `${name}: you asked for it on ${dayOf(createdAt)}, and someone at the firm will look at it.`
  return `${name}: ${assigneeWords(move)} since ${dayOf(move.since)}. Next step: ${move.nextStep}${stageOf(stages)}`
}

const stageOf = (stages: MatterFile['stages']) => {
  const current = stages.find(({ state, since }) => state === 'current' && since !== null)
  if (!current?.since) return ''
  const words = [current.words, current.usually].filter(Boolean).join(', ')
  return `\n  Stage: ${current.name}${words && `, ${words}`}, since ${dayOf(current.since)}.`
}

/**
 * Returns the firm's last note on a case, preceded by the one that best fits the question. Leaves out notes that repeat
 * the next step.
 */
function notesOf({ events, move }: MatterFile, terms: ReadonlySet<string>) {
  const written = events.filter(({ by, words }) => by.isOfFirm && words !== null && words !== move?.nextStep)
  const best = written.reduce<MatterEvent | undefined>(
    (near, event) => (sharedWith(event, terms) > (near ? sharedWith(near, terms) : 0) ? event : near),
    undefined,
  )
  return [...new Set([best, written[0]])].flatMap((event) =>
    event ? [`  ${dayOf(event.at)}, ${event.by.name}: "${event.words}"`] : [],
  )
}

/**
 * Returns the terms of a text without small and light words. Forms of one word, and words for one thing, are one term.
 */
const termsIn = (text: string): ReadonlySet<string> =>
  new Set(
    plain(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !isSmall(word) && !isLight(word))
      .map(termFor),
  )
const sharedWith = ({ words }: Pick<MatterEvent, 'words'>, terms: ReadonlySet<string>) =>
  [...termsIn(words ?? '')].filter((term) => terms.has(term)).length
const nearnessOf = ({ title, type, description, events }: MatterFile, words: ReadonlySet<string>) =>
  Math.max(
    ...[{ words: `${title} ${type} ${description}` }, ...events].map((part) => sharedWith(part, words)),
  )

/** Reports who works with the client, the responsible person first. */
async function reportTeam(file: OwnFile): Promise<Report> {
  const team = (await file.contacts()).filter(({ canWrite }) => canWrite)
  const [first, ...others] = team.map(fullName)
  return {
    label: 'Your team',
    content: first
      ? `You're looked after by ${first}${others.length > 0 ? `, with ${list.format(others)}` : ''}.`
      : 'No one has been assigned to you yet.',
    actions: team.slice(0, 1).map(({ id, firstName }) => ({
      label: `Write to ${firstName}`,
      path: messagesPathOf({ role: 'client' }, id),
    })),
  }
}
const list = new Intl.ListFormat('en-GB')

/** Reports who has written. The message itself stays in the conversation. */
async function reportMessages(file: OwnFile): Promise<Report> {
  const contacts = await file.contacts()
  const waiting = contacts.filter(({ unreadCount }) => unreadCount > 0)
  const label = 'Your messages'
  if (waiting.length > 0)
    return {
      label,
      content: waiting.map(newsOf).join('\n'),
      actions: waiting.slice(0, 2).map((contact) => ({
        label: `Read ${contact.firstName}'s message`,
        path: messagesPathOf({ role: 'client' }, contact.id),
      })),
    }
  const last = contacts
    .flatMap(({ lastMessage }) => (lastMessage ? [lastMessage.createdAt] : []))
    .reduce<Date | null>((latest, at) => (latest === null || at > latest ? at : latest), null)
  const content = last ? `You have no unread messages. The last one was on ${dayOf(last)}.` : noMessage
  return { label, content, actions: [{ label: 'Open Messages', path: pages.messages }] }
}

const newsOf = ({ firstName, lastName, unreadCount }: Contact) =>
  `- ${fullName({ firstName, lastName })}: ${unreadCount === 1 ? 'one unread message' : `${unreadCount} unread messages`}`

const appointmentsAtMost = 3

/** Reports coming appointments, the next first. A question about the next one gets only that. */
async function reportAppointments(file: OwnFile, question: string): Promise<Report> {
  const coming = (await file.appointments())
    .filter(({ status, endTime }) => status === 'scheduled' && endTime > file.now)
    .sort((a, b) => a.startTime.getTime() - b.startTime.getTime())
  const label = 'Your appointments'
  const [next] = coming
  if (!next)
    return {
      label,
      content: noAppointment,
      actions: [{ label: 'Book an appointment', path: pages.appointments }],
    }
  const shown = coming.slice(
    0,
    /\bnext\b(?!.*\b(?:appointment|meeting)s)/i.test(question) ? 1 : appointmentsAtMost,
  )
  const more = coming.length - shown.length
  return {
    label,
    content: [
      shown.length === 1 ? 'Your next appointment:' : 'Your next appointments:',
      ...shown.map(meetingLine),
      ...(more > 0 ? [`${more} more ${more === 1 ? 'is' : 'are'} under Appointments.`] : []),
    ].join('\n'),
    actions: [{ label: 'Open Appointments', path: pages.appointments }],
  }
}

const meetingLine = ({
  title,
  startTime,
  location,
  withName,
}: Awaited<ReturnType<OwnFile['appointments']>>[number]) => {
  const when = startTime.toLocaleString('en-GB', { ...london, dateStyle: 'full', timeStyle: 'short' })
  return `- ${title} with ${withName}: ${when} London time${location ? `, ${location}` : ''}`
}
