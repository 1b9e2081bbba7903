import type { ReactNode } from 'react'
import { Gate } from '#web/shell/portal-context.ts'
import { useGate } from './hooks.ts'

/** Tells the frame and the pages in it whether onboarding comes first. */
export const GateProvider = ({ children }: { children: ReactNode }) => (
  <Gate value={useGate()}>{children}</Gate>
)
