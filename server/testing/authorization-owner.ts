import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { type DocumentId, documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { payments } from '#contract/payments/payments.ts'
import { privacy } from '#contract/privacy.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { addTeamMember } from '#server/features/accounts/service.ts'
import { askAssistant } from '#server/features/assistant/testing/askers.ts'
import { readOf } from '#server/features/documents/testing/documents.ts'
import { newest, openSession, press, show, toSession } from '#server/features/onboarding/testing.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { questionnaire } from './answers.ts'
import type { Belongings } from './authorization.ts'
import { holdIdentityDocument } from './held-document.ts'
import type { Client, Portal } from './portal.ts'
import { drawnStatement } from './sample-documents.ts'

type Colleague = Awaited<ReturnType<Portal['staff']>>
interface Firm {
  portal: Portal
  administrator: Colleague
}

/** Creates a client who has one of each thing. This administrator does the firm's part. */
export async function openOwner({ portal, administrator }: Firm) {
  const person = await portal.client()
  // Not a new administrator for each owner: each gets the notices meant for administrators, so they would multiply.
  await addTeamMember(portal.db, { clientId: person.user.id, memberId: administrator.user.id })
  const list = () => person.ask(tasks.list, {})
  const find = (all: Awaited<ReturnType<typeof list>>) => (kind: string) => {
    const task = all.find((candidate) => candidate.kind === kind)
    if (!task) throw new Error(`The template has no ${kind}`)
    return task
  }
  const task = find(await list())
  const [session] = await person.ask(accounts.sessions, {})
  await holdIdentityDocument(portal, person)
  // Read while the other things are made.
  const uploading = uploadTo(person, task('proof_of_address').id)
  const { id, amount } = task('payment')
  const input = { taskId: id, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' } as const
  const payment = await person.ask(payments.pay, input)
  const form = task('client_questionnaire').id
  await person.ask(forms.complete, { id: form, formData: questionnaire })
  const [answers] = await person.ask(forms.answers, { id: form })
  if (!session || !answers) throw new Error('The owner lacks something')
  const { messageId, token } = await inSession(person)
  const [toSign] = await person.ask(signatures.requests, {})
  if (!toSign) throw new Error('The owner lacks a letter')
  const held = {
    ...(await withCases(person, administrator)),
    ...(await withRequests(person, portal.password)),
  }
  const { username, email } = person.user
  const { appointment, freeTime } = await meeting(person)
  // What may be done with a document that is still being read is another question.
  const document = await readOf(person, (await uploading).document)
  const letter = await adviserWrites({ portal, administrator }, person, document.id)
  const things: Belongings = {
    clientId: person.user.id,
    sessionId: session.id,
    documentId: document.id,
    task,
    payment,
    answers,
    messageId,
    ...held,
    ...letter,
    token,
    appointment,
    freeTime,
    sentId: toSign.id,
    answerId: (await askAssistant(person, 'What is left?')).message.id,
    password: portal.password,
    username,
    email,
  }
  return { person, things }
}

/** Creates a matter of each kind. */
async function withCases(person: Client, administrator: Colleague) {
  const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' } as const
  const step = { whose: 'firm', nextStep: 'We look at it' } as const
  const { id: matterId } = await person.ask(matters.request, matter)
  const { id: pendingMatterId } = await person.ask(matters.request, matter)
  const { id: closedMatterId } = await person.ask(matters.request, matter)
  for (const id of [matterId, closedMatterId]) await administrator.ask(matters.open, { id, ...step })
  await person.ask(matters.close, { id: closedMatterId })
  const lender = { role: 'lender', kind: 'organisation', name: 'A bank' } as const
  const { id: partyId } = await administrator.ask(matterParties.add, {
    id: matterId,
    ...lender,
    email: '',
    phone: '',
    number: '',
    detail: '',
  })
  return { matterId, pendingMatterId, closedMatterId, partyId }
}

/** The administrator sends this client a message about their document. */
async function adviserWrites({ administrator }: Firm, { user }: Client, documentId: DocumentId) {
  const { id } = await administrator.ask(messages.send, {
    receiverId: user.id,
    content: 'Thank you for this.',
    attachments: [documentId],
  })
  return { adviserId: administrator.user.id, letterId: id }
}

/** Books the first free slot, and returns it with the next one. */
async function meeting(person: Client) {
  const days = await person.ask(appointments.slots, { from: '2026-11-10', to: '2026-12-20' })
  const [startTime, freeTime] = days.flatMap(({ times }) => times)
  if (!startTime || !freeTime) throw new Error('Nobody can be met')
  const endTime = after(startTime, minutes(30))
  return { freeTime, appointment: await person.ask(appointments.book, { title: 'x', startTime, endTime }) }
}

async function withRequests(person: Client, password: string) {
  const { id: requestId } = await person.ask(privacy.complain, { words: 'Nobody calls me back.' })
  const { id: exportId } = await person.ask(privacy.prepareExport, { currentPassword: password })
  return { requestId, exportId }
}

/** Takes a conversation up to its verification session. */
async function inSession(person: Client) {
  await press(person, ...toSession)
  const token = await openSession(person)
  await person.ask(onboarding.chooseDocument, { token, document: 'passport' })
  return { token, messageId: newest(await show(person)).id }
}

async function uploadTo(person: Client, taskId: string) {
  const form = new FormData()
  form.append('taskId', taskId)
  form.append('documentType', 'Upload proof of address')
  form.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), 'statement.pdf')
  return answerOf(documents.upload, await person.send('POST', documents.upload.path, form, {}))
}
