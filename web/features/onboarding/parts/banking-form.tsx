import { Problem } from '#contract/kit/problem.ts'
import type { MessageId } from '#contract/onboarding/chat.ts'
import { BankingDetails } from '#contract/onboarding/user-data.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { BankAccountFields } from '#web/ui/fields/bank-account-fields.tsx'
import { useGiveBank } from '../chat.ts'
import { type Typed, useKept } from '../typed.ts'
import { ChatForm } from './chat-form.tsx'

const noAccount = { sortCode: '', accountNumber: '' }

/** Where money that is due to the client would go. */
export const BankingForm = ({ messageId, typed }: { messageId: MessageId; typed: Typed }) => {
  const give = useGiveBank()
  const form = useRulesForm(BankingDetails, { start: { ...noAccount, ...typed.bank.read() } })
  useKept(form.getValues, typed.bank)
  const send = form.whenValid(async (bank) => {
    try {
      await give.mutateAsync({ messageId, bank })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      form.refuse(error)
    }
  })
  return (
    <ChatForm form={form} label="Banking details" onSubmit={(event) => void send(event)}>
      <BankAccountFields sortCode={form.control('sortCode')} accountNumber={form.control('accountNumber')} />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        Submit banking details
      </Button>
    </ChatForm>
  )
}
