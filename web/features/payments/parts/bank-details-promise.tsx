import { ShieldCheck } from 'lucide-react'
import { useFirm } from '#web/features/settings/hooks.ts'

/** Stands wherever money is asked for: fraud by a changed account number begins with an e-mail. */
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
            <a className="whitespace-nowrap underline" href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>
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
