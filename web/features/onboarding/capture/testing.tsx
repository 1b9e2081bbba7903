import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import {
  type CaptureSession,
  type CaptureStep,
  canSkip,
  capturePath,
  type StepType,
} from '#contract/identity/session.ts'
import { capturePage } from '#contract/kit/pages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { answer, show } from '#web/testing.tsx'
import { CapturePage } from './page.tsx'

export const token = 'a'.repeat(43)
export const stepOf = (type: StepType, facts: Partial<CaptureStep> = {}): CaptureStep => ({
  type,
  state: 'waiting',
  result: null,
  issues: [],
  verdict: null,
  isOptional: canSkip(type),
  ...facts,
})
export const sessionOf = (facts: Partial<CaptureSession> = {}): CaptureSession => ({
  state: 'open',
  firstName: 'Amara',
  document: 'passport',
  steps: [stepOf('FRONTSIDE'), stepOf('ADDRESSDOCUMENT')],
  prompt: '7',
  expiresAt: new Date('2026-11-03T14:05:00Z'),
  ...facts,
})
export const passed = { state: 'done', result: 'Passed' } as const
export const review = { state: 'done', result: 'Review' } as const

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** Opens the page of a capture session. `change` changes the session on the server, as another device would. */
export function openCapture(session: CaptureSession) {
  let held = session
  const change = (next: Partial<CaptureSession>) => {
    held = { ...held, ...next }
    return held
  }
  const changeStep = (type: StepType, facts: Partial<CaptureStep>) =>
    change({ steps: held.steps.map((step) => (step.type === type ? { ...step, ...facts } : step)) })
  const page = (
    <Routes>
      <Route path={capturePage} element={<CapturePage isSecure />} />
    </Routes>
  )
  const shown = show(
    page,
    [
      answer(onboarding.capture, () => held),
      answer(onboarding.chooseDocument, ({ document }) => change({ ...sessionOf(), document })),
      answer(onboarding.skipStep, ({ step }) => changeStep(step, { state: 'done', result: 'Skipped' })),
      answer(onboarding.submitSession, () => change({ state: 'submitted' })),
    ],
    { at: capturePath(token) },
  )
  return { ...shown, session: () => held, change }
}
