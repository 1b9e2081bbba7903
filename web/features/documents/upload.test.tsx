// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type ClientDocument, documents, uploadLimit } from '#contract/documents/documents.ts'
import { nothingRead, stillReading, type Validation } from '#contract/documents/validation.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DocumentTask } from './dialog.tsx'
import { bill, checkOf, documentOf, openWire, validationOf } from './testing.ts'

const task = taskOf(1)
let wire: ReturnType<typeof openWire>
let held: ClientDocument[]
beforeEach(() => {
  wire = openWire()
  held = []
})

const open = (shown: Task = task) => {
  const done = vi.fn<() => void>()
  const kept: string[] = []
  const page = show(<DocumentTask task={shown} close={() => {}} done={done} />, [
    answer(documents.list, () => held),
    answer(tasks.list, () => [taskOf(1, { status: 'completed' })]),
    answer(documents.keep, ({ id }) => {
      kept.push(id)
      return documentOf(2, { isForReview: true })
    }),
  ])
  return { done, kept, ...page }
}
const choose = (file = bill()) =>
  userEvent.upload(screen.getByLabelText('Choose a file'), file, { applyAccept: false })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const percent = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))
const send = async (validation: Validation, facts: Partial<ClientDocument> = {}) => {
  await choose()
  await press('Upload')
  const document = documentOf(2, { taskId: task.id, validation, ...facts })
  held = [document]
  await act(async () => wire.take({ document, validation }))
}

test('a file too large, or of another type, is refused before it is sent', async () => {
  open()
  await choose(bill({ size: uploadLimit + 1 }))
  expect(await screen.findByText('File too large')).toBeInTheDocument()
  expect(screen.getAllByText('Please select a file smaller than 10MB')).not.toHaveLength(0)
  await choose(bill({ name: 'letter.docx', type: 'application/msword' }))
  expect(await screen.findByText('Invalid file type')).toBeInTheDocument()
  expect(screen.getAllByText('Please upload a JPG, PNG, or PDF file')).not.toHaveLength(0)
  await choose(bill({ name: 'IMG_1.HEIC', type: '' }))
  expect((await screen.findAllByText(/save as JPEG and upload that/)).length).toBeGreaterThan(0)
  expect(wire.isSending()).toBe(false)
})

test('a file of exactly ten megabytes may be sent', async () => {
  open()
  await choose(bill({ size: uploadLimit }))
  expect(screen.getByText('10,240 KB')).toBeInTheDocument()
})

test('without a file, nothing is sent and the sender is told', async () => {
  open()
  await press('Upload')
  expect(await screen.findByText('No file selected')).toBeInTheDocument()
  expect(screen.getAllByText('Please select a file to upload.')).not.toHaveLength(0)
  expect(wire.isSending()).toBe(false)
})

test('the file goes with its task and the title of the task as its type', async () => {
  open()
  await choose()
  await press('Upload')
  expect(wire.sent()).toMatchObject({ taskId: task.id, documentType: 'Upload proof of address' })
})

test('progress follows the bytes, then climbs by five every 150 ms to 95, and is 100 at the end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open()
  await user.upload(screen.getByLabelText('Choose a file'), bill())
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  act(() => wire.progress(0.5))
  expect(percent()).toBe(25)
  act(() => wire.progress(1))
  expect(percent()).toBe(50)
  await act(() => vi.advanceTimersByTime(150))
  expect(percent()).toBe(55)
  await act(() => vi.advanceTimersByTime(6000))
  expect(percent()).toBe(95)
  vi.useRealTimers()
})

test('a clear result is said once, stays three seconds, and then the task is done', async () => {
  const { done } = open()
  const checks = [
    checkOf({}),
    checkOf({ rule: 'dated_within_90_days', title: 'Dated within the last 3 months' }),
  ]
  const facts = { status: 'verified', verifiedAt: new Date() } as const
  await send(validationOf({ valid: true, confidence: 0.966, checks }), facts)

  expect(screen.getAllByText("We've checked your document.")).toHaveLength(2)
  expect(screen.getByText('Document Validation Successful')).toBeInTheDocument()
  expect(screen.getByText("It's in your name.")).toBeInTheDocument()
  expect(document.body.textContent).not.toContain('%')
  expect(done).not.toHaveBeenCalled()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.getByRole('group', { name: task.title })).toBeInTheDocument()
  // The task's toast replaces the document's.
  await waitFor(() => expect(screen.queryByText('Document Validation Successful')).not.toBeInTheDocument())
})

const failedCheck = (rule: string, read: string | null, expected: string | null = null) =>
  checkOf({ rule, title: rule, outcome: 'failed', read, expected })
const expired = { ...nothingRead, verificationFlags: { ...nothingRead.verificationFlags, isExpired: true } }

test.each([
  [
    'somebody else’s',
    { checks: [failedCheck('name_matches', 'JOHN SMITH', 'Amara Okafor')], issues: ['It is not yours.'] },
    'This is in the name of John Smith.',
    'Choose another document',
  ],
  [
    'of the wrong kind',
    { checks: [failedCheck('document_kind', 'bank statement', 'a passport')], issues: ['It is not that.'] },
    'This looks like a bank statement, not what we asked for.',
    'Choose another document',
  ],
  [
    'too old',
    {
      checks: [failedCheck('dated_within_90_days', '3 March 2026')],
      issues: ['It is old.'],
      metadata: expired,
    },
    'This is dated 3 March 2026, which is more than 3 months ago.',
    'Choose another document',
  ],
  [
    'expired',
    { checks: [failedCheck('not_expired', '1 May 2021')], issues: ['It has expired.'], metadata: expired },
    'This expired on 1 May 2021.',
    'Choose another document',
  ],
  [
    'unreadable',
    { confidence: 0, checks: [failedCheck('sharpness', '4')], issues: ['Hold the camera still.'] },
    "We couldn't read this clearly enough.",
    'Take it again',
  ],
])(
  'a document that is %s says so, and its first button asks for another',
  async (_, found, sentence, way) => {
    const { done } = open()
    await send(validationOf({ confidence: 0.8, ...found }))

    expect(await screen.findByText('Document Validation Issues')).toBeInTheDocument()
    expect(screen.getAllByText(sentence)).toHaveLength(2)
    expect(document.querySelector('.bg-ok-tint')).toBeNull()
    expect(document.body.textContent).not.toContain('%')
    expect(screen.queryByRole('button', { name: 'Done' })).not.toBeInTheDocument()
    const ways = screen
      .getAllByRole('button')
      .filter((button) => !button.closest('details') && !button.closest('li'))
    expect(ways.map(({ textContent }) => textContent)).toEqual(['Keep this one anyway', way])
    await press(way)
    expect(screen.getByRole('group', { name: task.title })).toBeInTheDocument()
    expect(done).not.toHaveBeenCalled()
  },
)

test('of much advice three lines are shown, and the panel stays until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const issues = ['One is wrong.', 'Two is wrong.', 'Three is wrong.', 'Four is wrong.', 'Five is wrong.']
  const { done, kept } = open()
  await send(validationOf({ confidence: 0.74, issues, checks: [failedCheck('glare', '9')] }))
  expect(await screen.findByText('Three is wrong.')).toBeInTheDocument()
  expect(screen.queryByText('Four is wrong.')).not.toBeInTheDocument()
  await act(async () => vi.advanceTimersByTime(3300))
  expect(screen.getByText('Three is wrong.')).toBeInTheDocument()
  expect(done).not.toHaveBeenCalled()
  await press('Keep this one anyway')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(kept).toEqual([documentOf(2).id])
})

test('what could not be read for no fault of its client is received, and can be done with', async () => {
  const { done } = open()
  await send(validationOf())
  expect(await screen.findByText('Document uploaded successfully')).toBeInTheDocument()
  expect(screen.getByText("We'll check this.")).toBeInTheDocument()
  await press('Done')
  expect(done).toHaveBeenCalledOnce()
})

test('a selfie is received to be compared, however sure the machine is', async () => {
  open()
  await send(validationOf({ valid: true, confidence: 0.97 }), { documentType: 'selfie' })
  expect(await screen.findByText("Received, we'll compare it")).toBeInTheDocument()
  expect(document.querySelector('.bg-ok-tint')).toBeNull()
})

test('the same picture again is refused beside the place for another', async () => {
  open()
  await choose(bill({ name: 'me.jpg', type: 'image/jpeg' }))
  await press('Upload')
  const message = 'This is the same picture as your selfie. Please choose another one.'
  const problem = { code: 'unprocessable', message, fields: {}, reason: 'same_picture' }
  await act(async () => wire.reply(422, problem))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.queryByText('Upload failed')).not.toBeInTheDocument()
  expect(screen.queryByText('me.jpg')).not.toBeInTheDocument()
  await choose(bill({ name: 'me-again.jpg', type: 'image/jpeg' }))
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  expect(screen.getByText('me-again.jpg')).toBeInTheDocument()
})

test('every check is folded below, in plain words and without what only machines read', async () => {
  open()
  const zone = 'P<GBROKAFOR<<AMARA'
  const checks = [
    checkOf({ read: 'MRS A OKAFOR' }),
    checkOf({
      rule: 'address_matches',
      title: 'The address matches yours',
      outcome: 'failed',
      read: '12 Garden Street',
      expected: 'Flat 2, 12 Garden Street',
    }),
    checkOf({ rule: 'machine_zone', title: 'Machine-readable lines are legible', read: zone }),
    checkOf({ rule: 'glare', title: 'Free of glare', read: '0% blown out', expected: 'at most 4%' }),
  ]
  await send(validationOf({ confidence: 0.6, checks }))
  const fold = screen.getByText('See all 4 checks').closest('details')
  expect(fold?.open).toBe(false)
  expect(screen.getByText('Read: Mrs A Okafor')).toBeInTheDocument()
  expect(screen.getByText('Read: 12 Garden Street · we have: Flat 2, 12 Garden Street')).toBeInTheDocument()
  expect(fold?.textContent).not.toMatch(/P<GBR|blown|%/)
})

test('a verdict that comes later takes the place of the waiting words, and is told as one that comes at once', async () => {
  const { cache, done } = open()
  await send(stillReading, { validation: null })
  expect(await screen.findByText("We're still reading this document.")).toBeInTheDocument()
  const validation = validationOf({ valid: true, confidence: 0.95 })
  held = [documentOf(2, { status: 'verified', validation })]
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText('Document Validation Successful')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Document uploaded successfully')).not.toBeInTheDocument())
  expect(screen.getAllByText("We've checked your document.")).toHaveLength(2)
  expect(done).not.toHaveBeenCalled()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})

test('another file can follow the first', async () => {
  open()
  await send(validationOf())
  await press('Add another')
  await choose(bill({ name: 'page-2.jpg', type: 'image/jpeg' }))
  expect(screen.getByText('page-2.jpg')).toBeInTheDocument()
})

test('a refused file is told in the words of the portal, and another can be chosen at once', async () => {
  open()
  await choose()
  await press('Upload')
  const message = 'This file is empty.'
  await act(async () => wire.reply(422, { code: 'unprocessable', message, fields: {}, reason: 'file_empty' }))
  expect(await screen.findByText('Upload failed')).toBeInTheDocument()
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(screen.getByText(/Need to talk to someone/)).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  await choose()
  expect(screen.queryAllByText(message)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Upload' })).toBeInTheDocument()
})

test('an answer that is not ours is told with its status', async () => {
  open()
  await choose()
  await press('Upload')
  await act(async () => wire.reply(502, 'Bad Gateway'))
  expect(screen.getByRole('alert').textContent).toBe('502: Bad Gateway')
})
