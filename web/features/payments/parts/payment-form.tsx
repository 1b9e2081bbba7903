import { ChevronDown, FlaskConical, Lock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { formatPounds } from '#contract/kit/money.ts'
import { type Card, paymentOnPage, sandboxTokenOf, testCards } from '#contract/payments/card.ts'
import { amountDue, methodNames, type PaymentMethod } from '#contract/payments/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { today } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CardNumberField, ExpiryField, SecurityCodeField } from '#web/ui/fields/digits-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm, useLossQuestion } from '#web/ui/overlays/confirm.tsx'
import {
  cardPayment,
  pagePayment,
  useIsSandbox,
  usePay,
  useProcessor,
  type Wallet,
  walletPayment,
} from '../hooks.ts'
import { BankDetailsPromise, discardCardWords, PayProgress } from './notices.tsx'
import { openingPage } from './payment-page.tsx'
import { useWayToPay, WayToPayChoice } from './way-to-pay.tsx'

interface PaymentFormProps {
  /** The tasks that can be paid. With a single one there is no choice. */
  tasks: readonly Task[]
  /** The task whose button was pressed. Null if it still has to be chosen. */
  chosen: Task | null
  close: () => void
}

/** The payment dialog of the payments page. Errors are shown below their fields. */
export const PaymentForm = (props: PaymentFormProps) =>
  useProcessor().ways.length > 0 ? <FormForPage {...props} /> : <FormHere {...props} />

/** Asks only what to pay: the card is entered on the processor's page. */
const FormForPage = ({ tasks, chosen, close }: PaymentFormProps) => {
  const form = usePaymentForm(chosen)
  const { pay, method: _, ...progress } = usePay(close, close)
  const task = tasks.find(({ id }) => id === form.watch('taskId'))
  const amount = formatPounds(form.watch('amount'))
  const choice = useWayToPay(task)
  const submit = async () => {
    if ((await form.check(['taskId', 'amount'])) && task) await pay(pagePayment(task, choice.way))
  }
  return (
    <form
      {...form.props}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="grid gap-5"
    >
      <TaskChoice tasks={tasks} form={form} />
      <TextField label="Amount" name="amount" readOnly value={amount} error={form.control('amount').error} />
      <WayToPayChoice {...choice} />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={progress.isPending}
          busyText={openingPage}
        >
          {`Pay ${amount}`}
        </Button>
        <PayProgress onPage {...progress} />
      </div>
      <BankDetailsPromise />
    </form>
  )
}

const FormHere = ({ tasks, chosen, close }: PaymentFormProps) => {
  const form = usePaymentForm(chosen)
  const { pay, method, ...progress } = usePay(close, close)
  const task = tasks.find(({ id }) => id === form.watch('taskId'))
  const amount = formatPounds(form.watch('amount'))
  const isTyped = form.watch(cardFields).some((typed) => typed !== '')
  // Once the bank is asked nothing is lost: the result is shown wherever the client is then.
  const { question } = useLossQuestion(isTyped && !progress.isPending, discardCardWords)

  const payByWallet = async (wallet: Wallet) => {
    if ((await form.check(['taskId', 'amount'])) && task) await pay(walletPayment(task, wallet))
  }
  const payByCard = form.whenValid(
    async ({ cardNumber }) => task && (await pay(cardPayment(task, sandboxTokenOf(cardNumber)))),
  )
  return (
    <form {...form.props} onSubmit={(event) => void payByCard(event)} className="grid gap-5">
      <TestCards onUse={form.fill} />
      <TaskChoice tasks={tasks} form={form} />
      <TextField label="Amount" name="amount" readOnly value={amount} error={form.control('amount').error} />
      <WalletButtons busy={method} onPay={(wallet) => void payByWallet(wallet)} />
      <Or />
      <CardFields
        number={form.control('cardNumber')}
        holder={form.field('cardholderName')}
        expiry={form.control('expiryDate')}
        code={form.control('cvc')}
      />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          wide
          busy={method === 'card'}
          busyText="Asking your bank…"
          disabled={method !== null && method !== 'card'}
        >
          {`Pay ${amount}`}
        </Button>
        <PayProgress {...progress} />
      </div>
      <p className="flex items-start gap-2 text-sm text-ink-soft">
        <Lock className="mt-px size-4! flex-none" />
        Your card number stays on this page. We never see it.
      </p>
      <BankDetailsPromise />
      <Confirm {...question} />
    </form>
  )
}

type Form = ReturnType<typeof usePaymentForm>

const cardFields = ['cardNumber', 'cardholderName', 'expiryDate', 'cvc'] as const

const usePaymentForm = (chosen: Task | null) => {
  const form = useRulesForm(paymentOnPage(today()), {
    start: {
      cardNumber: '',
      cardholderName: '',
      expiryDate: '',
      cvc: '',
      amount: chosen ? amountDue(chosen) : 0,
      taskId: chosen?.id ?? '',
    },
  })
  return {
    ...form,
    fill: (card: { cardNumber: string; cardholderName: string; expiryDate: string; cvc: string }) => {
      for (const name of cardFields) form.control(name).onChange(card[name])
    },
  }
}

const TaskChoice = ({ tasks, form }: { tasks: readonly Task[]; form: Form }) => {
  const { value, error, onChange } = form.control('taskId')
  if (tasks.length === 1 && value !== '') return <p className="font-semibold">{tasks[0]?.title}</p>
  const choose = (id: string) => {
    const task = tasks.find((candidate) => candidate.id === id)
    onChange(id)
    form.control('amount').onChange(task ? amountDue(task) : 0)
  }
  return (
    <SelectField
      label="Task"
      name="taskId"
      placeholder="Choose what to pay"
      choices={tasks.map(({ id, title }) => ({ value: id, label: title }))}
      value={value}
      error={error}
      onChange={({ target }) => choose(target.value)}
    />
  )
}

const Or = () => (
  <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or pay by card
  </p>
)

const wallets: Wallet[] = ['apple_pay', 'google_pay']

interface WalletButtonsProps {
  /** The method of the running payment. */
  busy: PaymentMethod | null
  onPay: (wallet: Wallet) => void
}

const WalletButtons = ({ busy, onPay }: WalletButtonsProps) => (
  <div className="grid gap-2.5 sm:grid-cols-2">
    {wallets.map((wallet) => (
      <Button
        key={wallet}
        wide
        size="large"
        busy={busy === wallet}
        disabled={busy !== null && busy !== wallet}
        onClick={() => onPay(wallet)}
      >
        {methodNames[wallet]}
      </Button>
    ))}
  </div>
)

interface CardFieldsProps {
  number: Control
  holder: Omit<ComponentProps<typeof TextField>, 'label'>
  expiry: Control
  code: Control
}
type Control = Omit<ComponentProps<typeof CardNumberField>, 'label'>

/** At most 16 digits, with any spacing; a month and a year of two or four digits; a code of up to 4 digits. */
export const CardFields = ({ number, holder, expiry, code }: CardFieldsProps) => (
  <div className="grid gap-4">
    <CardNumberField label="Card number" {...number} />
    <TextField label="Cardholder name" autoComplete="cc-name" maxLength={100} {...holder} />
    <div className="grid grid-cols-2 items-start gap-4">
      <ExpiryField label="Expiry date" {...expiry} />
      <SecurityCodeField label="CVC" {...code} />
    </div>
  </div>
)

/** The sandbox's published test cards, folded. Renders nothing if real money moves. */
export const TestCards = ({ onUse }: { onUse?: (card: Card) => void }) => {
  if (!useIsSandbox()) return null
  return (
    <details className="rounded-xl border border-dashed border-edge px-4 py-3 text-sm">
      <summary className="group flex cursor-pointer list-none items-center gap-2 font-semibold touch:-my-3 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <FlaskConical className="size-4!" />
        <span className="flex-1">Demo: no money moves. Test cards</span>
        <ChevronDown className="size-4! transition-transform duration-150 in-open:rotate-180" />
      </summary>
      <p className="mt-2 text-ink-soft">Use any future expiry date and any security code.</p>
      <ul className="mt-2 divide-y divide-line">
        {testCards.map(({ number, meaning }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <span className="figures font-semibold">{grouped(number)}</span>
            <span className="flex-1 text-ink-soft">{meaning}</span>
            {onUse && (
              <Button
                size="small"
                variant="ghost"
                aria-label={`Use ${grouped(number)}`}
                onClick={() => onUse(cardWith(number))}
              >
                Use
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const cardWith = (cardNumber: string): Card => {
  const nextYear = (Number(today().slice(2, 4)) + 1) % 100
  const expiryDate = `12/${String(nextYear).padStart(2, '0')}`
  return { cardNumber, cardholderName: 'Test Card', expiryDate, cvc: '123' }
}
