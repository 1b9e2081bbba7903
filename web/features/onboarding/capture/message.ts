import { z } from 'zod'

/** A message from the capture page to the page that shows it in a frame. */
export const CaptureMessage = z.strictObject({
  from: z.literal('verification-session'),
  /** `closing` when the client pressed the button to go back. The others once the session has that state. */
  says: z.enum(['submitted', 'expired', 'replaced', 'closing']),
})
export type CaptureMessage = z.infer<typeof CaptureMessage>

/** Returns whether the page is shown in a frame of another page of the portal. A phone opens it on its own. */
export const isFramed = () => window.parent !== window

/** Sends a message to the page around the frame, only if it is this portal's. Does nothing outside a frame. */
export const postToParent = (says: CaptureMessage['says']) => {
  const message: CaptureMessage = { from: 'verification-session', says }
  if (isFramed()) window.parent.postMessage(message, location.origin)
}

/** Listens to the capture page in a frame, until the returned function is called. */
export const hearCapture = (tell: (says: CaptureMessage['says']) => void) => {
  const hear = ({ origin, data }: MessageEvent) => {
    const message = CaptureMessage.safeParse(data)
    if (origin === location.origin && message.success) tell(message.data.says)
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}
