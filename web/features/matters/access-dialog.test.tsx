// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { AccessCard } from './parts/access-card.tsx'
import { firmFileOf, firmMatterOf } from './testing.ts'

const colleagueOf = (n: number, name: string) => ({ id: UserId.parse(idOf(800 + n)), name })
const priya = colleagueOf(0, 'Priya Raman')
const zoe = colleagueOf(1, 'Zoe Ali')
const others = Array.from({ length: 60 }, (_, n) => colleagueOf(2 + n, `Colleague ${n}`))

const openDialog = async (people: ReturnType<typeof colleagueOf>[]) => {
  const saved: unknown[] = []
  show(<AccessCard file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ id: priya.id, role: 'fee_earner' })),
    answer(matterParties.colleagues, () => ({ inCharge: people, nameable: people })),
    answer(matterParties.saveAccess, ({ memberIds }) => {
      saved.push(memberIds)
      return firmMatterOf(1)
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Restrict' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restrict this case' }))
  await dialog.findByRole('checkbox', { name: 'Priya Raman' })
  const names = () =>
    dialog.getAllByRole<HTMLInputElement>('checkbox').map(({ labels }) => labels?.[0]?.textContent)
  return { dialog, names, saved }
}

test('of many people those who may see a case are found by name, and those chosen stay in sight', async () => {
  const { dialog, names, saved } = await openDialog([...others, priya, zoe])
  expect(names()).toHaveLength(62)
  expect(names()[0]).toBe('Priya Raman')
  const search = dialog.getByRole('searchbox', { name: 'Search people' })
  await userEvent.type(search, 'zoe{Enter}')
  expect(saved).toEqual([])
  expect(names()).toEqual(['Priya Raman', 'Zoe Ali'])
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Zoe Ali' }))
  expect(dialog.getByRole('checkbox', { name: 'Zoe Ali' })).toHaveFocus()
  await userEvent.clear(search)
  expect(names().slice(0, 2)).toEqual(['Priya Raman', 'Zoe Ali'])
  await userEvent.type(search, 'nobody')
  expect(dialog.getByText('No one found with this name')).toBeVisible()
  expect(names()).toEqual(['Priya Raman', 'Zoe Ali'])
  await userEvent.click(dialog.getByRole('button', { name: 'Restrict' }))
  await waitFor(() => expect(saved).toEqual([[priya.id, zoe.id]]))
})

test('a few people who may see a case are listed without a search', async () => {
  const { dialog, names } = await openDialog([zoe, priya])
  expect(names()).toEqual(['Priya Raman', 'Zoe Ali'])
  expect(dialog.queryByRole('searchbox')).toBeNull()
})
