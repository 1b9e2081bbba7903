// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'
import { matterOf } from './testing.ts'

/** Opens the page of cases. The answer to the first request for a new one is lost. */
function open() {
  const pending = matterOf(2, { title: 'A lease', status: 'pending', move: null })
  const keys: (string | null)[] = []
  show(<MattersPage />, [
    answer(matters.list, () => []),
    answer(jointClients.list, () => []),
    answer(accounts.current, () => personOf()),
    answer(matters.request, () => {
      if (keys.length === 1) throw new Problem('unavailable', 'We couldn’t reach the portal.')
      return pending
    }),
  ])
  const answered = fetch
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    if (options.method === 'POST') keys.push(new Headers(options.headers).get('idempotency-key'))
    return answered(url, options)
  })
  return { keys, user: userEvent.setup() }
}

const send = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: 'Send request' }))
const openDialog = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: 'New Case' }))

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText(/^Title/), 'A lease')
  await user.selectOptions(screen.getByLabelText(/^Type/), 'Property')
  await user.type(screen.getByLabelText(/^Description/), 'The landlord wants me out.')
}

test('a request for a case whose answer was lost is sent again under its key, even from the dialog opened anew', async () => {
  const { keys, user } = open()
  await openDialog(user)
  await write(user)
  await send(user)
  expect(await screen.findByText('We couldn’t reach the portal.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await openDialog(user)
  await send(user)
  expect(await screen.findByText('Case requested')).toBeInTheDocument()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).not.toBeNull()
  // The same words later are another request.
  await openDialog(user)
  await write(user)
  await send(user)
  await vi.waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[2]).not.toBe(keys[0])
})
