// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
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
})

const open = (shown: Task) => {
  const done = vi.fn<() => void>()
  const kept: string[] = []
  const dialog = (current: Task) => <DocumentTask task={current} close={() => {}} done={done} />
  const { rerender } = show(dialog(shown), [
    answer(documents.list, () => held),
    answer(tasks.list, () => [shown]),
    answer(documents.keep, ({ id }) => {
      kept.push(id)
      return documentOf(3, { isForReview: true })
    }),
  ])
  const comes = (current: Task) => rerender(dialog(current))
  return { done, kept, comes }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a completed task shows its files with their verdict, and takes another', async () => {
  held = [documentOf(3, { taskId: task.id, status: 'verified', verifiedAt: new Date() }), documentOf(4)]
  open({ ...task, status: 'completed', outcome: 'verified' })
  expect(await screen.findByText('energy-bill.pdf')).toBeInTheDocument()
  expect(screen.getByText('Verified')).toBeInTheDocument()
  await press('Add another')
  expect(screen.getByText('PNG, JPG, PDF up to 10MB')).toBeInTheDocument()
})

test('a file that is still being fetched is not said to be missing', async () => {
  const fetching = Promise.withResolvers<ClientDocument[]>()
  let list: ClientDocument[] | Promise<ClientDocument[]> = []
  const completed: Task = { ...task, status: 'completed', outcome: 'review' }
  const { cache } = show(<DocumentTask task={completed} close={() => {}} done={() => {}} />, [
    answer(documents.list, () => list),
  ])
  expect(await screen.findByText(/^This was completed without a file\./)).toBeVisible()
  list = fetching.promise
  void cache.invalidateQueries({ queryKey: [documents.list.path] })
  expect(await screen.findByText('Loading your files')).toBeInTheDocument()
  expect(screen.queryByText(/without a file/)).not.toBeInTheDocument()
  fetching.resolve([documentOf(3, { taskId: task.id })])
  expect(await screen.findByText('energy-bill.pdf')).toBeVisible()
})

test('a completed task whose case is closed takes no other file', async () => {
  held = [documentOf(3, { taskId: task.id, validation: validationOf(tooOld) })]
  open({ ...task, status: 'completed', outcome: 'review', isOfClosed: true })
  expect(await screen.findByText('In review')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add another' })).not.toBeInTheDocument()
  expect(screen.queryByText('Needs another')).not.toBeInTheDocument()
})

test('a file that was sent elsewhere, or before a reload, is shown as soon as the portal has it', async () => {
  held = [documentOf(3, { taskId: task.id, validation: validationOf(tooOld) })]
  const { comes } = open(task)
  expect(screen.getByText('PNG, JPG, PDF up to 10MB')).toBeVisible()
  comes({ ...task, status: 'completed', outcome: 'review' })
  expect(await screen.findByText('energy-bill.pdf')).toBeVisible()
  await press('Add another')
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill())
  await press('Upload')
  expect(wire.sent()).toHaveProperty('isAddition')
})

test('a file that was chosen here stays, whatever is sent elsewhere meanwhile', async () => {
  held = [documentOf(3, { taskId: task.id, filename: 'other.pdf', validation: validationOf(tooOld) })]
  const { comes } = open(task)
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill())
  comes({ ...task, status: 'completed', outcome: 'review' })
  expect(screen.getByRole('button', { name: 'Upload' })).toBeVisible()
  expect(screen.queryByText('other.pdf')).not.toBeInTheDocument()
})

const again = { ...task, status: 'completed', outcome: 'review', reason: 'This is too old.' } as const
const tooOld = {
  checks: [checkOf({ rule: 'glare', outcome: 'failed', read: '9' })],
  issues: ['No.'],
  confidence: 0,
}

test('a task that needs another shows what was sent with its one status, and first of all sends another', async () => {
  held = [documentOf(3, { taskId: task.id, validation: validationOf(tooOld) })]
  open(again)
  expect(await screen.findByText('Needs another')).toBeInTheDocument()
  expect(screen.queryByText('In review')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Done' })).not.toBeInTheDocument()
  await press('Send another')
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill())
  await press('Upload')
  // It replaces the document that was sent, and is not added to it.
  expect(wire.sent()).not.toHaveProperty('isAddition')
})

test('what was sent can be kept later as well, and is in review then', async () => {
  held = [documentOf(3, { taskId: task.id, validation: validationOf(tooOld) })]
  const { done, kept } = open(again)
  await screen.findByText('energy-bill.pdf')
  await press('Keep this one anyway')
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(kept).toEqual([documentOf(3).id])
})

test('a document that its client keeps is in review', async () => {
  held = [documentOf(3, { taskId: task.id, validation: validationOf(tooOld), isForReview: true })]
  open({ ...task, status: 'completed', outcome: 'review' })
  expect(await screen.findByText('In review')).toBeInTheDocument()
})

test('a task whose document the firm has accepted takes no other', async () => {
  held = [documentOf(3, { taskId: task.id, status: 'verified', isAccepted: true })]
  open({ ...task, status: 'completed', outcome: 'verified' })
  await screen.findByText('energy-bill.pdf')
  expect(screen.queryByRole('button', { name: 'Add another' })).not.toBeInTheDocument()
})
