import { Clock, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import { dialled } from '#contract/kit/telephone.ts'
import { checkingWords } from '#contract/payments/payments.ts'
import { useFirm } from '#web/platform/firm.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

const slowAfter = 4_000

interface PayProgressProps {
  /** The client pays on the processor's own page, which is only being opened: no bank has been asked yet. */
  onPage?: boolean
  isPending: boolean
  isUnanswered: boolean
  refusal: Problem | null
}

/**
 * Says what happens while the bank is asked or the page opens, and what the client can do after a refusal or without a
 * response.
 */
export const PayProgress = ({ onPage = false, isPending, isUnanswered, refusal }: PayProgressProps) => {
  const isSlow = useIsSlow(isPending)
  if (!isPending && refusal)
    return (
      <div ref={intoView}>
        <Callout tone="stop" title={refusal.message}>
          {/* If there is another payment of the task, only the refusal itself says what happened to the money. */}
          {refusal.code !== 'conflict' && 'No money was taken. '}What you typed is still here.
        </Callout>
      </div>
    )
  return (
    <p role="status" className="text-sm text-ink-soft">
      {isPending &&
        !isSlow &&
        `${onPage ? 'We are opening the payment page.' : 'We are asking your bank.'} This takes a few seconds.`}
      {isPending &&
        isSlow &&
        `${onPage ? 'The payment page' : 'Your bank'} is taking longer than usual. You can wait or leave this page: you won't be charged twice.`}
      {!isPending &&
        isUnanswered &&
        "We didn't hear back about this payment. You can try again: you won't be charged twice."}
    </p>
  )
}

/** Otherwise the dialog's footer would cover the message on a phone. */
const intoView = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'center' })
}

const useIsSlow = (isPending: boolean) => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  return isSlow
}

/** What is asked before typed card details are lost. */
export const discardCardWords = {
  title: 'Leave without paying?',
  description: 'The card details you’ve entered will be lost.',
  confirmLabel: 'Discard details',
  cancelLabel: 'Keep editing',
}

/** A payment whose result is not known yet. The client need not do anything. */
export const CheckingCallout = ({ title }: { title: string }) => (
  <Callout tone="info" icon={<Clock />} title={title} announce="status">
    {checkingWords} This page will show the result as soon as we have it. You can leave it in the meantime.
  </Callout>
)

/** Shown wherever the client is asked for money: fraud with changed bank details begins with an email. */
export const BankDetailsPromise = () => {
  const { telephone } = useFirm()
  return (
    <p className="flex items-start gap-2 text-sm text-ink-soft">
      <ShieldCheck className="mt-px size-4! flex-none text-ok" />
      <span>
        <strong className="font-semibold text-ink">We'll never change our bank details by email.</strong> If a
        message tells you otherwise, don't pay
        {telephone ? (
          <>
            , and call us on{' '}
            <a className="whitespace-nowrap underline" href={`tel:${dialled(telephone)}`}>
              {telephone}
            </a>
            .
          </>
        ) : (
          ', and call us.'
        )}
      </span>
    </p>
  )
}
