import { useEffect, useState } from 'react'

const slowAfter = 4_000

/** Says what happens while the bank is asked, and what may be done when no answer came. */
export const PayProgress = ({ isPending, isUnanswered }: { isPending: boolean; isUnanswered: boolean }) => {
  const isSlow = useSlow(isPending)
  return (
    <p role="status" className="text-sm text-ink-soft">
      {isPending && !isSlow && 'We are asking your bank. This takes a few seconds.'}
      {isPending &&
        isSlow &&
        'Your bank is taking longer than usual. You may wait or leave this page: you will be charged once at most.'}
      {!isPending &&
        isUnanswered &&
        'We did not hear how this payment went. You may try again: you will be charged once at most.'}
    </p>
  )
}

const useSlow = (isPending: boolean) => {
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
