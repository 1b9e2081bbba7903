import { ChevronDown, FlaskConical } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type Card, testCards } from '#contract/card.ts'
import { today } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CardNumberField, ExpiryField, SecurityCodeField } from '#web/ui/fields/digits-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { useIsSandbox } from '../hooks.ts'

interface CardFieldsProps {
  number: Control
  holder: Omit<ComponentProps<typeof TextField>, 'label'>
  expiry: Control
  code: Control
}
type Control = Omit<ComponentProps<typeof CardNumberField>, 'label'>

/** At most 16 digits, however they are spaced or pasted; MM/YY, 5 characters; a code of 4. */
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

/** The sandbox's published cards, folded away; draws nothing where money really moves. */
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
