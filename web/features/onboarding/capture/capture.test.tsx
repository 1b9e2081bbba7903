// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CaptureSession, type CaptureStep } from '#contract/identity/session.ts'
import { openWire } from '#web/features/documents/testing.ts'
import { viewOf } from './session.ts'
import { heading, openCapture, passed, review, sessionOf, stepOf } from './testing.tsx'

const photo = (facts: { name?: string; type?: string; size?: number } = {}) => {
  const { name = 'passport.jpg', type = 'image/jpeg', size = 1000 } = facts
  return Object.defineProperty(new File(['…'], name, { type }), 'size', { value: size })
}

let wire: ReturnType<typeof openWire>
let capture: ReturnType<typeof openCapture>
beforeEach(() => {
  wire = openWire()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
})

const open = (session: CaptureSession) => {
  capture = openCapture(session)
  return capture
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file, {
    applyAccept: false,
  })
const take = async () => {
  await choose(photo())
  await press('Use Photo')
}
const found = async (facts: Partial<CaptureStep>) => {
  const steps = capture.session().steps.map((step, place) => (place === 0 ? { ...step, ...facts } : step))
  await act(async () => wire.reply(201, z.encode(CaptureSession, capture.change({ steps }))))
}

test('the chosen document decides what is asked for first', async () => {
  open(sessionOf({ document: null, steps: [] }))
  await heading('Which document do you have to hand, Amara?')
  await press(/^Passport/)
  await heading('Photograph your passport')
  expect(screen.getByText('Step 1 of 2 · Passport')).toBeInTheDocument()
})

test('where there is no camera a file is asked for, and goes with its step', async () => {
  open(sessionOf())
  await choose(photo())
  expect(await screen.findByRole('img', { name: 'Preview: Passport' })).toBeInTheDocument()
  await press('Use Photo')
  expect(wire.sent()).toMatchObject({ step: 'FRONTSIDE' })
})

test('a file over five megabytes is refused before it is sent', async () => {
  open(sessionOf())
  await choose(photo({ size: 5 * 1024 * 1024 + 1 }))
  const words = 'File too large. Maximum file size is 5MB. Please choose a smaller file.'
  expect(await screen.findByText(words)).toBeInTheDocument()
  await choose(photo({ size: 5 * 1024 * 1024 }))
  expect(await screen.findByRole('button', { name: 'Use Photo' })).toBeInTheDocument()
})

test('a PDF is as good as a photo of a paper, and no selfie', async () => {
  open(sessionOf({ steps: [stepOf('ADDRESSDOCUMENT'), stepOf('SELFIE')] }))
  await choose(photo({ name: 'bill.pdf', type: 'application/pdf' }))
  expect(await screen.findByText('bill.pdf')).toBeInTheDocument()
  await heading('Is this the right file?')
  await press('Use this file')
  await found(passed)
  await press('Continue')
  await heading('Take a selfie')
  await choose(photo({ name: 'me.pdf', type: 'application/pdf' }))
  expect(await screen.findByText('Invalid file type. Please upload a JPG or PNG picture')).toBeInTheDocument()
})

test.each([
  ['a document that is fine', 'FRONTSIDE', passed, "We've read it."],
  ['a document for a person', 'FRONTSIDE', review, "Received, we'll check it"],
  ['a face, which no machine verifies', 'SELFIE', review, "Received, we'll compare it"],
] as const)('%s is told, and every step waits for Continue', async (_, type, facts, words) => {
  open(sessionOf({ steps: [stepOf(type), stepOf('ADDRESSDOCUMENT')] }))
  await take()
  await found(facts)
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByText('Verified')).not.toBeInTheDocument()
  await press('Continue')
  await heading('Photograph a proof of address')
})

test('a bill is read, and called neither checked nor verified before its address is confirmed', async () => {
  open(sessionOf({ steps: [stepOf('ADDRESSDOCUMENT')] }))
  await take()
  await found(passed)
  await press('Continue')
  await heading(/^That's everything/)
  expect(screen.getByText('Read')).toBeInTheDocument()
  expect(screen.queryByText(/Verified|Checked/)).not.toBeInTheDocument()
})

const blurred: CaptureStep['verdict'] = {
  kind: 'unreadable',
  label: "Couldn't be read",
  sentence: "We couldn't read this clearly enough.",
  action: 'take_again',
  lines: ['The photo is out of focus.'],
}
const foreign: CaptureStep['verdict'] = {
  kind: 'not_yours',
  label: 'Not yours',
  sentence: 'This is in the name of John Smith.',
  action: 'choose_another',
  lines: [],
}
test.each([
  [blurred, 'Take it again'],
  [foreign, 'Choose another document'],
])('what is not good enough says why, and its first button mends it', async (verdict, way) => {
  open(sessionOf())
  await take()
  await found({ state: 'done', result: 'Failed', issues: ['No.'], verdict })
  expect(await screen.findByText(verdict.sentence)).toBeInTheDocument()
  for (const line of verdict.lines) expect(screen.getByText(line)).toBeInTheDocument()
  await press(way)
  await heading('Photograph your passport')
  await take()
  await found({ state: 'done', result: 'Failed', issues: ['No.'], verdict })
  await press('Continue anyway')
  await heading('Photograph a proof of address')
  await press('Skip for now')
  expect(await screen.findByText(verdict.label)).toBeInTheDocument()
})

test('the same picture again is refused where another is taken', async () => {
  open(sessionOf())
  await take()
  const message = 'This is the same picture as your selfie. Please take another one.'
  const problem = { code: 'unprocessable', message, fields: {}, reason: 'same_picture' }
  await act(async () => wire.reply(422, problem))
  expect(await screen.findByText(message)).toBeInTheDocument()
  await take()
  await found(passed)
  expect(await screen.findByText("We've read it.")).toBeInTheDocument()
})

test('while a picture is read the verdict is waited for, or not', async () => {
  open(sessionOf())
  await take()
  await found({ state: 'reading' })
  expect(await screen.findByText(/we're reading it/)).toBeInTheDocument()
  capture.change({ steps: [stepOf('FRONTSIDE', review), stepOf('ADDRESSDOCUMENT')] })
  expect(await screen.findByText("Received, we'll check it")).toBeInTheDocument()
  await press('Continue')
  await heading('Photograph a proof of address')
})

test('only the document itself cannot be left out', async () => {
  open(sessionOf())
  await heading('Photograph your passport')
  expect(screen.queryByRole('button', { name: 'Skip for now' })).not.toBeInTheDocument()
  await take()
  await found(passed)
  await press('Continue')
  await heading('Photograph a proof of address')
  await press('Skip for now')
  await heading("That's everything, Amara")
  expect(screen.getByText('Skipped')).toBeInTheDocument()
  await press('Finish')
  await heading('Thank you. We have your photos')
})

const refusals: [number, string, string][] = [
  [400, 'invalid', "The file couldn't be uploaded. Please make sure it's a valid image file and try again."],
  [413, 'too_large', 'The file is too large. Please use a smaller file (max 5MB).'],
  [500, 'internal', 'The server encountered an error. Please try again or use a different file.'],
  [422, 'unprocessable', 'This file is empty.'],
]
test.each(refusals)(
  'an upload refused with %i keeps the picture and says what to do',
  async (status, code, words) => {
    open(sessionOf())
    await take()
    await act(async () => wire.reply(status, { code, message: 'This file is empty.', fields: {} }))
    expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
    expect(screen.getByText(words)).toBeInTheDocument()
    await press('Try again')
    await found(passed)
    expect(await screen.findByText("We've read it.")).toBeInTheDocument()
  },
)

test('without a network the picture stays, and is sent when the device is online again', async () => {
  open(sessionOf())
  await take()
  await act(async () => wire.onerror())
  expect(await screen.findByText('Not sent yet')).toBeInTheDocument()
  await act(async () => void window.dispatchEvent(new Event('online')))
  await found(passed)
  expect(await screen.findByText("We've read it.")).toBeInTheDocument()
})

test('a picture that is being looked at stays, whatever another device does meanwhile', async () => {
  const { cache } = open(sessionOf())
  await choose(photo())
  capture.change({ steps: [stepOf('FRONTSIDE', passed), stepOf('ADDRESSDOCUMENT')] })
  await act(() => cache.invalidateQueries())
  expect(screen.getByRole('button', { name: 'Use Photo' })).toBeInTheDocument()
})

test('the first step without a picture is next, unless another is held', () => {
  const [front, address] = [stepOf('FRONTSIDE', passed), stepOf('ADDRESSDOCUMENT')]
  const session = sessionOf({ steps: [front, address] })
  expect(viewOf(session, null)).toEqual({ kind: 'take', step: address })
  expect(viewOf(session, { type: 'FRONTSIDE', isTaken: false })).toEqual({ kind: 'result', step: front })
  expect(viewOf(session, { type: 'FRONTSIDE', isTaken: true })).toEqual({ kind: 'take', step: front })
  // If another document was chosen on another device, the held step is no longer asked for.
  expect(viewOf(session, { type: 'BACKSIDE', isTaken: true })).toEqual({ kind: 'take', step: address })
  expect(viewOf({ ...session, steps: [front] }, null)).toEqual({ kind: 'finish' })
  expect(viewOf(sessionOf({ document: null, steps: [] }), null)).toEqual({ kind: 'choose' })
})

test('the time until which the link works is said', async () => {
  open(sessionOf())
  expect(await screen.findByText('This link expires at 14:05.')).toBeInTheDocument()
})

test('why a chosen file was refused stays beside the camera until another is chosen', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia: refuse } } }))
  open(sessionOf())
  await screen.findByText('Camera Access Error')
  await choose(photo({ size: 5 * 1024 * 1024 + 1 }))
  const words = 'File too large. Maximum file size is 5MB. Please choose a smaller file.'
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose a file instead' })).toHaveAccessibleDescription(words)
  await choose(photo({ name: 'passport.docx', type: 'application/msword' }))
  expect(await screen.findByText(/^Invalid file type\. /)).toBeInTheDocument()
  expect(screen.queryByText(words)).toBeNull()
})
const refuse = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
