// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PeoplePage } from './page.tsx'
import { memberOf } from './testing.ts'

test('an administrator lets a colleague back in who has lost their phone and recovery codes', async () => {
  const boss = personOf({ id: UserId.parse(idOf(1)), role: 'administrator', roles: ['administrator'] })
  const ended: string[] = []
  const lena = memberOf(2, { firstName: 'Lena', lastName: 'Fox', isTwoFactorEnabled: true })
  show(<PeoplePage />, [
    answer(accounts.current, () => boss),
    answer(people.list, () => ({
      people: [{ ...lena, isTwoFactorEnabled: ended.length === 0 }],
      invitations: [],
    })),
    answer(teams.list, () => []),
    answer(secondFactor.endFor, ({ id, password }) => {
      ended.push(id, password)
      return { isEnabled: false as const }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Change Lena Fox' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Lost their app and codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-factor sign-in?' }))
  await userEvent.type(dialog.getByLabelText('Your own password'), 'my-own-password')
  await userEvent.click(dialog.getByRole('button', { name: 'Turn it off for them' }))
  expect(await screen.findByText('No two-factor sign-in')).toBeInTheDocument()
  expect(ended).toEqual([lena.id, 'my-own-password'])
})
