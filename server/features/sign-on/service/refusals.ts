import { Problem, type ProblemCode } from '#contract/kit/problem.ts'
import type { SignOnFailure } from '#server/platform/ports/providers.ts'

const refusal = (code: ProblemCode, reason: string, words: string) => () =>
  new Problem(code, words, { reason })

const ask = 'Please ask your administrator.'

/**
 * Refusals after the provider has identified someone. A client, and someone without an invitation, get the same one.
 */
export const refusals = {
  off: refusal('not_found', 'sign_on_off', "The firm's sign-in isn't available. Please use your password."),
  tooLate: refusal(
    'unauthenticated',
    'sign_on_expired',
    'This took too long, or was used already. Please try again.',
  ),
  unverified: refusal(
    'forbidden',
    'email_unverified',
    `Your provider hasn't confirmed that your email address is yours. ${ask}`,
  ),
  notInvited: refusal(
    'forbidden',
    'not_invited',
    "You don't have an account at the firm yet. Please ask an administrator to invite you.",
  ),
  unconfirmed: refusal(
    'forbidden',
    'email_unconfirmed',
    'Please sign in with your password once, and confirm your email address in your account settings. Then you can sign in this way.',
  ),
  otherAccount: refusal(
    'forbidden',
    'other_account',
    `Your account here is connected to someone else's sign-in. ${ask}`,
  ),
  deactivated: refusal('forbidden', 'deactivated', `Your account here has been deactivated. ${ask}`),
  noRole: refusal('forbidden', 'no_role', `None of your groups gives you access to this portal. ${ask}`),
  groupsMissing: refusal(
    'forbidden',
    'groups_missing',
    `Your provider didn't say which groups you're in, so we can't tell what you may do. ${ask}`,
  ),
}

/** Refusals if the provider identified no one. */
export const failureRefusals: Record<SignOnFailure, () => Problem> = {
  unreachable: refusal(
    'unavailable',
    'provider_unreachable',
    "We can't reach the firm's sign-in at the moment. Please try again shortly, or use your password.",
  ),
  refused: refusal(
    'unauthenticated',
    'provider_refused',
    "You weren't signed in: it was cancelled, or your provider said no. Please try again.",
  ),
  over: refusals.tooLate,
  clock: refusal(
    'unauthenticated',
    'provider_clock',
    `The clocks of the portal and your provider don't agree. ${ask}`,
  ),
  unknown_client: refusal(
    'unavailable',
    'provider_misconfigured',
    `Your provider doesn't accept this portal's client ID or secret. ${ask}`,
  ),
  untrusted: refusal(
    'unauthenticated',
    'provider_untrusted',
    "We couldn't check your provider's answer, so nobody was signed in. Please try again.",
  ),
}
