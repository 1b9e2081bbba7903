import { ScanFace } from 'lucide-react'
import type { ReactNode } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import { type ChatMessage, delays, type MessageId, startVerification } from '#contract/onboarding/chat.ts'
import { BankingDetails } from '#contract/onboarding/user-data.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { BankAccountFields } from '#web/ui/fields/digits-field.tsx'
import { useGiveBank } from '../chat.ts'
import { leadsOn } from '../copy.ts'
import { type LiveConversation, type Typed, useKept } from '../live-conversation.ts'
import { useIsDue } from '../timers.ts'
import { ChatForm, DetailsForm } from './details-form.tsx'
import { SendActions } from './send-actions.tsx'

/** The ways to answer the newest message: its form, a file, the session, its buttons. */
export const AnswerControls = ({ chat, message }: { chat: LiveConversation; message: ChatMessage }) => {
  const { isAnswering, choose, typed } = chat
  const ways = waysOf(chat, message)
  return (
    <>
      {message.formId === 'banking_details' && <BankingForm messageId={message.id} typed={typed} />}
      {message.formId === 'update_information' && <Details chat={chat} message={message} />}
      {message.formId === 'modify_details' && <Correction chat={chat} message={message} />}
      <Options options={message.options} disabled={isAnswering} onChoose={choose}>
        {ways}
      </Options>
    </>
  )
}

const waysOf = ({ conversation, isAnswering, choose, sending }: LiveConversation, message: ChatMessage) => {
  const { upload, isReading } = conversation
  if (message.sessionUrl !== null)
    return (
      <Button
        variant="primary"
        icon={<ScanFace />}
        disabled={isAnswering}
        onClick={() => choose(startVerification)}
      >
        {startVerification}
      </Button>
    )
  if (upload === null) return null
  const kind = message.attachmentType ?? upload.attachmentType
  return (
    <SendActions
      kind={kind}
      disabled={isAnswering || isReading || sending.isPending}
      onFile={(file) => sending.send({ file, messageId: message.id, kind })}
    />
  )
}

interface FormProps {
  chat: LiveConversation
  message: ChatMessage
}

const Details = ({ chat: { conversation, check, typed }, message: { formId } }: FormProps) =>
  formId && <DetailsForm formId={formId} collected={conversation.collected} check={check} typed={typed} />

/** Shows the form a second after the refusal, so that the client reads the refusal first. */
const Correction = (props: FormProps) =>
  useIsDue(props.message.timestamp, delays.modifyForm) && <Details {...props} />

const noAccount = { sortCode: '', accountNumber: '' }

/** Asks for the bank account that money due to the client is paid into. */
const BankingForm = ({ messageId, typed }: { messageId: MessageId; typed: Typed }) => {
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

interface OptionsProps {
  options: readonly string[]
  /** True while an answer is being sent. */
  disabled: boolean
  onChoose: (option: string) => void
  /** Other actions for this message, shown before its answers. */
  children?: ReactNode
}

/** The answers to the newest message. They take over the focus from an earlier answer. */
const Options = ({ options, disabled, onChoose, children }: OptionsProps) => {
  if (options.length === 0 && !children) return null
  return (
    <div
      role="group"
      aria-label="Your answer"
      tabIndex={-1}
      {...(!disabled && { 'data-answers': true })}
      className="flex max-w-full flex-wrap gap-2.5"
    >
      {children}
      {options.map((option) => (
        <Button
          key={option}
          variant={leadsOn(option) && !children && !disabled ? 'primary' : 'secondary'}
          disabled={disabled}
          onClick={() => onChoose(option)}
          className="h-auto! min-h-[38px] max-w-full py-1.5 whitespace-normal! touch:min-h-11"
        >
          {option}
        </Button>
      ))}
    </div>
  )
}
