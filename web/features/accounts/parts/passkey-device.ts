import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from '#contract/accounts/passkeys.ts'

/** Loaded on demand, as most people who open the sign-in page don't use a passkey. */
const webauthn = () => import('@simplewebauthn/browser')

/** Passkeys need a domain name instead of an IP address, and a secure connection. */
export const canUsePasskeys = () =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

const cancelled = 'Nothing was confirmed. Please try again when you are ready.'
const refused: Record<string, string> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: "Passkeys can't be used at this address.",
}

const faultOf = (error: unknown) => {
  const name = error instanceof Error ? error.name : ''
  return new Error(refused[name] ?? "This device couldn't use a passkey. Please try another one.")
}

/** Asks this device for a new passkey. Throws with a sentence for the user. */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyRegistration> {
  const { startRegistration } = await webauthn()
  try {
    return (await startRegistration({ optionsJSON: options })) as PasskeyRegistration
  } catch (error) {
    throw faultOf(error)
  }
}

/** Asks this device to sign in with a passkey. Throws with a sentence for the user. */
export async function showPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webauthn()
  try {
    return (await startAuthentication({ optionsJSON: options })) as PasskeyAssertion
  } catch (error) {
    throw faultOf(error)
  }
}
