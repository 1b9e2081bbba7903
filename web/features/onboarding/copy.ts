import type { Problem } from '#contract/kit/problem.ts'
import type { Option } from '#contract/onboarding/chat.ts'
import { stepsOf } from '#contract/onboarding/conversation.ts'
import { counted } from '#web/platform/clock.ts'

/**
 * Options with a primary button, which lead on. A consent and a choice have none, because their answers weigh the same.
 */
const leading: readonly Option[] = [
  "Let's begin",
  'Agree',
  'Try again',
  'Yes, this is correct',
  'No, everything is correct',
]
export const leadsOn = (option: string) => (leading as readonly string[]).includes(option)

/** "Step 2 of 5 · about 4 minutes left" */
export const progressWords = ({ step, of, minutesLeft }: ReturnType<typeof stepsOf>) => {
  const left = minutesLeft > 0 ? `about ${counted(minutesLeft, 'minute')} left` : 'done'
  return `Step ${step} of ${of} · ${left}`
}

/** Exact sentences of part 2, section 8. */
export const chatFault = 'Failed to process your message. Please try again..'
export const chatFallback =
  "Sorry, I couldn't answer that just now. Nothing is lost: you can send it again, or carry on with the buttons."
export const selfieFault = { title: 'Upload Error', description: 'Failed to upload selfie.' }
export const uploadFault = 'Upload Failed'

/** Returns the toast's text for a failed upload. */
export const uploadFaultWords = ({ code, message }: Pick<Problem, 'code' | 'message'>) => {
  if (code === 'invalid')
    return "The file couldn't be uploaded. Please make sure it's a valid image file and try again."
  if (code === 'too_large') return 'The file is too large. Please use a smaller file (max 5MB).'
  if (code === 'internal' || code === 'storage_full')
    return 'The server encountered an error. Please try again or use a different file.'
  return message || 'Failed to upload document'
}

/** Endings that say what the frame of the message says again, and what is left of them beside it. */
const endings: readonly [RegExp, string][] = [
  [/[;,.]? please try again$/i, ''],
  [/ and try again$/i, ''],
  [/please try again in (an? .+)$/i, 'Please wait $1'],
  [/please try again (soon|shortly|later)$/i, 'Please wait a little'],
]

const withoutTrying = (reason: string) => {
  const ending = endings.find(([pattern]) => pattern.test(reason))
  return ending ? reason.replace(...ending) : reason
}

/** Returns Obi's message about a failed upload. */
export const uploadTrouble = ({
  message,
  reason: why,
}: Pick<Problem, 'message'> & Partial<Pick<Problem, 'reason'>>) => {
  if (why === 'same_picture') return message
  const reason = withoutTrying((message || 'Failed to upload document').replace(/\.$/, ''))
  return `Sorry, there was a problem with the upload: ${reason}. Please try again.`
}
