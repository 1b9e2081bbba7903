// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { type CaptureSession, capturePath } from '#contract/identity/session.ts'
import { capturePage } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { answer, show } from '#web/testing.tsx'
import { CapturePage } from './page.tsx'
import { heading, openCapture, sessionOf, token } from './testing.tsx'

const endings: [CaptureSession['state'], string, string][] = [
  ['expired', 'This session has expired', 'For your safety, each link works for 30 minutes only.'],
  ['replaced', 'This session has been replaced by a newer one', 'Use the newest link'],
  ['submitted', 'Thank you. We have your photos', 'Go back to the device you started on'],
]
test.each(endings)('a session that is %s says so, and what to do', async (state, title, words) => {
  openCapture(sessionOf({ state }))
  await heading(title)
  expect(screen.getByText(new RegExp(words))).toBeInTheDocument()
})

test('whoever is signed in on this device goes back to the chat here, and is sent to no computer', async () => {
  localStorage.setItem('auth_session_active', 'true')
  openCapture(sessionOf({ state: 'submitted' }))
  const link = await screen.findByRole('link', { name: 'Back to the chat' })
  expect(link).toHaveAttribute('href', '/onboarding')
  expect(screen.queryByText(/device you started on/)).not.toBeInTheDocument()
  localStorage.removeItem('auth_session_active')
})

test('an address that is nobody’s, or another client’s, tells nothing', async () => {
  const page = (
    <Routes>
      <Route path={capturePage} element={<CapturePage isSecure={false} />} />
    </Routes>
  )
  const refuse = () => {
    throw new Problem('not_found', "We couldn't find that verification session.")
  }
  show(page, [answer(onboarding.capture, refuse)], { at: capturePath(token) })
  await heading("We don't recognise this link")
  expect(screen.queryByText(/Amara/)).not.toBeInTheDocument()
})
