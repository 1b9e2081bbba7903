// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { companyRegister } from '#contract/organisations/register.ts'
import { answer, show } from '#web/testing.tsx'
import { CompanyRegisterTab } from './parts/company-register.tsx'

const open = (facts = { hasKey: false, isFixed: false }) => {
  const inputs: unknown[] = []
  let shown = { register: 'Companies House', ...facts }
  show(<CompanyRegisterTab />, [
    answer(companyRegister.show, () => shown),
    answer(companyRegister.save, (input) => {
      if (!input.currentPassword)
        throw new Problem('forbidden', 'Please enter your current password.', {
          fields: { currentPassword: 'Current password is required' },
          reason: 'reauth_required',
        })
      inputs.push(input)
      shown = { ...shown, hasKey: input.key !== '' }
      return shown
    }),
    answer(companyRegister.test, (input) => {
      inputs.push(input)
      return { isGood: false, words: 'Companies House doesn’t accept the key.' }
    }),
  ])
  return { inputs, user: userEvent.setup() }
}
/** Enters the password in the dialog that asks for it. */
const confirm = async (name: string) => {
  const user = userEvent.setup()
  const dialog = within(await screen.findByRole('dialog', { name }))
  await user.type(dialog.getByLabelText('Your password'), 'my password')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const button = (name: string) => screen.findByRole('button', { name })

test('a key is tested before it is saved', async () => {
  const { inputs, user } = open()
  await user.type(await screen.findByLabelText('API key'), 'abc')
  await user.click(await button('Test the connection'))
  expect(await screen.findByText('Companies House doesn’t accept the key.')).toBeVisible()
  await user.click(await button('Save key'))
  await confirm('Save the key')
  expect(await screen.findByText('Key entered')).toBeVisible()
  const currentPassword = 'my password'
  expect(inputs).toEqual([{ key: 'abc' }, { key: 'abc', currentPassword }])
})

test('a key that was set at the start cannot be changed', async () => {
  open({ hasKey: true, isFixed: true })
  expect(await screen.findByText('Set where the portal was started')).toBeVisible()
  expect(screen.queryByLabelText('API key')).toBeNull()
})
