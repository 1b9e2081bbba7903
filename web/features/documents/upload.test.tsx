// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientDocument, documents, uploadLimit } from '#contract/documents.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { stillReading, type Validation } from '#contract/validation.ts'
import { answer, show } from '#web/testing.tsx'
import { DocumentTask } from './dialog.tsx'
import { bill, checkOf, documentOf, openWire, taskOf, validationOf } from './testing.ts'

const task = taskOf(1)
let wire: ReturnType<typeof openWire>
let held: ClientDocument[]
beforeEach(() => {
  wire = openWire()
  held = []
})

const open = (shown: Task = task) => {
  const done = vi.fn<() => void>()
  const page = show(<DocumentTask task={shown} close={() => {}} done={done} />, [
    answer(documents.list, () => held),
    answer(tasks.list, () => [taskOf(1, { status: 'completed' })]),
  ])
  return { done, ...page }
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
  expect(await screen.findByText('File too large')).toBeTruthy()
  expect(screen.getAllByText('Please select a file smaller than 10MB')).not.toHaveLength(0)
  await choose(bill({ name: 'letter.docx', type: 'application/msword' }))
  expect(await screen.findByText('Invalid file type')).toBeTruthy()
  expect(screen.getAllByText('Please upload a JPG, PNG, or PDF file')).not.toHaveLength(0)
  expect(wire.isSending()).toBe(false)
})

test('a file of exactly ten megabytes may be sent', async () => {
  open()
  await choose(bill({ size: uploadLimit }))
  expect(screen.getByText('10,240 KB')).toBeTruthy()
})

test('without a file, nothing is sent and the sender is told', async () => {
  open()
  await press('Upload')
  expect(await screen.findByText('No file selected')).toBeTruthy()
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

test('a valid result is said with its confidence, stays three seconds, and then the task is done', async () => {
  const { done } = open()
  await send(validationOf({ valid: true, confidence: 0.966 }), { status: 'verified', verifiedAt: new Date() })

  expect(await screen.findByText('Document Validation Successful')).toBeTruthy()
  expect(screen.getByText('AI has validated your document with 97% confidence')).toBeTruthy()
  expect(screen.getByText('97% confidence')).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.getByRole('group', { name: task.title })).toBeTruthy()
})

test('issues are shown, three at most, and the panel stays until it is closed', async () => {
  const issues = ['One is wrong.', 'Two is wrong.', 'Three is wrong.', 'Four is wrong.', 'Five is wrong.']
  const { done } = open()
  await send(validationOf({ confidence: 0.74, issues }))

  expect(await screen.findByText('Document Validation Issues')).toBeTruthy()
  expect(screen.getByText('One is wrong. (+4 more)')).toBeTruthy()
  expect(screen.getByText('A person will take a look')).toBeTruthy()
  expect(screen.getByText('74% confidence')).toBeTruthy()
  expect(screen.getByText('Three is wrong.')).toBeTruthy()
  expect(screen.queryByText('Four is wrong.')).toBeNull()
  expect(screen.getByText('...and 2 more issues')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 3300))
  expect(screen.getByText('A person will take a look')).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
  await press('That is all')
  expect(done).toHaveBeenCalledOnce()
})

test('what was not read is said to be for a person, without a percentage', async () => {
  open()
  await send(validationOf())
  expect(await screen.findByText("Document couldn't be validated automatically.")).toBeTruthy()
  expect(screen.queryByText(/% confidence/)).toBeNull()
})

test('each check says what was read, and what we have where it differs', async () => {
  open()
  const checks = [
    checkOf({ read: 'MRS A OKAFOR' }),
    checkOf({
      rule: 'address_matches',
      title: 'The address matches yours',
      outcome: 'failed',
      read: '12 Garden Street',
      expected: 'Flat 2, 12 Garden Street',
    }),
  ]
  await send(validationOf({ confidence: 0.6, issues: ['It differs.'], checks }))
  expect(screen.getByText('Read: MRS A OKAFOR')).toBeTruthy()
  expect(screen.getByText('Read: 12 Garden Street · we have: Flat 2, 12 Garden Street')).toBeTruthy()
})

test('a verdict that comes later takes the place of the waiting words', async () => {
  const { cache } = open()
  await send(stillReading, { validation: null })
  expect(
    await screen.findByText('You can carry on. The result appears here and under Documents.'),
  ).toBeTruthy()
  held = [documentOf(2, { status: 'verified', validation: validationOf({ valid: true, confidence: 0.95 }) })]
  await act(() => cache.invalidateQueries())
  expect(await screen.findByText('95% confidence')).toBeTruthy()
})

test('another file can follow the first', async () => {
  open()
  await send(validationOf())
  await press('Add another')
  await choose(bill({ name: 'page-2.jpg', type: 'image/jpeg' }))
  expect(screen.getByText('page-2.jpg')).toBeTruthy()
})

test('a refusal is told in the words of the portal, and the file can be sent again', async () => {
  open()
  await choose()
  await press('Upload')
  const message = 'This file is empty.'
  await act(async () => wire.reply(422, { code: 'unprocessable', message, fields: {}, reason: 'file_empty' }))
  expect(await screen.findByText('Upload failed')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy()
})

test('an answer that is not ours is told with its status', async () => {
  open()
  await choose()
  await press('Upload')
  await act(async () => wire.reply(502, 'Bad Gateway'))
  expect(screen.getByRole('alert').textContent).toBe('502: Bad Gateway')
})

test('a completed task shows its files with their verdict, and takes another', async () => {
  held = [documentOf(3, { taskId: task.id, status: 'verified', verifiedAt: new Date() }), documentOf(4)]
  open({ ...task, status: 'completed', outcome: 'verified' })
  expect(await screen.findByText('energy-bill.pdf')).toBeTruthy()
  expect(screen.getByText('Verified')).toBeTruthy()
  await press('Add another')
  expect(screen.getByText('PNG, JPG, PDF up to 10MB')).toBeTruthy()
})

test('a task whose document the firm has accepted takes no other', async () => {
  held = [documentOf(3, { taskId: task.id, status: 'verified', isAccepted: true })]
  open({ ...task, status: 'completed', outcome: 'verified' })
  await screen.findByText('energy-bill.pdf')
  expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull()
})
