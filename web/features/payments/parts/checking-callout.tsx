import { Clock } from 'lucide-react'
import { checkingWords } from '#contract/payments.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** A payment whose answer is on its way: nothing is asked of the client. */
export const CheckingCallout = ({ title }: { title: string }) => (
  <Callout tone="info" icon={<Clock />} title={title} announce="status">
    {checkingWords} This page will show the result as soon as we have it. You can leave it in the meantime.
  </Callout>
)
