import type { TextFailure } from '#server/platform/ports/text-messages.ts'

/** Why a text did not arrive, as a person reads it, with the provider's own code for whoever looks it up. */
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
