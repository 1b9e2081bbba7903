import { useEffect, useRef } from 'react'
import { useUser } from '#web/features/accounts/hooks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import type { useSigning } from '../signing.ts'

interface NameQuestionProps {
  question: string
  signing: Pick<ReturnType<typeof useSigning>, 'name' | 'signAs' | 'signAsTyped' | 'isPending'>
}

/** Asks before a document is signed in a name that is not the signer's own. */
export const NameQuestion = ({ question, signing }: NameQuestionProps) => {
  const { firstName, lastName } = useUser()
  const ownName = `${firstName} ${lastName}`
  const { name, isPending, signAs, signAsTyped } = signing
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => own.current?.focus(), [])
  return (
    <Callout
      tone="warn"
      title={<span className="[overflow-wrap:anywhere]">{question}</span>}
      announce="alert"
      actions={
        <>
          <Button ref={own} variant="primary" disabled={isPending} onClick={() => signAs(ownName)}>
            <span className="[overflow-wrap:anywhere]">Sign as {ownName}</span>
          </Button>
          <Button variant="ghost" disabled={isPending} onClick={signAsTyped}>
            <span className="[overflow-wrap:anywhere]">Sign as {name.trim()}</span>
          </Button>
        </>
      }
    >
      If you keep the name you typed, the record will show both names, and we’ll tell the firm.
    </Callout>
  )
}
