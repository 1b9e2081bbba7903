import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { canTry } from '#contract/pages.ts'
import { useCurrentUser, useUser } from '#web/features/accounts/hooks.ts'
import { useKnownFirm } from '#web/features/settings/hooks.ts'
import { SessionFaultPage } from './fault-pages.tsx'

/** Pages for people of the firm: to a client they do not exist. */
export const FirmOnly = ({ otherwise }: { otherwise: ReactNode }) =>
  useUser().role === 'client' ? otherwise : <Outlet />

/** Pages for those who run the portal: to a fee earner they do not exist. */
export const AdministratorsOnly = ({ otherwise }: { otherwise: ReactNode }) =>
  useUser().role === 'administrator' ? <Outlet /> : otherwise

/** Pages for trying things out: they exist in the demo. */
export const DemoOnly = ({ otherwise }: { otherwise: ReactNode }) =>
  useKnownFirm().firm?.isDemo ? <Outlet /> : otherwise

/** The test tool: everybody's in the demo, otherwise the administrators'. */
export const TriersOnly = ({ otherwise }: { otherwise: ReactNode }) => {
  const user = useUser()
  const { firm } = useKnownFirm()
  return canTry(user, { isDemo: firm?.isDemo ?? false }) ? <Outlet /> : otherwise
}

/** Nobody signs in while the portal cannot tell who is there. */
export const SessionKnown = () => {
  const { error, refetch } = useCurrentUser()
  return error ? <SessionFaultPage problem={error} retry={() => void refetch()} /> : <Outlet />
}
