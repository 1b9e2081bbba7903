// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { TaskId } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { answer, show } from '#web/testing.tsx'
import { StartDialog } from './dialog.tsx'
import { firmMatterOf, knownClientOf, matterOf } from './testing.ts'

const most = pageSize + 2

test('with more clients than a list holds, each is found by name and stays chosen', async () => {
  const clients = Array.from({ length: most }, (_, n) =>
    knownClientOf(UserId.parse(matterOf(n + 1).id), `Client ${n + 1}`),
  )
  const found = ({ search = '' }) => clients.filter(({ name }) => name.includes(search)).slice(0, pageSize)
  show(<StartDialog close={() => {}} />, [
    answer(matters.clients, found),
    answer(matterTemplates.types, () => [{ name: 'Purchase', steps: 9 }]),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByPlaceholderText('Search clients...'))
  await user.paste(`Client ${most}`)
  await user.selectOptions(screen.getByLabelText(/^Client/), await screen.findByText(`Client ${most}`))
  await user.clear(screen.getByPlaceholderText('Search clients...'))
  await screen.findByText('Client 1')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Client/).value).toBe(clients.at(-1)?.id)
})

test('a new case offers to close what its client was asked for before and has not started, by name', async () => {
  const client = knownClientOf(UserId.parse(matterOf(1).id), 'Ida Lindholm')
  const sent: unknown[] = []
  const task = { id: TaskId.parse(matterOf(2).id), title: 'Pay search fees' }
  show(<StartDialog close={() => {}} />, [
    answer(matters.clients, () => [client]),
    answer(matterTemplates.types, () => [
      { name: 'Probate', steps: 5 },
      { name: 'Other', steps: null },
    ]),
    answer(matterTemplates.untouched, ({ type }) => (type === 'Probate' ? [task] : [])),
    answer(matters.start, () => ({ ...firmMatterOf(3), client: { id: client.id, name: client.name } })),
    answer(matterTemplates.closeUnneeded, (input) => {
      sent.push(input)
      return { closed: [], kept: [{ ...task, client: client.name, why: 'begun' as const }] }
    }),
  ])
  const user = userEvent.setup()
  await user.selectOptions(await screen.findByLabelText(/^Client/), await screen.findByText(client.name))
  const offer = () => screen.queryByRole('checkbox', { name: /^Close the task that this case/ })
  expect(offer()).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText(/^Type/), 'Other')
  expect(offer()).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText(/^Type/), 'Probate')
  expect(
    await screen.findByText('Your client hasn’t started it, and will be told: “Pay search fees”.'),
  ).toBeInTheDocument()
  expect(offer()).toBeChecked()
  await user.type(screen.getByLabelText(/^Title/), 'Estate of Ida Lindholm')
  await user.type(screen.getByLabelText(/^Description/), 'Probate of the estate.')
  await user.type(screen.getByLabelText(/^Next step/), 'We read the will.')
  await user.click(screen.getByRole('button', { name: 'Open case' }))
  expect(await screen.findByText('“Pay search fees”: Ida Lindholm has started it since.')).toBeInTheDocument()
  expect(sent).toEqual([{ id: matterOf(3).id, taskIds: [task.id] }])
  await waitFor(() => expect(screen.getByText('Case opened')).toBeInTheDocument())
})

test('two clients of one name are told apart by email, date of birth and cases', async () => {
  const [first, other] = [1, 2].map((n) => UserId.parse(matterOf(n).id))
  show(<StartDialog close={() => {}} />, [
    answer(matters.clients, () => [
      knownClientOf(first as UserId, 'Jo Smith', {
        email: 'jo@example.com',
        dateOfBirth: '1980-05-03',
        references: ['HR-2026-00008', 'HR-2026-00002'],
      }),
      knownClientOf(other as UserId, 'Jo Smith', { email: 'j.smith@example.com' }),
    ]),
    answer(matterTemplates.types, () => []),
  ])
  const named = 'Jo Smith · born 3 May 1980 · jo@example.com · HR-2026-00008 and 1 other case'
  expect(await screen.findByRole('option', { name: named })).toBeInTheDocument()
  expect(screen.getByRole('option', { name: 'Jo Smith · j.smith@example.com' })).toBeInTheDocument()
})
