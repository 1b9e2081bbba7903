import { CreditCard, ExternalLink, FlaskConical, Landmark, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isOpen } from '#contract/payments/payments.ts'
import type { WayToPay } from '#contract/payments/processor.ts'
import type { Task } from '#contract/tasks.ts'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { usePayments, useProcessor } from '../hooks.ts'

const choices = {
  card: { label: 'Card', icon: <CreditCard /> },
  bank: { label: 'Pay by bank', hint: 'Approve it with your bank. No card needed', icon: <Landmark /> },
} as const

/** The chosen way to pay. Starts with the one of a payment that the client has begun. */
export function useWayToPay(task: Task | undefined) {
  const { ways } = useProcessor()
  const begun = usePayments().find((payment) => payment.taskId === task?.id && isOpen(payment))
  const begunWay: WayToPay | null = begun ? (begun.paymentMethod === 'bank' ? 'bank' : 'card') : null
  const [chosen, choose] = useState<WayToPay | null>(null)
  const way = [chosen, begunWay, ...ways].find((option) => option !== null && ways.includes(option)) ?? 'card'
  return { way, begunWay, choose }
}

/** Lets the client choose between two ways to pay, and says on whose page it happens. */
export const WayToPayChoice = ({ way, begunWay, choose }: ReturnType<typeof useWayToPay>) => {
  const { ways, cardPlace } = useProcessor()
  // In the portal's form, wallets work only once the firm has added its domain in Stripe, which nothing here checks.
  const card = cardPlace === 'portal' ? {} : { hint: 'Or Apple Pay or Google Pay' }
  return (
    <div className="grid gap-5">
      {ways.length > 1 && (
        <RadioGroup
          label="How would you like to pay?"
          name="way"
          variant="cards"
          choices={ways.map((value) => ({ value, ...choices[value], ...(value === 'card' && card) }))}
          value={way}
          onChange={({ target }) => choose(target.value as WayToPay)}
        />
      )}
      <PageNote way={way} isChanged={begunWay !== null && begunWay !== way} />
    </div>
  )
}

/** Says where the payment happens, before the client is sent there. */
const PageNote = ({ way, isChanged }: { way: WayToPay; isChanged: boolean }) => {
  const { cardPlace, isTest } = useProcessor()
  const isHere = way === 'card' && cardPlace === 'portal'
  const Where = isHere ? CreditCard : ExternalLink
  return (
    <div className="grid gap-3">
      <Note icon={<Where className="mt-px size-4! flex-none" />}>{isHere ? formWords : pageWords[way]}</Note>
      {isChanged && <Note icon={<Lock className="mt-px size-4! flex-none" />}>{changeWords[way]}</Note>}
      {isTest && (
        <Note icon={<FlaskConical className="mt-px size-4! flex-none" />}>
          <strong className="font-semibold text-ink">Test mode: no money moves.</strong> {testWords[way]}
        </Note>
      )}
    </div>
  )
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-start gap-2 text-sm text-ink-soft">
    {icon}
    <span>{children}</span>
  </p>
)

const formWords =
  "You'll enter your card on the next page, in a form run by Stripe. Your card details never reach us."
const pageWords: Record<WayToPay, string> = {
  card: "You'll pay on a secure page run by Stripe, by card, Apple Pay or Google Pay, and then come straight back here. Your card details never reach us.",
  bank: "You'll choose your bank on a secure page run by GoCardless, approve the payment with your bank, and then come straight back here. Your sign-in details stay with your bank.",
}
const changeWords: Record<WayToPay, string> = {
  card: "You started to pay by bank and haven't finished. We'll close that page first, so you can't be charged twice.",
  bank: "You started to pay by card and haven't finished. We'll close that page first, so you can't be charged twice.",
}
const testWords: Record<WayToPay, string> = {
  card: "Use Stripe's test cards only.",
  bank: "Choose one of GoCardless's test banks.",
}
