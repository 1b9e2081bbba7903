// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { secondFactor, type TwoFactor } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { SettingsPage } from '#web/shell/settings-page.tsx'
import { type Answer, answer, show } from '#web/testing.tsx'
import { RecoveryCodeList } from './dialog.tsx'
import { accounts as feature } from './manifest.ts'
import { personOf } from './testing.ts'

const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `AAAA-BBBB-CCC${at}`)
const begun = {
  enable: true as const,
  pending: true as const,
  key,
  otpauthUrl: `otpauth://totp/Hartley:amara?secret=${key}`,
}

const open = async (state: TwoFactor, ...answers: Answer[]) => {
  const shown = answer(secondFactor.show, () => state)
  show(
    <SettingsPage tabs={feature.settings ?? []} />,
    [
      ...answers,
      shown,
      answer(accounts.current, () => personOf()),
      answer(accounts.sessions, () => []),
      answer(passkeys.list, () => []),
    ],
    { at: '/settings?tab=security' },
  )
  return screen.findByRole('switch', { name: 'Ask for a code when I sign in' })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('two-factor is turned on with a picture or a key and a first code, and the codes stay until they are kept', async () => {
  const state = { isEnabled: false, codesLeft: 0 }
  const toggle = await open(
    state,
    answer(secondFactor.enable, () => begun),
    answer(secondFactor.confirm, ({ code }) => {
      if (code !== '123456') throw new Problem('invalid', 'Not right.', { fields: { code: 'Not right.' } })
      Object.assign(state, { isEnabled: true, codesLeft: 10 })
      return { recoveryCodes }
    }),
  )
  expect(toggle).toHaveAttribute('aria-checked', 'false')
  await userEvent.click(toggle)
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-factor authentication' }))
  expect(dialog.getByRole('img', { name: 'Code to scan with your authenticator app' })).toBeInTheDocument()
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()

  await userEvent.type(dialog.getByLabelText('Code'), '000000{Enter}')
  await screen.findByText('2FA update failed')
  await userEvent.clear(dialog.getByLabelText('Code'))
  await userEvent.type(dialog.getByLabelText('Code'), '123456{Enter}')

  await screen.findByText('2FA Enabled')
  const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
  expect(codes.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
  await press("I've saved them")
  await screen.findByText(/^10 codes left/)
  await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'true'))
})

test('whoever signed in a while ago is asked for the password, and then goes on', async () => {
  const toggle = await open(
    { isEnabled: false, codesLeft: 0 },
    answer(secondFactor.enable, ({ enable, password }) => {
      if (password === undefined)
        throw new Problem('forbidden', 'Password, please.', { reason: 'reauth_required' })
      if (!enable || password !== 'secret-word')
        throw new Problem('invalid', 'Not right.', { fields: { password: 'Not right.' } })
      return begun
    }),
  )
  await userEvent.click(toggle)
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  await dialog.findByText('Not right.')
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'secret-word{Enter}')
  await screen.findByRole('dialog', { name: 'Turn on two-factor authentication' })
  expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).not.toBeInTheDocument()
})

test('turning it off asks for the password', async () => {
  const state = { isEnabled: true, codesLeft: 9 }
  const toggle = await open(
    state,
    answer(secondFactor.enable, ({ password }) => {
      if (password !== 'secret-word')
        throw new Problem('invalid', 'Not right.', { fields: { password: 'Not right.' } })
      Object.assign(state, { isEnabled: false, codesLeft: 0 })
      return { enable: false as const }
    }),
  )
  await userEvent.click(toggle)
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn two-factor off?' }))
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  await screen.findByText('2FA update failed')
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'secret-word{Enter}')
  await screen.findByText('2FA Disabled')
  await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'false'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('whoever has no code left is told to get new ones', async () => {
  await open({ isEnabled: true, codesLeft: 0 })
  expect(screen.getByText(/^No codes left\. Get new ones now/)).toBeInTheDocument()
  expect(screen.queryByText('Running low')).not.toBeInTheDocument()
})

test('few codes left are told, and new ones are made with the password', async () => {
  const state = { isEnabled: true, codesLeft: 1 }
  await open(
    state,
    answer(secondFactor.renewCodes, () => {
      state.codesLeft = 10
      return { recoveryCodes }
    }),
  )
  expect(screen.getByText(/^1 code left/)).toBeInTheDocument()
  expect(screen.getByText('Running low')).toBeInTheDocument()
  await press('Get new codes')
  await userEvent.type(await screen.findByLabelText('Password'), 'secret-word{Enter}')
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
  await press("I've saved them")
  await screen.findByText(/^10 codes left/)
})

test('the only administrator is not sent to another one', async () => {
  const words = async (role: 'administrator' | 'fee_earner') => {
    const user = personOf({ role })
    const { unmount } = show(
      <UserOfEndedSession value={user}>
        <RecoveryCodeList codes={recoveryCodes} onDone={() => {}} />
      </UserOfEndedSession>,
      [answer(accounts.current, () => user)],
    )
    const callout = await screen.findByText(/each code works once/)
    const { textContent } = callout
    unmount()
    return textContent
  }
  expect(await words('administrator')).toBe(
    'If you lose your phone, each code works once. Without them, only another administrator can help you. ' +
      'While you are the only one, nobody can.',
  )
  expect(await words('fee_earner')).toBe(
    'If you lose your phone, each code works once. Without them, only an administrator of your firm can help you.',
  )
})
