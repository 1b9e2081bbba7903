import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { forms } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { careLetterKey, TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { payments } from '#contract/payments/payments.ts'
import { readOf, upload } from '#server/features/documents/testing/documents.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { addTask, keepForm } from '#server/features/tasks/service.ts'
import { field, formOf } from '#server/features/templates/shipped/common.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import type { Belongings } from './authorization.ts'
import type { Client, openPortal } from './portal.ts'
import { drawnStatement } from './sample-documents.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>
type Staff = Awaited<ReturnType<Portal['staff']>>

interface People {
  client: Client
  /** The fee earner who is responsible for the client, and is not named on the matter. */
  adviser: Staff
  opener: Staff
  named: Staff
  count: () => Promise<string[]>
}

const ownForm = formOf(['Zanzibar', [field('text', { key: 'house', label: 'Which house in Zanzibar?' })]])

/**
 * Opens a restricted matter with a row of each kind. Only `named` is named on it, and does not work
 * for its client. `count` runs once the rows are there, before the appointment.
 */
export async function openRestrictedMatter(
  portal: Portal,
  { client: ana, adviser: priya, opener: boss, named: nora, count }: People,
) {
  const { id: matterId } = await boss.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Zanzibar divorce',
    type: 'Other',
    priority: 'low',
    description: 'Zanzibar',
    whose: 'firm',
    nextStep: 'We look at Zanzibar',
  })
  await boss.ask(matterTabs.requestDocument, {
    id: matterId,
    clientId: ana.user.id,
    title: 'Zanzibar request',
  })
  await boss.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [nora.user.id] })
  await nora.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [nora.user.id] })
  const add = (kind: 'requested_document' | 'payment' | 'appointment', amount: number | null = null) =>
    jobContextOf(portal).transaction((ctx) =>
      addTask(ctx, {
        clientId: ana.user.id,
        kind,
        category: kind === 'payment' ? 'payments' : 'documents',
        title: `Zanzibar ${kind}`,
        description: 'Zanzibar',
        dueOn: '2026-11-01',
        matterId,
        amount,
        currency: amount === null ? null : 'GBP',
        account: amount === null ? null : 'client',
        vat: amount === null ? null : 0,
      }),
    )
  const asks = { document: await add('requested_document'), fee: await add('payment', 73911) }
  await add('appointment')
  const sent = { taskId: asks.document.id, documentType: 'Zanzibar paper', filename: 'zanzibar.pdf' }
  const { document } = await upload(ana, await drawnStatement(), sent)
  await readOf(ana, document)
  const payment = await ana.ask(payments.pay, {
    taskId: asks.fee.id,
    amount: 73911,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  const counts = await count()
  const [day] = await ana.ask(appointments.slots, { from: '2026-11-10', to: '2026-11-20' })
  const startTime = day?.times[0] ?? portal.now()
  const appointment = await ana.ask(appointments.book, {
    title: 'About our matter',
    startTime,
    endTime: after(startTime, minutes(30)),
  })
  // A form of the firm's own with its answer, a letter to be read, and a deed to be signed.
  const formTask = await jobContextOf(portal).transaction(async (ctx) =>
    addTask(ctx, {
      clientId: ana.user.id,
      kind: 'firm_form',
      category: 'forms',
      title: 'Zanzibar form',
      description: 'Zanzibar',
      matterId,
      formId: await keepForm(ctx.db, ownForm),
      dueOn: null,
    }),
  )
  for (const house of ['A hut in Zanzibar', 'A house in Zanzibar'])
    await ana.ask(forms.complete, { id: formTask.id, formData: { house } })
  const { email, firstName, lastName } = ana.user
  await ana.ask(accounts.saveProfile, { email, firstName, lastName, address: '4 Mill Lane, Leeds' })
  const sending = { id: matterId, from: nora, to: ana }
  const letter = await sendLetter(sending, { templateKey: careLetterKey, delivery: 'document', answers: {} })
  const deed = await sendLetter(sending, {
    templateKey: TemplateKey.parse('deed-of-gift'),
    delivery: 'signature',
    answers: { recipient: 'Zanzibar Trust', gift: 'the house in Zanzibar', purpose: '' },
  })
  const { id: messageId } = await ana.ask(messages.send, {
    receiverId: priya.user.id,
    content: 'Hello',
    attachments: [document.id],
  })
  /** What the authorization matrix asks with, and the ids that nobody else may be told. */
  const belongings = {
    clientId: ana.user.id,
    documentId: document.id,
    matterId,
    payment,
    messageId,
    adviserId: priya.user.id,
    letterId: messageId,
    sentId: deed.documentId,
    partyId: matterId,
    appointment,
    task: () => asks.document,
    password: portal.password,
  } as unknown as Belongings
  const ids = [
    matterId,
    document.id,
    payment.id,
    asks.fee.id,
    asks.document.id,
    formTask.id,
    letter.id,
    letter.documentId,
    deed.id,
    deed.documentId,
  ]
  return { matterId, document, payment, appointment, asks, counts, letter, deed, belongings, ids }
}

async function sendLetter(
  { id, from, to }: { id: MatterId; from: Staff; to: Client },
  letter: Pick<Input<typeof letters.send>, 'templateKey' | 'delivery' | 'answers'>,
) {
  const { delivery, ...text } = letter
  const wanted = { id, recipientId: to.user.id, ...text }
  const { dataDigest } = await from.ask(letters.preview, wanted)
  return from.ask(letters.send, { ...wanted, delivery, dataDigest, templateVersion: 0 })
}
