import { Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import { formatPounds } from '#contract/kit/money.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { type Payment, PaymentId, payments } from '#contract/payments/payments.ts'
import { useCommand } from '#web/platform/queries.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { ErrorNotice } from '#web/ui/feedback/error-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { changed, usePayments } from './hooks.ts'
import { CardForm } from './parts/card-form.tsx'
import { BankDetailsPromise, CheckingCallout } from './parts/notices.tsx'

/** The page where a client enters a card in Stripe's own form. It is the only page that allows a third-party script. */
export const CardPage = () => (
  <Page title="Pay by card" narrow>
    <AsyncBoundary skeleton={<FormSkeleton />}>
      <PayByCard />
    </AsyncBoundary>
  </Page>
)

const FormSkeleton = () => (
  <SkeletonGroup words="Loading the payment form">
    <SkeletonCard rows={4} />
  </SkeletonGroup>
)

const PayByCard = () => {
  const id = PaymentId.parse(useParams().id)
  const { mutate, data, error } = useCommand(payments.form, { refreshes: changed })
  const known = usePayments().find((made) => made.id === id)
  // Fetches again when the portal learns of a new status, as the payment may have been made elsewhere.
  const status = known?.status
  useEffect(() => mutate({ id }), [mutate, id, status])
  if (error) return <ErrorNotice error={error} retry={() => mutate({ id })} />
  if (!data) return <FormSkeleton />
  const { payment, form } = data
  if (form === null) return <NothingToPay payment={payment} />
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 rounded-xl bg-sunken px-4 py-3">
        <span className="text-ink-soft">{payment.title}</span>
        <span className="figures text-section font-semibold">{formatPounds(payment.amount)}</span>
      </p>
      {payment.isTest && (
        <Callout tone="warn" title="Test mode: no money moves">
          Use Stripe's test cards only.
        </Callout>
      )}
      <CardForm key={form.clientSecret} form={form} payment={payment} />
      <p className="flex items-start gap-2 text-sm text-ink-soft">
        <Lock className="mt-px size-4! flex-none" />
        What you type in this form goes straight to Stripe, who take the payment for us. Your card number
        never reaches us.
      </p>
      <BankDetailsPromise />
      <Back>Back to payments</Back>
    </>
  )
}

/** Shown if the payment was made, is being checked, or can't be made here any more. */
const NothingToPay = ({ payment: { id, status } }: { payment: Payment }) => {
  if (status === 'checking')
    return (
      <>
        <CheckingCallout title="We are checking your payment" />
        <Back>Back to payments</Back>
      </>
    )
  if (status === 'completed')
    return (
      <Callout
        tone="ok"
        title="This has been paid"
        announce="status"
        actions={<Back to={pathTo(pages.payments, 'payment', id)}>See your receipt</Back>}
      >
        You don't need to pay again.
      </Callout>
    )
  const isOver = status === 'failed' || status === 'declined' || status === 'open'
  return (
    <Callout
      tone={isOver ? 'warn' : 'info'}
      title={isOver ? 'This payment page has closed' : "You don't need to pay again"}
      announce="status"
      actions={<Back>Back to payments</Back>}
    >
      {isOver
        ? "You haven't been charged. You can pay again from your payments page."
        : 'Your payments page says what became of this payment.'}
    </Callout>
  )
}

const Back = ({ to = pages.payments, children }: { to?: string; children: ReactNode }) => (
  <div>
    <ButtonLink to={to}>{children}</ButtonLink>
  </div>
)
