// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import {
  largestPhotograph,
  PhotographId,
  photographPath,
  photographs,
} from '#contract/accounts/photographs.ts'
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

test.each([
  ['me.pdf', 'application/pdf', 10, 'Please upload a JPG or PNG picture'],
  [
    'me.jpg',
    'image/jpeg',
    largestPhotograph + 1,
    'This photo is larger than 5 MB. Please choose a smaller one.',
  ],
])(
  '%s of %s is refused before it is sent, in words that are true of a photograph',
  async (name, type, size, words) => {
    show(<PhotographCard />, [
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(photographs.own, () => ({ id: null })),
    ])
    await screen.findByRole('button', { name: 'Choose a photo' })
    const picker = document.querySelector('input[type="file"]')
    if (!picker) throw new Error('There is no picker')
    fireEvent.change(picker, { target: { files: [new File([new Uint8Array(size)], name, { type })] } })
    expect(await screen.findByText(words)).toBeVisible()
  },
)

test('where a photograph cannot be loaded, the initials are there', () => {
  const { container } = show(<Avatar name="Priya Raman" photograph={photographPath(id)} />)
  const picture = container.querySelector('img')
  expect(picture).toHaveAttribute('src', photographPath(id))
  if (picture) fireEvent.error(picture)
  expect(screen.getByText('PR')).toBeVisible()
})
