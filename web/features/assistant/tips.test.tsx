// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { dismissedTipsKey } from '#contract/assistant/tips.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { ana, taskIn } from '#web/features/dashboard/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { Tips } from './tips.tsx'

const answers = [
  answer(accounts.current, () => ana),
  answer(tasks.list, () => [taskIn('payments', 'Pay search fees', { kind: 'payment' })]),
  answer(documents.list, () => []),
]
const showTips = () => show(<Tips />, answers, { at: '/payments' })
const titles = () => screen.queryAllByRole('listitem').map((tip) => tip.querySelector('p')?.textContent)

test('a page shows its tips, a dismissed one stays away, and all come back when they are wanted', async () => {
  const { unmount } = showTips()
  await waitFor(() =>
    expect(titles()).toEqual(['Paying early saves time', 'If a card is declined, nothing is taken']),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss tip: Paying early saves time' }))
  expect(titles()).toEqual(['If a card is declined, nothing is taken'])
  expect(JSON.parse(localStorage.getItem(dismissedTipsKey) ?? '')).toEqual(['searches-when-paid'])
  unmount()

  showTips()
  await waitFor(() => expect(titles()).toEqual(['If a card is declined, nothing is taken']))
  await userEvent.click(screen.getByRole('button', { name: 'Show tips again' }))
  expect(titles()).toHaveLength(2)
  expect(localStorage.getItem(dismissedTipsKey)).toBeNull()
})

test.each(['not json', '{"a":1}', '[1,2]'])(
  'stored tips that are corrupt (%s) are logged and ignored',
  async (text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem(dismissedTipsKey, text)
    showTips()
    await waitFor(() => expect(titles()).toHaveLength(2))
    expect(log).toHaveBeenCalledWith(expect.stringContaining(dismissedTipsKey), expect.anything())
  },
)

test('a tip that can be asked about opens the assistant with its question', async () => {
  showTips()
  const [first] = await screen.findAllByRole('link', { name: 'Ask Obi' })
  expect(first?.getAttribute('href')).toBe('/ai-chat?q=What%20are%20the%20search%20fees%20for%3F')
})
