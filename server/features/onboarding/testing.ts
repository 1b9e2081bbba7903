import { expect } from 'vitest'
import type { MessageId } from '#contract/chat.ts'
import type { Stage } from '#contract/conversation.ts'
import { answerOf } from '#contract/kit.ts'
import { type Answer, type Onboarding, onboarding } from '#contract/onboarding.ts'
import { type TaskKind, tasks } from '#contract/tasks.ts'
import { type DocumentType, stillReading, type Validation } from '#contract/validation.ts'
import { capturePath, type StepType } from '#contract/verification-session.ts'
import { openInspector } from '#inspector/inspector.ts'
import { drawnStatement } from '#server/testing/papers.ts'
import type { Client } from '#server/testing/portal.ts'

/** A reader beyond a door: what it makes of each kind of document is the test's to say. */
export const openReader = () => {
  const verdicts: Partial<Record<DocumentType, Validation>> = {}
  const inspector = openInspector()
  return {
    verdicts,
    inspector: {
      ...inspector,
      inspect: async (_: Uint8Array, { expectedTypes: [type] }: { expectedTypes: readonly DocumentType[] }) =>
        (type && verdicts[type]) ?? left,
    },
  }
}

const { metadata } = stillReading
/** Nothing could be read: a person looks. */
export const left: Validation = { ...stillReading, issues: [] }
export const good = (read: Partial<Validation['metadata']> = {}): Validation => ({
  ...left,
  valid: true,
  confidence: 0.97,
  metadata: { ...metadata, ...read },
})
export const bad = (...issues: string[]): Validation => ({ ...left, issues })

export const passport = good({
  documentType: 'passport',
  fullName: 'Amara Okafor',
  dateOfBirth: '1991-03-14',
  documentNumber: '533401372',
  expiryDate: '2031-06-02',
})
export const bill = good({
  documentType: 'utility_bill',
  address: 'Flat 2, 12 Garden Street, London, W1U 4PL',
})

export const bank = { sortCode: '08-99-99', accountNumber: '66374958' }
export const details = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dateOfBirth: '1991-03-14',
  streetAddress: 'Flat 2, 12 Garden Street',
  city: 'London',
  postalCode: 'W1U 4PL',
  country: 'United Kingdom' as const,
  ...bank,
}

export const show = (client: Pick<Client, 'ask'>) => client.ask(onboarding.show, {})

/** The message that waits for an answer. */
export const newest = ({ messages }: Onboarding) => {
  const message = messages.findLast(({ isUser }) => !isUser)
  if (!message) throw new Error('nothing was said')
  return message
}

export const answer = async (client: Pick<Client, 'ask'>, given: Answer, messageId?: MessageId) =>
  client.ask(onboarding.answer, { messageId: messageId ?? newest(await show(client)).id, answer: given })

/** Presses these buttons, one after the other. */
export const press = async (client: Pick<Client, 'ask'>, ...options: string[]): Promise<Onboarding> => {
  for (const option of options) await answer(client, { kind: 'option', option })
  return show(client)
}

export const toSession = ["Let's begin", 'Agree', 'Yes, compare them']
export const withoutCamera = [...toSession, 'Upload documents instead', 'Passport']

const formWith = async (fields: Record<string, string>, bytes?: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([bytes ?? (await drawnStatement())], 'my paper (1).pdf'))
  return form
}

/** Sends a file in the chat and waits until it was read. */
export const sendPaper = async (client: Pick<Client, 'ask' | 'send'>) => {
  const messageId = newest(await show(client)).id
  const form = await formWith({ messageId })
  answerOf(onboarding.upload, await client.send('POST', onboarding.upload.path, form, {}))
  await expect.poll(async () => (await show(client)).isReading, { timeout: 10_000 }).toBe(false)
  return show(client)
}

export const sendBytes = async (client: Pick<Client, 'ask' | 'send'>, bytes: Uint8Array<ArrayBuffer>) => {
  const messageId = newest(await show(client)).id
  return client.send('POST', onboarding.upload.path, await formWith({ messageId }, bytes), {})
}

/** Opens a verification session in the chat, and answers the token of its capture page. */
export const openSession = async (client: Pick<Client, 'ask'>) => {
  const { data } = await client.ask(onboarding.generateSession, {})
  if (!data) throw new Error('no session was opened')
  return data.sessionUrl.slice(capturePath('').length)
}

type Device = Pick<Client, 'ask' | 'send'>
const path = (token: string) => `/api/verification-sessions/${token}/pictures`

export const sendPicture = async (device: Device, token: string, step: StepType) =>
  device.send('POST', path(token), await formWith({ step }), {})

const isRead = async (device: Device, token: string) => {
  const { steps } = await device.ask(onboarding.capture, { token })
  return steps.every(({ state }) => state !== 'reading')
}

/** Takes every picture that a session asks for, and submits it. */
export const capture = async (device: Device, token: string) => {
  const { steps } = await device.ask(onboarding.chooseDocument, { token, document: 'passport' })
  for (const { type } of steps) answerOf(onboarding.takePicture, await sendPicture(device, token, type))
  await expect.poll(() => isRead(device, token), { timeout: 10_000 }).toBe(true)
  return device.ask(onboarding.submitSession, { token })
}

/** Up to the question whether anything has changed. */
export const toReview = async (client: Device) => {
  await press(client, ...toSession)
  await capture(client, await openSession(client))
  return answer(client, { kind: 'banking_details', ...bank })
}

export const outcomesOf = async (client: Pick<Client, 'ask'>, ...kinds: TaskKind[]) => {
  const all = await client.ask(tasks.list, {})
  return kinds.map((kind) => all.find((task) => task.kind === kind)?.outcome)
}

export const stageOf = async (client: Pick<Client, 'ask'>): Promise<Stage> => (await show(client)).stage
