import { methodNames, type PaymentMethod } from '#contract/payments.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { Wallet } from '../hooks.ts'

const wallets: Wallet[] = ['apple_pay', 'google_pay']

interface WalletButtonsProps {
  /** What is being paid with just now. */
  busy: PaymentMethod | null
  onPay: (wallet: Wallet) => void
}

export const WalletButtons = ({ busy, onPay }: WalletButtonsProps) => (
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
