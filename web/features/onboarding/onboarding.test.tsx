// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding, shouldShowOnboarding } from '#contract/onboarding.ts'
import { Problem } from '#contract/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { useGate } from './hooks.ts'
import { OnboardingPage } from './page.tsx'
import { WelcomePage } from './welcome-page.tsx'

const amara = personOf({ isFirstLogin: true })

const Place = () => <output>{useLocation().pathname}</output>
const path = () => document.querySelector('output')?.textContent
const Gate = () => <p>{shouldShowOnboarding(useGate()) ? 'locked' : 'open'}</p>

const open = (answers: Answer[]) =>
  show(
    <>
      <OnboardingPage />
      <Gate />
      <Place />
    </>,
    [...answers, answer(accounts.current, () => amara), answer(tasks.list, () => [])],
    { at: '/onboarding' },
  )
const complete = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Complete onboarding for now' }))

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
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('Passport, driving licence or UK national ID card')).toBeTruthy()
  expect(screen.getByText(/stored with encryption/).textContent).not.toContain('in transit')

  await userEvent.click(screen.getByRole('button', { name: 'Start Verification' }))

  expect(sessionStorage.getItem('welcome_viewed')).toBe('true')
  await waitFor(() => expect(path()).toBe('/onboarding'))
})

test('completing onboarding unlocks the pages, refreshes the person and their tasks, and leads to the dashboard', async () => {
  let user = amara
  let asked = 0
  open([
    answer(onboarding.complete, () => {
      user = { ...amara, isFirstLogin: false, isNewlyOnboarded: true }
      return { success: true as const, user }
    }),
    answer(accounts.current, () => user),
    answer(tasks.list, () => {
      asked += 1
      return []
    }),
  ])
  await screen.findByText('locked')
  await complete()

  await waitFor(() => expect(path()).toBe('/'))
  await screen.findByText('open')
  expect(asked).toBe(2)
})

test('a portal that refuses says so, and the pages lock again', async () => {
  const refuse = () => {
    throw new Problem('unavailable', 'The portal is busy.')
  }
  open([answer(onboarding.complete, refuse)])
  await screen.findByText('locked')
  await complete()

  await screen.findByText('Error')
  await screen.findByText('There was a problem completing your onboarding. Please try again.')
  await screen.findByText('locked')
  expect(path()).toBe('/onboarding')
})
