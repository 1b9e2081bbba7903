// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DocumentTask } from './dialog.tsx'
import { bill, documentOf, openWire, validationOf } from './testing.ts'

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** The dialog of a task whose document is on its way. */
const openSending = async () => {
  const wire = openWire()
  const task = taskOf(1)
  const close = vi.fn<() => void>()
  show(
    <Dialog open onOpenChange={close} title="Upload proof of address">
      <DocumentTask task={task} close={close} done={() => {}} />
    </Dialog>,
    [
      answer(documents.list, () => [documentOf(2, { taskId: task.id })]),
      answer(tasks.list, () => [taskOf(1, { status: 'completed' })]),
    ],
  )
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill(), { applyAccept: false })
  await press('Upload')
  await waitFor(() => expect(wire.isSending()).toBe(true))
  const arrive = () =>
    act(async () => wire.take({ document: documentOf(2, { taskId: task.id }), validation: validationOf() }))
  return { wire, close, arrive }
}
const question = () => screen.findByRole('alertdialog', { name: 'Stop sending this document?' })

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Close', () => press('Close')],
])('a document on its way is not lost by %s without being asked, nor by a reload', async (_, leave) => {
  const { close, arrive } = await openSending()
  expect(asksBeforeUnload()).toBe(true)
  await leave()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Keep sending' }))
  expect(close).not.toHaveBeenCalled()
  await leave()
  await question()
  await arrive()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
  const dialog = within(screen.getByRole('dialog', { name: 'Upload proof of address' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalled()
})

test('whoever stops sending keeps the chosen file, and is asked before closing the dialog discards it', async () => {
  const { close } = await openSending()
  await userEvent.keyboard('{Escape}')
  await question()
  await press('Stop sending')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Leave without uploading?' })
  await press('Discard file')
  expect(close).toHaveBeenCalled()
})
