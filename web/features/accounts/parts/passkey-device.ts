import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from '#contract/accounts/passkeys.ts'

/** Loaded when somebody uses a passkey: most people who open the sign-in page do not. */
const webauthn = () => import('@simplewebauthn/browser')

/** Passkeys belong to a name, and to an address that nobody can read on its way. */
export const canUsePasskeys = () =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname)

const cancelled = 'Nothing was confirmed. Please try again when you are ready.'
const refused: Record<string, string> = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: "Passkeys can't be used at this address.",
}

const told = (error: unknown) => {
  const name = error instanceof Error ? error.name : ''
  return new Error(refused[name] ?? "This device couldn't use a passkey. Please try another one.")
}

/** Asks this device for a new passkey. Throws with a sentence for the person at it. */
export async function makePasskey(asked: PasskeyCreation): Promise<MadePasskey> {
  const { startRegistration } = await webauthn()
  try {
    return (await startRegistration({ optionsJSON: asked as never })) as MadePasskey
  } catch (error) {
    throw told(error)
  }
}

/** Asks this device whose it is. Throws with a sentence for the person at it. */
export async function showPasskey(asked: PasskeyRequest): Promise<ShownPasskey> {
  const { startAuthentication } = await webauthn()
  try {
    return (await startAuthentication({ optionsJSON: asked })) as ShownPasskey
  } catch (error) {
    throw told(error)
  }
}
