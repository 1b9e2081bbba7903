// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { answer, show } from '#web/testing.tsx'
import { StartDialog } from './dialog.tsx'
import { matterOf } from './testing.ts'

const most = pageSize + 2

test('with more clients than a list holds, each is found by name and stays chosen', async () => {
  const clients = Array.from({ length: most }, (_, n) => ({
    id: UserId.parse(matterOf(n + 1).id),
    name: `Client ${n + 1}`,
  }))
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
