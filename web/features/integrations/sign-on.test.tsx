// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type SignOn, type SignOnCheck, SignOnLinkId, signOn } from '#contract/sign-on.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { SignOnTab } from './parts/sign-on/sign-on.tsx'
import { signOnOf } from './testing.ts'

const open = (settings: SignOn, ...more: Answer[]) =>
  show(<SignOnTab />, [...more, answer(signOn.show, () => settings)])
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('what is saved is what the form says, with a group and its role, and without a secret that was not typed', async () => {
  const saved: Input<typeof signOn.save>[] = []
  open(
    signOnOf(),
    answer(signOn.save, (input) => {
      saved.push(input)
      return signOnOf()
    }),
  )
  await press('Add a group')
  await press('Save sign-in')
  expect(await screen.findAllByText('Please enter the group as the provider names it')).not.toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Group'), 'Solicitors')
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Cashier')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Offer this/ }))
  await press('Save sign-in')
  expect(await screen.findByText('Sign-in saved')).toBeInTheDocument()
  expect(saved).toEqual([
    expect.objectContaining({ isOn: true, groupRoles: [{ group: 'Solicitors', role: 'cashier' }] }),
  ])
  expect(saved[0]?.clientSecret || undefined).toBeUndefined()
})

test('a change is confirmed with the password that the server asks for', async () => {
  const saved: Input<typeof signOn.save>[] = []
  open(
    signOnOf(),
    answer(signOn.save, (input) => {
      saved.push(input)
      if (!input.currentPassword)
        throw new Problem('forbidden', 'Please enter your current password to change how people sign in.', {
          fields: { currentPassword: 'Current password is required' },
          reason: 'reauth_required',
        })
      return signOnOf()
    }),
  )
  await press('Save sign-in')
  const dialog = await screen.findByRole('dialog', { name: 'Change how people sign in' })
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'correct horse')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Sign-in saved')).toBeInTheDocument()
  expect(saved.map(({ currentPassword }) => currentPassword || null)).toEqual([null, 'correct horse'])
})

test('the test says step by step what was found', async () => {
  open(
    signOnOf(),
    answer(signOn.test, (): SignOnCheck[] => [
      { step: 'address', state: 'good', words: 'The provider answers at this address.' },
      { step: 'flow', state: 'bad', words: 'It lacks what the portal needs.' },
    ]),
  )
  await press('Test the connection')
  expect(await screen.findByText('It lacks what the portal needs.')).toBeInTheDocument()
  expect(screen.getByText('Failed')).toBeInTheDocument()
})

test('what was set at the start cannot be changed, and whoever is connected can be disconnected', async () => {
  let links = [
    {
      id: SignOnLinkId.parse(idOf(1)),
      userId: UserId.parse(idOf(2)),
      name: 'Priya Raman',
      linkedAt: new Date('2026-11-03T09:00:00Z'),
      lastUsedAt: new Date('2026-11-03T09:00:00Z'),
    },
  ]
  show(<SignOnTab />, [
    answer(signOn.show, () => signOnOf({ isFixed: true, links })),
    answer(signOn.unlink, () => {
      links = []
      return undefined
    }),
  ])
  expect(await screen.findByLabelText('Issuer')).toHaveAttribute('readonly')
  expect(screen.queryByLabelText(/^Client secret/)).not.toBeInTheDocument()
  await press('Disconnect: Priya Raman')
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByText('Disconnected')).toBeInTheDocument()
  expect(screen.queryByText('Connected people')).not.toBeInTheDocument()
})
