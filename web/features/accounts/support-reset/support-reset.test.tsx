import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { personOf } from '../testing.ts'
import { SecondFactorOf } from './dialog.tsx'

// @vitest-environment jsdom

const { id } = personOf()

test('an administrator turns it off for a person by their own password, and it is gone from the page', async () => {
  let isEnabled = true
  show(<SecondFactorOf id={id} name="Amara Okafor" />, [
    answer(secondFactor.showOf, () => ({ isEnabled })),
    answer(secondFactor.endFor, ({ password }) => {
      if (password !== 'my own') throw new Problem('invalid', 'No.', { fields: { password: 'Not right.' } })
      isEnabled = false
      return { isEnabled: false as const }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Lost their app and codes?' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-factor sign-in?' }))
  await userEvent.type(dialog.getByLabelText('Your own password'), 'wrong{Enter}')
  await screen.findByText('2FA update failed')
  await userEvent.clear(dialog.getByLabelText('Your own password'))
  await userEvent.type(dialog.getByLabelText('Your own password'), 'my own{Enter}')
  await screen.findByText('2FA Disabled')
  await waitFor(() => expect(screen.queryByText('Two-factor is on')).not.toBeInTheDocument())
})

test('where it is off nothing is said of it', async () => {
  let requests = 0
  show(<SecondFactorOf id={id} name="Amara Okafor" />, [
    answer(secondFactor.showOf, () => {
      requests += 1
      return { isEnabled: false }
    }),
  ])
  await waitFor(() => expect(requests).toBe(1))
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
