// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { bill } from '#web/features/documents/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { openPages } from '#web/shell/testing.tsx'
import { answer, asksBeforeUnload, scrimOf } from '#web/testing.tsx'

const task = taskOf(1)
const user = userEvent.setup()

// Imports the chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([
    import('#web/shell/frame.tsx'),
    import('./page.tsx'),
    import('#web/features/documents/page.tsx'),
    import('#web/features/documents/dialog.tsx'),
  ])
})

const openPortal = (at: string, due: Task[] = [task]) =>
  openPages(at, {
    user: personOf(),
    isInBrowser: true,
    answers: [
      answer(tasks.list, () => due),
      answer(matters.list, () => []),
      answer(signatures.requests, () => []),
    ],
  })

const dialog = () => screen.findByRole('dialog', { name: task.title })
const choose = async () => user.upload(await screen.findByLabelText('Choose a file'), bill())
const question = () => screen.findByRole('alertdialog', { name: 'Leave without uploading?' })
const answerWith = async (name: string) => user.click(within(await question()).getByRole('button', { name }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Opens the dialog of the task on the dashboard, from its button as a client does. */
const openTask = async () => {
  openPortal('/')
  const [button] = await screen.findAllByRole('button', { description: task.title })
  if (button) await user.click(button)
  await dialog()
}

const ways: [string, () => unknown][] = [
  ['Escape', () => user.keyboard('{Escape}')],
  ['Close', async () => user.click(within(await dialog()).getByRole('button', { name: 'Close' }))],
  ['a press beside it', async () => user.click(scrimOf(await screen.findByRole('dialog')))],
  ['Back', () => act(() => history.back())],
]

test.each(ways)('a chosen file is not discarded by %s without being asked, and once', async (_, leave) => {
  await openTask()
  await choose()
  expect(asksBeforeUnload()).toBe(true)
  await leave()
  await answerWith('Keep file')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(await dialog()).getByText(bill().name)).toBeVisible()
  await leave()
  await answerWith('Discard file')
  await gone()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(location.pathname + location.search).toBe('/')
  expect(asksBeforeUnload()).toBe(false)
})

test.each(ways)('a dialog in which no file was chosen closes by %s without a question', async (_, leave) => {
  await openTask()
  await leave()
  await gone()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a file that was chosen and taken out again is nothing to ask about', async () => {
  openPortal('/documents')
  await user.click(await screen.findByRole('button', { name: 'Upload Document' }))
  await choose()
  await user.keyboard('{Escape}')
  await answerWith('Keep file')
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.keyboard('{Escape}')
  await gone()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
