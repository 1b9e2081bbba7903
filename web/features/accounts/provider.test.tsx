// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import { signOn } from '#contract/sign-on.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { ProviderSignIn } from './page.tsx'
import { ProviderPage } from './provider-page.tsx'
import { personOf } from './testing.ts'

const priya = personOf({ role: 'fee_earner', roles: ['fee_earner'], isFirstLogin: false })
const Place = () => <output>{useLocation().pathname}</output>
const open = (...answers: Answer[]) =>
  show(
    <>
      <ProviderPage />
      <Place />
    </>,
    [...answers, answer(accounts.current, () => priya)],
    { at: '/auth/provider?code=one&state=two' },
  )

test('whoever comes back from the provider is led to where they wanted to be', async () => {
  const requests: string[] = []
  open(
    answer(signOn.enter, ({ query }) => {
      requests.push(query)
      return { answer: priya, next: '/firm/clients' }
    }),
  )
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/firm/clients'))
  expect(requests).toEqual(['code=one&state=two'])
})

test('who needs our code as well is asked for it there', async () => {
  open(
    answer(signOn.enter, () => ({ answer: { twoFactorRequired: true as const }, next: null })),
    answer(secondFactor.signIn, () => priya),
  )
  await userEvent.type(await screen.findByLabelText('Code from your app'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/firm'))
})

test('a refusal says why, and leads back', async () => {
  open(
    answer(signOn.enter, () => {
      throw new Problem('forbidden', "You don't have an account at the firm yet.", { reason: 'not_invited' })
    }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have an account at the firm yet.")
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/auth')
})

test('the sign-in page offers the provider where the firm has one, and nothing where it has none', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  onTestFinished(() => document.head.replaceChildren())
  const setProviderOfFirm = (name: string | null) => {
    document.head.innerHTML = '<meta name="firm">'
    const meta = document.querySelector('meta')
    if (meta) meta.content = JSON.stringify(firmOf({ signOn: name }))
  }
  setProviderOfFirm(null)
  const { unmount } = show(<ProviderSignIn next={null} busy={false} />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  unmount()
  setProviderOfFirm('Microsoft')
  show(<ProviderSignIn next="/firm" busy={false} />, [
    answer(signOn.begin, ({ next }) => ({ url: `https://provider.example/?next=${next}` })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Microsoft' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/?next=/firm'))
})
