import { type Case, moveWords } from '#contract/cases.ts'
import { london } from '#contract/london.ts'
import { type Contact, messagesPathOf } from '#contract/messages.ts'
import { pages } from '#contract/pages.ts'
import type { FilePart } from '../questions/intent.ts'
import { dayOf, noAppointment, noCase, noMessage, type OwnFile, type Report } from './file.ts'
import { reportDocuments, reportPayments, reportSignatures, reportTasks } from './report-tasks.ts'

export const reporters: Record<FilePart, (file: OwnFile, question: string) => Promise<Report>> = {
  appointments: reportAppointments,
  signatures: reportSignatures,
  tasks: reportTasks,
  payments: reportPayments,
  documents: reportDocuments,
  cases: reportCases,
  messages: reportMessages,
}

/** Whose move it is in each open case, since when, and what comes next. */
async function reportCases(file: OwnFile): Promise<Report> {
  const cases = await file.cases()
  const current = cases.filter(({ status }) => status === 'open' || status === 'pending')
  const label = 'Your cases'
  const actions = [{ label: 'Open Cases', path: pages.cases }]
  if (current.length > 0) return { label, actions, content: current.map(caseLine).join('\n') }
  const content =
    cases.length === 0 ? noCase : 'You have no open cases at the moment. Closed ones are under Cases.'
  return { label, actions, content }
}

const caseLine = ({ title, reference, status, move, createdAt }: Case) => {
  const name = `- ${title} (${reference})`
  if (status === 'pending' || move === null)
    return `${name}: you asked for it on ${dayOf(createdAt)}, and someone at the firm will look at it.`
  return `${name}: ${moveWords(move)} since ${dayOf(move.since)}. Next step: ${move.nextStep}`
}

/** Who has written; what was written stays in the conversation. */
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
  `- ${firstName} ${lastName}: ${unreadCount === 1 ? 'one unread message' : `${unreadCount} unread messages`}`

const appointmentsTold = 3

/** What is coming, the next first. */
async function reportAppointments(file: OwnFile): Promise<Report> {
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
  return {
    label,
    content: [
      coming.length === 1 ? 'Your next appointment:' : 'Your next appointments:',
      ...coming.slice(0, appointmentsTold).map(meetingLine),
    ].join('\n'),
    actions: [{ label: 'Open Appointments', path: pages.appointments }],
  }
}

const meetingLine = ({
  title,
  startTime,
  location,
}: Awaited<ReturnType<OwnFile['appointments']>>[number]) => {
  const when = startTime.toLocaleString('en-GB', { ...london, dateStyle: 'full', timeStyle: 'short' })
  return `- ${title}: ${when} London time${location ? `, ${location}` : ''}`
}
