// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { type DocumentRequest, documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, asksBeforeUnload, idOf, show } from '#web/testing.tsx'
import { RequestDocument, RequestForMatter, WithdrawRequest } from './dialog.tsx'

const clientId = UserId.parse(idOf(1))
const ana = { clientId, firstName: 'Ana' }
const request = taskOf(2, { kind: 'requested_document', title: 'Your marriage certificate' })

test('a document is asked for in two presses, in words that the client reads as they are', async () => {
  const requests: DocumentRequest[] = []
  show(<RequestDocument {...ana} />, [
    answer(documentRequests.create, ({ title, description, dueOn }) => {
      requests.push({ title, description, dueOn })
      return request
    }),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a document' }))
  const dialog = screen.getByRole('dialog', { name: 'Ask for a document' })
  expect(dialog).toHaveAccessibleDescription('It becomes a task for Ana, who is told straight away.')
  await userEvent.type(within(dialog).getByLabelText('Which document?'), 'Your marriage certificate')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ask Ana' }))
  expect(await screen.findByText('Document requested')).toBeVisible()
  expect(requests).toEqual([{ title: 'Your marriage certificate', description: '', dueOn: null }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a request without words is not sent, and says what is missing', async () => {
  show(<RequestDocument {...ana} />, [])
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a document' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ask Ana' }))
  expect(await screen.findByText('Please say which document you need')).toBeVisible()
})

test('a request for which something was sent meanwhile is not taken back, and says why', async () => {
  const message = 'The client has already sent a document for this. Please accept it or reject it.'
  show(<WithdrawRequest {...ana} task={request} />, [
    answer(documentRequests.withdraw, () => {
      throw new Problem('conflict', message, { reason: 'document_sent' })
    }),
  ])
  await userEvent.click(
    screen.getByRole('button', { name: 'Withdraw the request: Your marriage certificate' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw request' }))
  expect(await screen.findByText(message)).toBeVisible()
})

test('a guest whose access to the case has ended is not said to be told of what it asks for', async () => {
  const [ended, other] = [MatterId.parse(idOf(20)), MatterId.parse(idOf(21))]
  const people = [{ id: clientId, firstName: 'Ana', lastName: 'Okafor', role: 'giver_of_funds' as const }]
  const answers = [
    answer(firm.reach, ({ matterId }) => ({ unreached: matterId === ended ? ('link_over' as const) : null })),
  ]
  const { unmount } = show(<RequestForMatter id={other} people={people} />, answers)
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a document' }))
  expect(await screen.findByRole('button', { name: 'Ask Ana' })).toBeVisible()
  unmount()
  show(<RequestForMatter id={ended} people={people} />, answers)
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a document' }))
  expect(await screen.findByRole('button', { name: 'Add the task' })).toBeVisible()
  expect(screen.getByText('Ana won’t be told')).toBeVisible()
})

test.each([
  ['a client', <RequestDocument key="client" {...ana} />],
  [
    'a case',
    <RequestForMatter
      key="case"
      id={MatterId.parse(idOf(20))}
      people={[{ id: clientId, firstName: 'Ana', lastName: 'Okafor', role: 'client' }]}
    />,
  ],
])('what was typed into a request on the page of %s is not lost without being asked', async (_, page) => {
  show(page, [answer(firm.reach, () => ({ unreached: null }))])
  await userEvent.click(screen.getByRole('button', { name: 'Ask for a document' }))
  const title = await screen.findByLabelText('Which document?')
  await userEvent.type(title, 'Your marriage certificate')
  expect(asksBeforeUnload()).toBe(true)
  const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => click('Cancel'), () => click('Close')]) {
    await leave()
    await screen.findByRole('alertdialog', { name: 'Discard this request?' })
    await click('Keep editing')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(title).toHaveValue('Your marriage certificate')
  }
  await click('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
})
