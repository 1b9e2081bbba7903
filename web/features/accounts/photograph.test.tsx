// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { PhotographId, photographPath, photographs } from '#contract/accounts/photographs.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { PhotographCard } from './parts/photograph-card.tsx'
import { personOf } from './testing.ts'

const id = PhotographId.parse(idOf(7))

test('a photograph is shown large, and removed by one press', async () => {
  const state: { id: PhotographId | null } = { id }
  show(<PhotographCard />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner', firstName: 'Priya', lastName: 'Raman' })),
    answer(photographs.own, () => ({ id: state.id })),
    answer(photographs.remove, () => {
      state.id = null
      return undefined
    }),
  ])
  const picture = await screen.findByRole('img', { name: 'Photograph of Priya Raman' })
  expect(picture).toHaveAttribute('src', photographPath(id, 'large'))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('PR')).toBeVisible()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose a photo' })).toBeVisible()
})

test('where a photograph cannot be loaded, the initials are there', () => {
  const { container } = show(<Avatar name="Priya Raman" photograph={photographPath(id)} />)
  const picture = container.querySelector('img')
  expect(picture).toHaveAttribute('src', photographPath(id))
  if (picture) fireEvent.error(picture)
  expect(screen.getByText('PR')).toBeVisible()
})
