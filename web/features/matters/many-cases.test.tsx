// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'
import { matterOf } from './testing.ts'

/** The newest and the oldest are open. */
const all = Array.from({ length: pageSize + 1 }, (_, n) =>
  matterOf(n + 1, { title: `Case ${n + 1}`, status: n % pageSize === 0 ? 'open' : 'closed' }),
)
const oldest = all.at(-1) as Matter

const open = (at: string) =>
  show(
    <MattersPage />,
    [
      answer(matters.list, ({ before }) => {
        const from = all.findIndex(({ id }) => id === before) + 1
        return all.slice(from, from + pageSize)
      }),
      answer(matters.one, ({ id }) => ({
        ...(all.find((matter) => matter.id === id) ?? oldest),
        events: [],
      })),
      answer(jointClients.list, () => []),
      answer(matterTemplates.reused, () => []),
      answer(accounts.current, () => personOf()),
    ],
    { at },
  )
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const tab = () => screen.findByRole('tab', { name: /^Open/ })

test('a client with more cases than one page reaches the older ones, which no tab has counted before', async () => {
  open('/cases')
  await screen.findByRole('heading', { name: 'Case 1' })
  expect((await tab()).textContent?.trim()).toBe('Open')
  expect(titles()).toEqual(['Case 1'])
  await userEvent.click(screen.getByRole('button', { name: 'Show older cases' }))
  await expect.poll(titles).toEqual(['Case 1', oldest.title])
  expect(await tab()).toHaveTextContent('Open 2')
  expect(screen.queryByRole('button', { name: 'Show older cases' })).toBeNull()
})

test('a link to a case that is further down the list opens it, and does not call it gone', async () => {
  open(`/cases?case=${oldest.id}`)
  expect(await screen.findByRole('dialog', { name: oldest.title })).toBeVisible()
  expect(screen.queryByText(/Everything we do for you is listed here/)).toBeNull()
})
