import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type Stage, takesUpload } from '#contract/onboarding/conversation.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { drawnBill, drawnPassport } from '#server/testing/sample-documents.ts'
import {
  answer,
  bank,
  capture,
  details,
  newest,
  openSession,
  ownPapers,
  press,
  sendPaper,
  show,
} from './testing.ts'

const portal = await openPortal()
const seen = new Set<Stage>()

/** Takes one possible step of a client at the current stage, chosen by a number. */
const step = async (client: Client, choice: number) => {
  const now = await show(client)
  seen.add(now.stage)
  for (const message of now.messages) seen.add(message.stage)
  const ways: (() => Promise<unknown>)[] = newest(now)
    .options.filter((option) => option !== 'Go to Dashboard')
    .map((option) => () => press(client, option))
  const isReadable = choice % 4 === 0
  // A file that is no passport is refused in milliseconds. Reading a photo of one takes a second.
  const paper = isReadable && now.stage === 'id_verification' ? drawnPassport : drawnBill
  if (takesUpload(now.stage)) ways.push(async () => sendPaper(client, await paper()))
  const pictures = { ...ownPapers, FRONTSIDE: isReadable ? drawnPassport : drawnBill }
  if (now.stage === 'upload_document')
    ways.push(async () => capture(portal.visitor(), await openSession(client), pictures))
  if (now.stage === 'proof_of_funds') ways.push(() => answer(client, { kind: 'banking_details', ...bank }))
  if (now.stage === 'additional_data' || now.stage === 'modify_details')
    ways.push(() =>
      client.ask(onboarding.verifyData, {
        userData: { ...details, lastName: isReadable ? 'Okafor' : 'Larkin' },
        verificationSource: 'user_submitted',
      }),
    )
  if (choice % 7 === 0 || ways.length === 0)
    ways.push(() => client.ask(onboarding.chat, { message: 'What documents do I need?' }))
  await ways[choice % ways.length]?.()
}

/** Returns what the same person sees on another device. */
const elsewhere = async ({ user }: Client) => {
  const device = portal.visitor()
  await device.ask(accounts.login, { username: user.username, password: portal.password })
  return show(device)
}

test.each([4, 5, 6, 7, 8, 9])(
  'whatever a client does (seed %i), the conversation goes on, the same on every device, and can be ended',
  async (seed) => {
    const walk = fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: 14, maxLength: 24 }),
      async (choices) => {
        const client = await portal.client()
        for (const choice of choices) await step(client, choice)
        const now = await show(client)
        expect(await elsewhere(client)).toEqual(now)
        expect(now.messages.filter(({ isUser, isDisabled }) => !isUser && !isDisabled)).toHaveLength(1)
        const isOver = now.stage === 'complete'
        expect(isOver || newest(now).options.length > 0).toBe(true)
        expect((await client.ask(onboarding.complete, {})).user.isFirstLogin).toBe(false)
      },
    )
    await fc.assert(walk, { numRuns: 2, seed })
  },
)

test('the walks have led through most of the stages', () => {
  expect(seen.size).toBeGreaterThan(12)
})
