import { findFailingSince } from '#server/platform/connections/store.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import type { SignOnFailure } from '#server/platform/ports/providers.ts'
import { findSettings } from './settings.ts'

/** Failures that the firm has to put right, not whoever wants to sign in. */
const ofProvider: readonly SignOnFailure[] = ['unreachable', 'unknown_client']

/** Notes a failure of the provider. What it said of one person says nothing of the connection. */
export function noteFailure({ connections }: Pick<Ports, 'connections'>, failure: SignOnFailure) {
  if (ofProvider.includes(failure)) connections.signOn.failed(failure)
}

/** For the health: only while people sign in this way. */
export async function listWarnings({ read, ports }: Pick<JobContext, 'read' | 'ports'>): Promise<string[]> {
  if (!(await findSettings(read, ports)).isOn) return []
  if ((await findFailingSince(read, 'sign_on')) === null) return []
  return [
    "The firm's sign-in provider didn't answer, or refused the client ID or secret, when someone last wanted to sign in. Passwords and passkeys still work. Check it under Integrations.",
  ]
}
