import { ScanFace } from 'lucide-react'
import { type ChatMessage, delays, startVerification } from '#contract/onboarding/chat.ts'
import { Button } from '#web/ui/actions/button.tsx'
import type { Talk } from '../talk.ts'
import { useIsDue } from '../timers.ts'
import { BankingForm } from './banking-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { Options } from './options.tsx'
import { SendActions } from './send-actions.tsx'

/** What the newest message can be answered with: its form, a file, the session, its buttons. */
export const Answering = ({ talk, message }: { talk: Talk; message: ChatMessage }) => {
  const { isAnswering, choose, typed } = talk
  const ways = waysOf(talk, message)
  return (
    <>
      {message.formId === 'banking_details' && <BankingForm messageId={message.id} typed={typed} />}
      {message.formId === 'update_information' && <Details talk={talk} message={message} />}
      {message.formId === 'modify_details' && <Correction talk={talk} message={message} />}
      <Options options={message.options} disabled={isAnswering} onChoose={choose}>
        {ways}
      </Options>
    </>
  )
}

const waysOf = ({ conversation, isAnswering, choose, sending }: Talk, message: ChatMessage) => {
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
  talk: Talk
  message: ChatMessage
}

const Details = ({ talk: { conversation, check, typed }, message: { formId } }: FormProps) =>
  formId && <DetailsForm formId={formId} collected={conversation.collected} check={check} typed={typed} />

/** The refusal is read first; the form comes a second later. */
const Correction = (props: FormProps) =>
  useIsDue(props.message.timestamp, delays.modifyForm) && <Details {...props} />
