import { z } from 'zod'

/** What the capture page tells the page that shows it in a frame. */
export const CaptureMessage = z.strictObject({
  from: z.literal('verification-session'),
  /** `closing` when the client has pressed the way back; the rest as soon as the session stands so. */
  says: z.enum(['submitted', 'expired', 'replaced', 'closing']),
})
export type CaptureMessage = z.infer<typeof CaptureMessage>

/** Whether the page is shown inside another one of the portal; a phone opens it on its own. */
export const isFramed = () => window.parent !== window

/** Only a page of this portal hears it. On its own the page tells nobody. */
export const tellParent = (says: CaptureMessage['says']) => {
  const message: CaptureMessage = { from: 'verification-session', says }
  if (isFramed()) window.parent.postMessage(message, location.origin)
}

/** Hears the capture page in a frame, until the returned function is called. */
export const hearCapture = (tell: (says: CaptureMessage['says']) => void) => {
  const hear = ({ origin, data }: MessageEvent) => {
    const message = CaptureMessage.safeParse(data)
    if (origin === location.origin && message.success) tell(message.data.says)
  }
  addEventListener('message', hear)
  return () => removeEventListener('message', hear)
}
