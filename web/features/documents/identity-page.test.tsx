// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientDocument, documents, smallUploadLimit } from '#contract/documents/documents.ts'
import { nothingRead, type Validation, type VerificationFlags } from '#contract/documents/validation.ts'
import { tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { IdentityUploadPage } from './identity-page.tsx'
import { bill, checkOf, documentOf, openWire, validationOf } from './testing.ts'

const proof = taskOf(1, { kind: 'proof_of_identity', title: 'Upload proof of identity' })
let wire: ReturnType<typeof openWire>
let held: ClientDocument[]
beforeEach(() => {
  wire = openWire()
  held = []
})

const open = async (shown = proof) => {
  const page = show(<IdentityUploadPage />, [
    answer(tasks.list, () => [taskOf(3), shown]),
    answer(documents.list, () => held),
  ])
  await screen.findByLabelText('Document type')
  return page
}
const passport = (facts: Parameters<typeof bill>[0] = {}) =>
  bill({ name: 'passport.jpg', type: 'image/jpeg', ...facts })
const choose = (file = passport()) =>
  userEvent.upload(screen.getByLabelText('Choose a file'), file, { applyAccept: false })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const typeBox = (): HTMLSelectElement => screen.getByLabelText('Document type')
const percent = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')

const verdict = (facts: Partial<Validation>, flags: Partial<VerificationFlags> = {}) =>
  validationOf({
    metadata: { ...nothingRead, verificationFlags: { ...nothingRead.verificationFlags, ...flags } },
    ...facts,
  })
const send = async (validation: Validation | null, facts: Partial<ClientDocument> = {}) => {
  await choose()
  await press('Upload Document')
  const document = documentOf(2, { taskId: proof.id, filename: 'passport.jpg', validation, ...facts })
  held = [document]
  await act(async () => wire.take({ document, validation: validation ?? verdict({}) }))
}

test('three types are offered, and the way back', async () => {
  await open()
  expect([...typeBox().options].map(({ value, label }) => [value, label])).toEqual([
    ['passport', 'Passport'],
    ['drivers_license', 'Driving licence'],
    ['identity', 'National ID Card'],
  ])
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/id-verification')
})

test('a file goes with its type and a plain name, to the proof of identity', async () => {
  await open()
  await userEvent.selectOptions(typeBox(), 'National ID Card')
  await choose(passport({ name: 'Mein Ausweis (1) ü.jpg' }))
  await press('Upload Document')
  const sent = wire.sent()
  expect(sent).toMatchObject({ documentType: 'identity', taskId: proof.id })
  expect((sent['file'] as File).name).toBe('Mein_Ausweis__1___.jpg')
})

test('a file goes to no task where the only proof of identity is of closed cases', async () => {
  await open({ ...proof, status: 'completed', outcome: 'verified', isOfClosed: true })
  await choose()
  await press('Upload Document')
  expect(wire.sent()).not.toHaveProperty('taskId')
})

test('that it was sent before is said, and how long reading takes until it was read', async () => {
  const { cache } = await open()
  await choose()
  await press('Upload Document')
  const document = documentOf(2, { taskId: proof.id, validation: null })
  held = [document]
  const notices = ['You sent this on 3 November.']
  const wait = 'It should take about two minutes.'
  await act(async () => wire.take({ document, validation: verdict({}), notices, wait }))
  expect(await screen.findByText(`${notices[0]} ${wait}`)).toBeInTheDocument()
  held = [documentOf(2, { validation: verdict({}) })]
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText('You sent this on 3 November.')).toBeInTheDocument()
})

test('progress climbs by five every 150 ms to 95 and is 100 with the answer; nothing can be changed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await open()
  await user.upload(screen.getByLabelText('Choose a file'), passport())
  await user.click(screen.getByRole('button', { name: 'Upload Document' }))
  expect(typeBox()).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
  const before = Number(percent())
  await act(() => vi.advanceTimersByTime(150))
  expect(Number(percent())).toBe(before + 5)
  await act(() => vi.advanceTimersByTime(6000))
  expect(percent()).toBe('95')
  vi.useRealTimers()
  const document = documentOf(2, { validation: verdict({ valid: true, confidence: 0.95 }) })
  held = [document]
  await act(async () => wire.take({ document, validation: verdict({ valid: true, confidence: 0.95 }) }))
  await waitFor(() => expect(percent()).toBe('100'))
  expect(typeBox()).toBeDisabled()
  expect(screen.queryByLabelText('Choose a file')).not.toBeInTheDocument()
})

test('a verified document leads on, or to another one', async () => {
  await open()
  await send(verdict({ valid: true, confidence: 0.953 }), { status: 'verified' })
  expect(await screen.findByText('Document Verified Successfully')).toBeInTheDocument()
  expect(screen.getByText("We've checked your document.")).toBeInTheDocument()
  expect(document.body.textContent).not.toContain('%')
  expect(screen.queryByText('Document Not Verified')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Continue to Next Step' })).toHaveAttribute('href', '/')
  await press('Upload Another Document')
  expect(screen.getByLabelText('Choose a file')).toBeInTheDocument()
  expect(typeBox()).toBeEnabled()
})

test('what a person is to look at says so in three lines, and asks for what would help', async () => {
  await open()
  const issues = ['One.', 'Two.', 'Three.', 'Four.']
  const checks = [checkOf({ rule: 'glare', outcome: 'failed', read: '9% blown out' })]
  await send(verdict({ confidence: 0.7, issues, checks }, { requiresManualReview: true }))
  expect(await screen.findByText('Manual Review Required')).toBeInTheDocument()
  expect(screen.getByText('Document Not Verified')).toBeInTheDocument()
  expect(screen.getAllByText("We couldn't read this clearly enough.")).toHaveLength(2)
  expect(screen.getByText('Three.')).toBeInTheDocument()
  expect(screen.queryByText('Four.')).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('%')
  await press('Try Again with a Clearer Document')
  expect(screen.getByLabelText('Choose a file')).toBeInTheDocument()
})

test('somebody else’s document is never green, and its first button asks for another', async () => {
  await open()
  const name = { outcome: 'failed', read: 'JOHN SMITH', expected: 'Amara Okafor' } as const
  await send(verdict({ confidence: 0.8, issues: ['It is not yours.'], checks: [checkOf(name)] }))
  expect(await screen.findByText('Document Verification Failed')).toBeInTheDocument()
  expect(screen.getAllByText('This is in the name of John Smith.')).toHaveLength(2)
  expect(document.querySelector('.bg-ok-tint')).toBeNull()
  const main = screen.getByRole('button', { name: 'Upload Another Document' })
  expect(main.className).toContain('bg-brand')
  expect(screen.getByRole('link', { name: 'Continue to Next Step' }).className).not.toContain('bg-brand')
})

test('a document that is still being read is not said to have failed, and its verdict follows', async () => {
  const { cache } = await open()
  await send(null)
  expect(await screen.findByText("We're still reading this document.")).toBeInTheDocument()
  expect(screen.queryByText('Document Not Verified')).not.toBeInTheDocument()
  const late = verdict({ issues: ['It is blurred.'] }, { requiresManualReview: true })
  held = held.map((document) => ({ ...document, validation: late }))
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText('Manual Review Required')).toBeInTheDocument()
  expect(screen.getByText('Document Not Verified')).toBeInTheDocument()
})

test('a file too large, of another type, or none at all is not sent', async () => {
  await open()
  await press('Upload Document')
  expect(await screen.findByText('No file selected')).toBeInTheDocument()
  await choose(passport({ size: smallUploadLimit + 1 }))
  expect(await screen.findByText('File too large')).toBeInTheDocument()
  expect(
    screen.getAllByText('Maximum file size is 5MB. Please choose a smaller file.').length,
  ).toBeGreaterThan(0)
  await choose(passport({ name: 'me.heic', type: 'image/heic' }))
  expect(await screen.findByText('Invalid file type')).toBeInTheDocument()
  expect(wire.isSending()).toBe(false)
  await choose(new File([new Uint8Array(smallUploadLimit)], 'passport.jpg', { type: 'image/jpeg' }))
  expect(screen.getByText('5,120 KB')).toBeInTheDocument()
})

const ours = (code: string, message: string) => ({ code, message, fields: {} })
test.each([
  [
    400,
    ours('invalid', 'x'),
    "The file couldn't be uploaded. Please make sure it's a valid image file and try again.",
  ],
  [
    400,
    'Bad Request',
    "The file couldn't be uploaded. Please make sure it's a valid image file and try again.",
  ],
  [413, 'Request Entity Too Large', 'The file is too large. Please use a smaller file (max 5MB).'],
  [413, ours('too_large', 'x'), 'The file is too large. Please use a smaller file (max 5MB).'],
  [500, 'It broke', 'The server encountered an error. Please try again or use a different file.'],
  [
    503,
    ours('unavailable', 'x'),
    'The server encountered an error. Please try again or use a different file.',
  ],
  [422, ours('unprocessable', 'This file is empty.'), 'This file is empty.'],
  [409, ours('conflict', ''), 'Failed to upload document'],
])('a refusal with %i is told in the words for it', async (status, body, words) => {
  await open()
  await choose()
  await press('Upload Document')
  await act(async () => wire.reply(status, body))
  expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
  expect(screen.getAllByText(words)).toHaveLength(2)
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(typeBox()).toBeEnabled()
})

test('a lost connection is told as one, and the file can be sent again', async () => {
  await open()
  await choose()
  await press('Upload Document')
  await act(async () => wire.onerror())
  expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
  expect(screen.getAllByText(/We couldn't reach the portal/).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Upload Document' })).toBeInTheDocument()
})
