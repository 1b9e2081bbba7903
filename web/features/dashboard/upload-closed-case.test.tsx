// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { caseClosedWords, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { bill, openWire } from '#web/features/documents/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'

const task = taskOf(1)
let due = [task]
let wire: ReturnType<typeof openWire>
beforeEach(() => {
  due = [task]
  wire = openWire()
})

// Imports the chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([
    import('#web/shell/frame.tsx'),
    import('./page.tsx'),
    import('#web/features/documents/dialog.tsx'),
  ])
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog', { name: task.title })

/** Opens the dialog of a document task on the dashboard. */
const openTask = async () => {
  openPages('/', {
    user: personOf(),
    isInBrowser: true,
    answers: [
      answer(tasks.list, () => due),
      answer(matters.list, () => []),
      answer(signatures.requests, () => []),
    ],
  })
  const [button] = await screen.findAllByRole('button', { description: task.title })
  if (button) await userEvent.click(button)
  await dialog()
}
const choose = async () => userEvent.upload(await screen.findByLabelText('Choose a file'), bill())

/** The firm closes the case, and with it the task is no longer due. */
const closeCase = async () => {
  due = []
  act(() => sendToPages({ type: 'changed', topics: ['tasks'] }))
  await screen.findByText('This task isn’t due at the moment')
}
const refuse = () =>
  act(async () =>
    wire.reply(409, { code: 'conflict', message: caseClosedWords, fields: {}, reason: 'case_closed' }),
  )

const expectFileKept = async () => {
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(within(await dialog()).getByText(bill().name)).toBeVisible()
}

test('a case that is closed while a file is sent says so, and the chosen file is still there', async () => {
  await openTask()
  await choose()
  await press('Upload')
  await closeCase()
  await refuse()
  expect(await within(await dialog()).findByText(caseClosedWords)).toBeVisible()
  await expectFileKept()
})

test('a case that is closed before the chosen file is sent keeps the dialog open until the file is discarded', async () => {
  await openTask()
  await choose()
  await closeCase()
  await expectFileKept()
  await press('Upload')
  await refuse()
  expect(await within(await dialog()).findByText(caseClosedWords)).toBeVisible()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }))
  await press('Discard file')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('a case that is closed before a file was chosen closes the dialog, and says so', async () => {
  await openTask()
  await closeCase()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(location.search).toBe('')
})
