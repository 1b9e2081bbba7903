import { useState } from 'react'
import { sessionWords } from '#contract/identity/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { ObiSays } from '#web/ui/data/chat-bubbles.tsx'
import type { Talk } from '../talk.ts'

/** What went wrong on the way to the portal. It is said where it is noticed, and kept by nobody. */
export const Troubles = ({ talk }: { talk: Talk }) => {
  const { conversation, live, making, modal, watch, sending, completion } = talk
  const isUntold = watch.isInTrouble || (modal.check.isError && conversation.stage === 'upload_document')
  const askStatus = () => (modal.check.isError ? modal.check.mutate() : watch.retry())
  const trouble = sending.troubleAt(live?.id)
  return (
    <>
      {making.hasFailed && <Trouble words={sessionWords.notCreated} onAgain={making.retry} hasSupport />}
      {isUntold && <Trouble words={sessionWords.notTold} onAgain={askStatus} />}
      {trouble && <Trouble words={trouble} />}
      {completion.isError && (
        <Trouble
          words="I couldn't take you to your dashboard. I've kept everything you gave me."
          again="Go to Dashboard"
          onAgain={() => completion.mutate()}
          hasSupport
        />
      )}
    </>
  )
}

interface TroubleProps {
  words: string
  again?: string
  onAgain?: () => void
  hasSupport?: boolean
}

const Trouble = ({ words, again = 'Try again', onAgain, hasSupport = false }: TroubleProps) => {
  const [isReaching, setReaching] = useState(false)
  const below = (
    <div className="flex flex-wrap gap-2.5">
      {onAgain && (
        <Button variant="primary" onClick={onAgain}>
          {again}
        </Button>
      )}
      {hasSupport && !isReaching && <Button onClick={() => setReaching(true)}>Contact support</Button>}
      {isReaching && <ReachUs />}
    </div>
  )
  return <ObiSays words={words} below={below} />
}
