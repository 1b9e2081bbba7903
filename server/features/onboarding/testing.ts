import { expect } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { capturePath, type StepType } from '#contract/identity/session.ts'
import { answerOf } from '#contract/kit/transport.ts'
import type { MessageId } from '#contract/onboarding/chat.ts'
import type { Stage } from '#contract/onboarding/conversation.ts'
import { type Answer, type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import { type TaskKind, tasks } from '#contract/tasks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import type { Client, Portal } from '#server/testing/portal.ts'
import {
  drawnBill,
  drawnNumber,
  drawnPassport,
  drawnSelfie,
  drawnStatement,
} from '#server/testing/sample-documents.ts'

type Device = Pick<Client, 'ask' | 'send'>
type Bytes = Uint8Array<ArrayBuffer>

/** Opens a client whose account has the address of her bill. */
export async function openResident(portal: Portal) {
  const client = await portal.client()
  const { firstName, lastName, email } = client.user
  const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'SW1A 1AA' }
  await client.ask(accounts.saveProfile, { firstName, lastName, email, ...home })
  return client
}

export const bank = { sortCode: '08-99-99', accountNumber: '66374958' }
export const details = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dateOfBirth: '1990-04-17',
  streetAddress: 'Flat 2, 12 Garden Street',
  city: 'London',
  postalCode: 'SW1A 1AA',
  country: 'United Kingdom' as const,
  ...bank,
}

export const show = (client: Pick<Client, 'ask'>) => client.ask(onboarding.show, {})

/** Returns the message that waits for an answer. */
export const newest = ({ messages }: Onboarding) => {
  const message = messages.findLast(({ isUser }) => !isUser)
  if (!message) throw new Error('nothing was said')
  return message
}

export const answer = async (client: Pick<Client, 'ask'>, given: Answer, messageId?: MessageId) =>
  client.ask(onboarding.answer, { messageId: messageId ?? newest(await show(client)).id, answer: given })

/** Presses these buttons in order. */
export const press = async (client: Pick<Client, 'ask'>, ...options: string[]): Promise<Onboarding> => {
  for (const option of options) await answer(client, { kind: 'option', option })
  return show(client)
}

export const toSession = ["Let's begin", 'Agree', 'Yes, compare them']
/** A client who says no is not asked for a selfie. */
export const toSessionWithoutFace = ["Let's begin", 'Agree', 'No, a person can do it']
export const withoutCamera = [...toSession, 'Upload documents instead', 'Passport']

const nameOf = ([first]: Bytes) => (first === 0xff ? 'my photo (1).jpg' : 'my paper (1).pdf')

const formWith = (fields: Record<string, string>, bytes: Bytes) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([bytes], nameOf(bytes)))
  return form
}

/** Reading a photo takes seconds, and longer on a busy machine. */
export const pollOptions = { timeout: minutes(3) }

/** Sends a file in the chat and waits until it has been read. */
export const sendPaper = async (client: Device, bytes: Bytes) => {
  const messageId = newest(await show(client)).id
  const form = formWith({ messageId }, bytes)
  answerOf(onboarding.upload, await client.send('POST', onboarding.upload.path, form, {}))
  await expect.poll(async () => (await show(client)).isReading, pollOptions).toBe(false)
  return show(client)
}

export const sendBytes = async (client: Device, bytes: Bytes) => {
  const messageId = newest(await show(client)).id
  return client.send('POST', onboarding.upload.path, formWith({ messageId }, bytes), {})
}

/** Opens a verification session in the chat. Returns the token of its capture page. */
export const openSession = async (client: Pick<Client, 'ask'>) => {
  const { data } = await client.ask(onboarding.generateSession, {})
  if (!data) throw new Error('no session was opened')
  return data.sessionUrl.slice(capturePath('').length)
}

const path = (token: string) => `/api/verification-sessions/${token}/pictures`

export const sendPicture = async (device: Device, token: string, step: StepType, bytes?: Bytes) =>
  device.send('POST', path(token), formWith({ step }, bytes ?? (await drawnStatement())), {})

export const isRead = async (device: Pick<Client, 'ask'>, token: string) => {
  const { steps } = await device.ask(onboarding.capture, { token })
  return steps.every(({ state }) => state !== 'reading')
}

type Pictures = Partial<Record<StepType, () => Promise<Bytes>>>
export const ownPapers: Pictures = { FRONTSIDE: drawnPassport, ADDRESSDOCUMENT: drawnBill }
export const withFace: Pictures = { ...ownPapers, SELFIE: drawnSelfie, LIVENESS: drawnNumber }

/** Takes these pictures of a passport's session, skips the other steps, and submits it once all are read. */
export const capture = async (device: Device, token: string, pictures = ownPapers) => {
  const { steps } = await device.ask(onboarding.chooseDocument, { token, document: 'passport' })
  for (const { type: step } of steps) {
    const drawn = await pictures[step]?.()
    if (drawn) answerOf(onboarding.takePicture, await sendPicture(device, token, step, drawn))
    else await device.ask(onboarding.skipStep, { token, step })
  }
  await expect.poll(() => isRead(device, token), pollOptions).toBe(true)
  return device.ask(onboarding.submitSession, { token })
}

/** Goes on to the question whether anything has changed, with a passport that was read. */
export const toReview = async (client: Device) => {
  await press(client, ...toSession)
  await capture(client, await openSession(client))
  return answer(client, { kind: 'banking_details', ...bank })
}

/** Goes on to the bank details. Sends a file that is no passport as it is, and a bill if one is given. */
export const toBankUnread = async (client: Device, bill?: Bytes) => {
  await press(client, ...withoutCamera)
  await sendPaper(client, await drawnStatement())
  await press(client, 'Send it as it is', 'Skip this step')
  await (bill ? sendPaper(client, bill) : press(client, 'Skip this step'))
  return press(client, 'Other', 'Skip this step')
}

export const outcomesOf = async (client: Pick<Client, 'ask'>, ...kinds: TaskKind[]) => {
  const all = await client.ask(tasks.list, {})
  return kinds.map((kind) => all.find((task) => task.kind === kind)?.outcome)
}

export const stageOf = async (client: Pick<Client, 'ask'>): Promise<Stage> => (await show(client)).stage
