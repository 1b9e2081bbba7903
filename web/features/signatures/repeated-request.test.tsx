// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmSignaturesPage } from './firm-page.tsx'

const amara = {
  id: UserId.parse(idOf(900)),
  firstName: 'Amara',
  lastName: 'Okafor',
  email: 'amara@example.com',
}
const step = { id: TaskId.parse(idOf(11)), title: 'Sign the transfer', matter: null }

interface Upload {
  key: string | undefined
  fields: object
}

/** Loses the answer to every upload. */
function stubUploads() {
  const uploads: Upload[] = []
  vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest() {
    const headers = new Map<string, string>()
    const request = {
      upload: {},
      onerror: () => {},
      open: () => {},
      abort: () => {},
      setRequestHeader: (name: string, value: string) => void headers.set(name, value),
      send: (parts: FormData) => {
        const { file: _, ...fields } = Object.fromEntries(parts)
        uploads.push({ key: headers.get('idempotency-key'), fields })
        request.onerror()
      },
    }
    return request
  })
  return uploads
}

test('a document whose answer was lost is sent again word for word, although its step no longer waits', async () => {
  const uploads = stubUploads()
  const { cache } = show(<FirmSignaturesPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(signatures.sent, () => []),
    answer(signatures.recipients, () => [amara]),
    answer(signatures.steps, () => (uploads.length > 0 ? [] : [step])),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Send for signature' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send for signature' }))
  await userEvent.selectOptions(await dialog.findByLabelText('Client'), amara.id)
  expect(await dialog.findByRole('combobox', { name: 'For' })).toHaveDisplayValue(step.title)
  const file = new File(['%PDF-'], 'transfer.pdf', { type: 'application/pdf' })
  await userEvent.upload(dialog.getByLabelText('Choose a file'), file)
  const send = async (count: number) => {
    await userEvent.click(await dialog.findByRole('button', { name: 'Send' }))
    await waitFor(() => expect(uploads).toHaveLength(count))
  }
  await send(1)
  await dialog.findByText(/^We couldn't reach the portal/)
  await cache.invalidateQueries()
  await waitFor(() => expect(dialog.queryByRole('combobox', { name: 'For' })).not.toBeInTheDocument())
  await send(2)
  expect(uploads[0]).toMatchObject({
    key: expect.stringMatching(/^[\w-]{36}$/),
    fields: { clientId: amara.id, name: 'transfer', taskId: step.id },
  })
  expect(uploads[1]).toEqual(uploads[0])
  await userEvent.type(dialog.getByLabelText('Name of the document'), ' of the flat')
  await send(3)
  expect(uploads[2]?.key).not.toBe(uploads[0]?.key)
  expect(uploads[2]?.fields).not.toHaveProperty('taskId')
})
