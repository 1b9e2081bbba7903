// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { companyRegister } from '#contract/organisations/register.ts'
import { answer, show } from '#web/testing.tsx'
import { CompanyRegisterTab } from './parts/company-register.tsx'

const open = (facts = { hasKey: false, isFixed: false }) => {
  const asked: unknown[] = []
  let shown = { register: 'Companies House', ...facts }
  show(<CompanyRegisterTab />, [
    answer(companyRegister.show, () => shown),
    answer(companyRegister.save, (input) => {
      asked.push(input)
      shown = { ...shown, hasKey: input.key !== '' }
      return shown
    }),
    answer(companyRegister.test, (input) => {
      asked.push(input)
      return { isGood: false, words: 'Companies House doesn’t accept the key.' }
    }),
  ])
  return { asked, user: userEvent.setup() }
}
const button = (name: string) => screen.findByRole('button', { name })

test('a key is tested before it is saved, and taken out again', async () => {
  const { asked, user } = open()
  await user.type(await screen.findByLabelText('API key'), 'abc')
  await user.click(await button('Test the connection'))
  expect(await screen.findByText('Companies House doesn’t accept the key.')).toBeVisible()
  await user.click(await button('Save key'))
  await user.click(await button('Remove key'))
  expect(await screen.findByText('No key')).toBeVisible()
  expect(asked).toEqual([{ key: 'abc' }, { key: 'abc' }, { key: '' }])
})

test('a key that was set at the start cannot be changed', async () => {
  open({ hasKey: true, isFixed: true })
  expect(await screen.findByText('Set where the portal was started')).toBeVisible()
  expect(screen.queryByLabelText('API key')).toBeNull()
})
