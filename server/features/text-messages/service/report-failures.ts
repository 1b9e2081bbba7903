import type { Ports } from '#server/platform/ports/ports.ts'
import type { TextDelivery, TextFailure } from '#server/platform/ports/text-messages.ts'

/** Failures that every text would meet, whoever it is for. */
const ofPortal: readonly TextFailure[] = ['silent', 'key', 'account', 'sender']

/** Says how the provider answered, for the health. */
export function noteDelivery({ connections }: Pick<Ports, 'connections'>, delivery: TextDelivery) {
  const failure = 'failure' in delivery ? delivery.failure : null
  if (failure === null || !ofPortal.includes(failure)) connections.texts.answered()
  else connections.texts.failed(failure)
}

/** Returns why a text did not arrive, in words, with the provider's own code to look it up. */
export const failureWords = (
  provider: string,
  { failure, code }: { failure: TextFailure; code: number | null },
) => `${sentences[failure](provider)}${code === null ? '' : ` (${provider} ${code})`}`

const sentences: Record<TextFailure, (provider: string) => string> = {
  number: () => "This isn't a number that can receive texts.",
  blocked: () => 'This number has blocked texts from the firm.',
  handset: () => 'The phone was switched off or out of reach.',
  filtered: () => 'The mobile network held the text back.',
  country: (provider) => `The firm's account at ${provider} isn't allowed to text this country.`,
  sender: (provider) => `${provider} doesn't accept the sender. Please check it under Integrations.`,
  key: (provider) => `${provider} doesn't accept the account SID or the API key.`,
  account: (provider) => `The firm's account at ${provider} is suspended or has reached its limit.`,
  busy: (provider) => `${provider} is being asked too often.`,
  silent: (provider) => `${provider} doesn't answer.`,
  other: (provider) => `${provider} refused the text.`,
}
