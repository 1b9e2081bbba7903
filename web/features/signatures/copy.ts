import type { Problem } from '#contract/kit/problem.ts'
import type { ToastWords } from '#web/ui/overlays/toast.ts'

export const signatureSaved = (name: string): ToastWords => ({
  title: 'Signature Saved',
  description: `${name} is signed and sealed. You can download your copy.`,
  variant: 'success',
})

export const signatureFailed: ToastWords = {
  title: 'Signature Failed',
  description: 'There was an error saving your signature. Please try again.',
  variant: 'destructive',
}

/** Returns the error above the buttons if signing failed: the portal's sentence, if it has one. */
export const failureText = ({ code, message }: Pick<Problem, 'code' | 'message'>) =>
  code === 'internal' || message === '' ? 'Failed to save signature. Please try again.' : message

// In a corner of it, or where it has room: a page of its own is the last one too.
export const positionText = 'Last page'
