// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { VerificationStatus } from '#contract/identity/session.ts'
import { captureLimit } from '#contract/identity/session.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import { bill, openWire } from '#web/features/documents/testing.ts'
import { answer } from '#web/testing.tsx'
import { canHandOff } from './chat.ts'
import { button, conversationOf, messageId, openChat, press, said } from './testing.tsx'

const waiting = conversationOf({ stage: 'upload_document', messages: [said(1, { options: [] })] })
const address = `/verify-session/${'a'.repeat(43)}`
const withSession = conversationOf({
  stage: 'upload_document',
  session: { sessionUrl: address, sessionId: 's1', expiresAt: null },
  messages: [said(1, { options: ['Upload documents instead'], sessionUrl: address, sessionId: 's1' })],
})
const statusOf = (facts: Partial<VerificationStatus> = {}): VerificationStatus => ({
  success: true,
  verificationStatus: 'in_progress',
  message: '',
  issues: [],
  recommendations: [],
  extractedData: { personalInfo: {}, addressInfo: {}, documentInfo: {} },
  verifiedDocuments: [],
  completedSteps: [],
  verificationDetails: { referenceNumber: 'R1' },
  ...facts,
})

test('a session that cannot be made is told, and can be asked for again', async () => {
  let isBroken = true
  const { state } = openChat(waiting, [
    answer(onboarding.generateSession, () => {
      if (isBroken) throw new Problem('unavailable', 'Away.')
      state.held = withSession
      return { success: true, data: { sessionUrl: address, sessionId: 's1' }, error: null }
    }),
  ])
  await screen.findByText('Session Generation Failed')
  expect(await screen.findAllByText(/Unable to create verification session. Please try again./)).toHaveLength(
    2,
  )
  await button('Contact support')
  isBroken = false
  await press('Try again')
  await button('Start Verification')
})

test('the session opens over the chat; once it is closed the status is asked for', async () => {
  let requests = 0
  openChat(withSession, [
    answer(onboarding.status, () => {
      requests += 1
      return statusOf({ success: false, message: 'Away.' })
    }),
  ])
  await press('Start Verification')
  const frame = await screen.findByTitle('Verification session')
  expect(frame).toHaveAttribute('src', address)
  expect(frame.getAttribute('allow')).toContain('camera')
  await press('Close')
  await screen.findByText(/We're having trouble checking your verification status. Please try again./)
  expect(requests).toBe(1)
  await button('Try again')
})

test('when another device has finished the session, the modal goes and the chat goes on', async () => {
  const { state, cache } = openChat(withSession)
  await press('Start Verification')
  await screen.findByTitle('Verification session')
  state.held = conversationOf({ messages: [said(2, { content: 'Thank you. That is all.' })] })
  await cache.invalidateQueries({ queryKey: [onboarding.show.path] })
  await waitFor(() => expect(screen.queryByTitle('Verification session')).not.toBeInTheDocument())
  expect(screen.getByText('Thank you. That is all.', { exact: false })).toBeInTheDocument()
})

test('while the pictures are judged the page asks by itself, and goes on with the verdict', async () => {
  const judging = conversationOf({ stage: 'verification_progress', messages: [said(1, { options: [] })] })
  const { state } = openChat(judging, [
    answer(onboarding.status, () => {
      state.held = conversationOf({ messages: [said(2, { content: "We've checked your documents." })] })
      return statusOf({ verificationStatus: 'verified' })
    }),
  ])
  expect(await screen.findByText("We've checked your documents.", { exact: false })).toBeInTheDocument()
})

test.each([
  ['https://portal.example', true],
  ['http://portal.example', false],
  ['https://localhost:3000', false],
  ['https://127.0.0.1:3000', false],
])('at %s, that the session can go on on a phone is offered: %s', (place, isOffered) => {
  expect(canHandOff(new URL(place))).toBe(isOffered)
})

const forPaper = (facts: Partial<Onboarding> = {}) =>
  conversationOf({
    stage: 'proof_of_address',
    upload: { documentType: 'address_proof', attachmentType: 'proof_of_address' },
    messages: [said(1, { options: ['Skip this step'], attachmentType: 'proof_of_address' })],
    ...facts,
  })
const choose = async (file: File) => {
  const [picker] = await screen.findAllByLabelText('Choose a file', { selector: 'input' })
  if (picker) await userEvent.upload(picker, file, { applyAccept: false })
}

test('a file that is too large, or of another kind, is refused before it is sent', async () => {
  const wire = openWire()
  openChat(forPaper())
  await choose(bill({ size: captureLimit + 1 }))
  await screen.findByText('File too large')
  await screen.findByText('Maximum file size is 5MB. Please choose a smaller file.')
  await choose(bill({ name: 'letter.docx', type: 'application/msword' }))
  await screen.findByText('Invalid file type')
  await choose(bill({ name: 'scan.tif', type: 'image/tiff' }))
  await screen.findAllByText(/save as JPEG and upload that/)
  expect(wire.isSending()).toBe(false)
})

test('why a file was refused stays in the chat when its notice is gone, until another is sent', async () => {
  const wire = openWire()
  openChat(forPaper())
  const log = within(await screen.findByRole('log'))
  await choose(bill({ size: captureLimit + 1 }))
  expect(await log.findByText(/problem with the upload: Maximum file size is 5MB\./)).toBeInTheDocument()
  await choose(bill({ name: 'scan.tif', type: 'image/tiff' }))
  expect(await log.findByText(/problem with the upload: .+ save as JPEG/)).toBeInTheDocument()
  expect(log.queryByText(/Maximum file size/)).toBeNull()
  await choose(bill())
  await expect.poll(() => wire.isSending()).toBe(true)
  expect(log.queryByText(/problem with the upload/)).toBeNull()
})

test('a file is sent with its progress in tens, and the chat goes on with the answer', async () => {
  const wire = openWire()
  openChat(forPaper())
  await choose(bill())
  act(() => wire.progress(0.57))
  const bar = await screen.findByRole('progressbar', { name: 'Uploading energy-bill.pdf' })
  expect(bar).toHaveAttribute('aria-valuenow', '50')
  act(() => wire.progress(1))
  expect(bar).toHaveAttribute('aria-valuenow', '90')
  const next = conversationOf({ messages: [said(2, { content: 'I am reading it.' })], isReading: true })
  await act(async () => wire.reply(201, z.encode(onboarding.upload.output, next)))
  await screen.findByText('I am reading it.', { exact: false })
  expect(wire.sent()).toMatchObject({ messageId: messageId(1) })
})

test('an upload that fails is told by the toast and in the chat', async () => {
  const wire = openWire()
  openChat(forPaper())
  await choose(bill())
  const problem = new Problem('invalid', 'This is no picture.')
  await act(async () => wire.reply(400, problem.toJSON()))
  await screen.findByText('Upload Failed')
  await screen.findByText(
    "The file couldn't be uploaded. Please make sure it's a valid image file and try again.",
  )
  expect(
    await screen.findByText(
      /Sorry, there was a problem with the upload: This is no picture. Please try again./,
    ),
  ).toBeInTheDocument()
})

test('the same picture again is told once, and another can be chosen', async () => {
  const wire = openWire()
  openChat(forPaper())
  await choose(bill())
  const message = 'This is the same picture as your passport. Please choose another one.'
  await act(async () =>
    wire.reply(422, new Problem('unprocessable', message, { reason: 'same_picture' }).toJSON()),
  )
  expect(await screen.findAllByText(message, { exact: false })).toHaveLength(1)
  expect(screen.queryByText('Upload Failed')).not.toBeInTheDocument()
  for (const way of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Choose a file' }))
    expect(way).toBeEnabled()
})

test('a camera that is not given is told with its words, and can be asked for again', async () => {
  const getUserMedia = vi.fn<() => Promise<MediaStream>>(() =>
    Promise.reject(new DOMException('', 'NotAllowedError')),
  )
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }))
  openChat(
    forPaper({
      stage: 'take_selfie',
      upload: { documentType: 'selfie', attachmentType: 'selfie' },
      messages: [said(1)],
    }),
  )
  await press('Take selfie')
  await screen.findByText('Camera Access Error')
  await screen.findByText(/Could not access your camera. Please ensure you've granted camera permission./)
  await press('Retry')
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
  expect(getUserMedia).toHaveBeenCalledWith({
    video: { facingMode: { ideal: 'user' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  })
})
