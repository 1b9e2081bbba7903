// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { AuthPage } from './page.tsx'
import { personOf } from './testing.ts'

const amara = personOf({ isTwoFactorEnabled: true })
let isIn = false

const whoIs = answer(accounts.current, () => {
  if (isIn) return amara
  throw new Problem('unauthenticated', 'Please sign in.')
})
const halfway = answer(accounts.login, () => ({ twoFactorRequired: true as const }))

/** Signs in with the right password, so that the page asks for the code. */
const comeHalfway = async (...answers: Answer[]) => {
  isIn = false
  show(<AuthPage isSecure={false} />, [...answers, halfway, whoIs], { at: '/auth' })
  await userEvent.type(await screen.findByLabelText('Username'), 'amara')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-word')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  return screen.findByLabelText<HTMLInputElement>('Code from your app')
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the code is asked for where the typing goes, and may be filled in or pasted', async () => {
  const sent: string[] = []
  const field = await comeHalfway(
    answer(secondFactor.signIn, ({ code }) => {
      sent.push(code)
      isIn = true
      return amara
    }),
  )
  expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeInTheDocument()
  expect(field).toHaveFocus()
  expect(field.autocomplete).toBe('one-time-code')
  expect(field.inputMode).toBe('numeric')
  expect(screen.queryByText('Login successful')).not.toBeInTheDocument()
  await userEvent.paste('123 456')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Login successful')
  expect(sent).toEqual(['123 456'])
  await waitFor(() => expect(localStorage.getItem('auth_session_active')).toBe('true'))
})

test('a wrong code is told at the field, which keeps the focus', async () => {
  const words = 'That code is incorrect or has already been used.'
  const field = await comeHalfway(
    answer(secondFactor.signIn, () => {
      throw new Problem('unauthenticated', words, { fields: { code: words }, reason: 'wrong_code' })
    }),
  )
  await press('Sign in')
  expect(await screen.findByText('Please enter the code')).toBeInTheDocument()
  await userEvent.type(field, '000000')
  await press('Sign in')
  expect(await screen.findByText(words)).toBeInTheDocument()
  await waitFor(() => expect(field).toHaveFocus())
})

test('a recovery code is taken instead', async () => {
  const sent: string[] = []
  await comeHalfway(
    answer(secondFactor.signIn, ({ code }) => {
      sent.push(code)
      isIn = true
      return amara
    }),
  )
  await press('Use a recovery code instead')
  const field = screen.getByLabelText<HTMLInputElement>('Recovery code')
  await waitFor(() => expect(field).toHaveFocus())
  expect(field.inputMode).toBe('text')
  await userEvent.type(field, '7k3q 9d2p 4tvr{Enter}')
  await screen.findByText('Login successful')
  expect(sent).toEqual(['7k3q 9d2p 4tvr'])
})

test('whoever has lost phone and codes reads whom to ask, which is said only once the password was right', async () => {
  isIn = false
  const staffWords =
    /^If you work at the firm, ask an administrator: under People they choose “Lost their app and codes”/
  show(<AuthPage isSecure={false} />, [halfway, whoIs], { at: '/auth' })
  await userEvent.type(await screen.findByLabelText('Username'), 'amara')
  expect(screen.queryByText(staffWords)).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Password'), 'secret-word')
  await press('Login')
  expect(await screen.findByText(staffWords)).toBeInTheDocument()
  await press('Use a recovery code instead')
  expect(screen.getByText(staffWords)).toBeInTheDocument()
})

test('when the time for the code is over, the password is asked for again and said why', async () => {
  const words = 'Please sign in with your password again.'
  const field = await comeHalfway(
    answer(secondFactor.signIn, () => {
      throw new Problem('unauthenticated', words, { reason: 'sign_in_again' })
    }),
  )
  await userEvent.type(field, '123456{Enter}')
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.getByLabelText('Username')).toHaveValue('amara')
  expect(screen.getByLabelText('Password')).toHaveValue('')
})

test('from the second step there is a way back to signing in', async () => {
  await comeHalfway()
  await press('Back to sign in')
  expect(screen.getByRole('tab', { name: 'Login', selected: true })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Forgotten your password?' })).toHaveAttribute(
    'href',
    '/reset-password',
  )
})
