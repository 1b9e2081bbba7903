import type { ReactNode } from 'react'
import { Gate } from '#web/shell/portal-context.ts'
import { useGate } from './hooks.ts'

/** Tells the frame and its pages whether the user has to finish onboarding first. */
export const GateProvider = ({ children }: { children: ReactNode }) => (
  <Gate value={useGate()}>{children}</Gate>
)
