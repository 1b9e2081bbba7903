// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { shouldShowOnboarding } from '#contract/onboarding/gate.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { useGate } from './hooks.ts'
import { OnboardingPage } from './page.tsx'
import { amara, conversationOf, press, said } from './testing.tsx'
import { WelcomePage } from './welcome-page.tsx'

const Place = () => <output>{useLocation().pathname}</output>
const path = () => document.querySelector('output')?.textContent
const Gate = () => <p>{shouldShowOnboarding(useGate()) ? 'locked' : 'open'}</p>

const farewell = 'Great! Your identity verification is now complete.'
const ended = conversationOf({
  stage: 'complete',
  redirectAfter: 20,
  messages: [said(1, { content: farewell, options: [] })],
})
const open = (answers: Answer[]) =>
  show(
    <>
      <OnboardingPage />
      <Gate />
      <Place />
    </>,
    [
      ...answers,
      answer(onboarding.show, () => ended),
      answer(accounts.current, () => amara),
      answer(tasks.list, () => []),
    ],
    { at: '/onboarding' },
  )

test('the welcome says what verification needs, and leads to it', async () => {
  show(
    <>
      <WelcomePage isSecure={false} />
      <Place />
    </>,
    [answer(accounts.current, () => amara)],
    { at: '/welcome' },
  )
  await screen.findByRole('heading', { name: 'Welcome, Amara' })
  for (const words of [/typically takes less than 5 minutes/, 'A valid ID', 'Camera access', /well-lit area/])
    expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.getByText('Passport, driving licence or UK national ID card')).toBeInTheDocument()
  expect(screen.getByText(/stored with encryption/).textContent).not.toContain('in transit')

  await userEvent.click(screen.getByRole('button', { name: 'Start Verification' }))

  expect(sessionStorage.getItem('welcome_viewed')).toBe('true')
  await waitFor(() => expect(path()).toBe('/onboarding'))
})

test('at its end the chat unlocks the pages, refreshes the person and their tasks, and leads to the dashboard', async () => {
  let user = amara
  let requests = 0
  open([
    answer(onboarding.complete, () => {
      user = { ...amara, isFirstLogin: false, isNewlyOnboarded: true }
      return { success: true as const, user }
    }),
    answer(accounts.current, () => user),
    answer(tasks.list, () => {
      requests += 1
      return []
    }),
  ])
  await screen.findByText(farewell, { exact: false })

  await waitFor(() => expect(path()).toBe('/'))
  await screen.findByText('open')
  expect(requests).toBe(2)
})

test('a portal that refuses says so, the pages lock again, and the way on can be tried again', async () => {
  let isBusy = true
  open([
    answer(onboarding.complete, () => {
      if (isBusy) throw new Problem('unavailable', 'The portal is busy.')
      return { success: true as const, user: { ...amara, isFirstLogin: false } }
    }),
  ])
  await screen.findByText('Error')
  await screen.findByText('There was a problem completing your onboarding. Please try again.')
  await screen.findByText('locked')
  expect(path()).toBe('/onboarding')

  isBusy = false
  await press('Go to Dashboard')
  await waitFor(() => expect(path()).toBe('/'))
})
