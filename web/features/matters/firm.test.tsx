// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type FirmMatter, matters } from '#contract/matters/matters.ts'
import { answer, show } from '#web/testing.tsx'
import { FirmMattersPage } from './firm-page.tsx'
import { matterOf } from './testing.ts'

const client = { id: UserId.parse(matterOf(900).id), name: 'Amara Okafor' }
const most = pageSize + 2
const all = Array.from(
  { length: most },
  (_, n): FirmMatter => ({ ...matterOf(most - n, { title: `Case ${most - n}` }), client }),
)

const open = ({ isOlderBroken = false } = {}) => {
  const state = { isOlderBroken }
  const list = answer(matters.firmList, ({ before }) => {
    if (before !== undefined && state.isOlderBroken) throw new Problem('unavailable', 'Not now.')
    return all.filter(({ id }) => before === undefined || id < before).slice(0, pageSize)
  })
  show(<FirmMattersPage />, [list])
  return { state, user: userEvent.setup() }
}
// Of hundreds of cards, roles would take seconds to tell.
const titles = () => screen.getAllByText(/^Case \d+$/).map(({ textContent }) => textContent)
const older = () => screen.queryByText('Show older cases')

test('a list of more than 200 matters goes on, and what fails on the way can be tried again', async () => {
  const { state, user } = open({ isOlderBroken: true })
  expect(await screen.findAllByText(`${pageSize}+`)).toHaveLength(2)
  await user.click(older() ?? document.body)
  expect(await screen.findByText("Older cases couldn't be loaded. Please try again.")).toBeInTheDocument()
  state.isOlderBroken = false
  await user.click(older() ?? document.body)
  expect((await screen.findAllByText(`${most}`)).length).toBeTruthy()
  expect(titles()).toHaveLength(most)
  expect(older()).toBeNull()
})

test('a search finds a matter that the list has not come to yet', async () => {
  const { user } = open()
  await user.click(await screen.findByPlaceholderText('Search cases...'))
  await user.paste('HR-2026-00001')
  expect(await screen.findByText('Case 1')).toBeInTheDocument()
  expect(titles()).toEqual(['Case 1'])
  expect(screen.queryByText('Searching older cases…')).not.toBeInTheDocument()
})

test('of more clients than a list holds, each is found by name, and stays chosen', async () => {
  const clients = Array.from({ length: most }, (_, n) => ({
    id: UserId.parse(matterOf(n + 1).id),
    name: `Client ${n + 1}`,
  }))
  const found = ({ search = '' }) => clients.filter(({ name }) => name.includes(search)).slice(0, pageSize)
  show(<FirmMattersPage />, [answer(matters.firmList, () => []), answer(matters.clients, found)])
  const user = userEvent.setup()
  await user.click(await screen.findByText('New case for a client'))
  await user.click(await screen.findByPlaceholderText('Search clients...'))
  await user.paste(`Client ${most}`)
  await user.selectOptions(screen.getByLabelText(/^Client/), await screen.findByText(`Client ${most}`))
  await user.clear(screen.getByPlaceholderText('Search clients...'))
  await screen.findByText('Client 1')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Client/).value).toBe(clients.at(-1)?.id)
})
