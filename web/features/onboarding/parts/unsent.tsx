import { CloudOff } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { ClientSays, Entry, ObiSays } from '#web/ui/data/chat-bubbles.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import type { Talk } from '../talk.ts'
import { chatFallback } from '../words.ts'
import { FileName } from './told.tsx'

/** What the client has said and the portal has not answered yet. */
export const Unsent = ({ talk: { conversation, outbox } }: { talk: Talk }) => {
  const known = new Set(conversation.messages.map(({ id }) => id))
  const { items, isCutOff, sendAgain } = outbox
  return (
    <>
      {items
        .filter(({ id }) => !known.has(id))
        .map(({ id, words, isRefused }) => (
          <Entry key={id} by="client">
            <ClientSays
              words={words}
              note={isCutOff || isRefused ? <NotSent onAgain={sendAgain} /> : <Sending />}
            />
          </Entry>
        ))}
      {items.some(({ isRefused }) => isRefused) && <ObiSays words={chatFallback} />}
    </>
  )
}

/** The file that is being sent, or waits for the network. */
export const OnItsWay = ({ sending }: { sending: Talk['sending'] }) => {
  const { file, percent, isCutOff, again } = sending
  if (!file) return null
  return (
    <Entry by="client">
      <ClientSays
        words={<FileName>{file.name}</FileName>}
        note={
          isCutOff ? (
            <NotSent onAgain={again} />
          ) : (
            <div className="grid w-48 gap-1.5">
              <Progress size="thin" label={`Uploading ${file.name}`} value={percent} />
              <p className="figures text-right text-xs text-ink-soft">Uploading… {percent}%</p>
            </div>
          )
        }
      />
    </Entry>
  )
}

const Sending = () => <p className="text-xs text-ink-soft">Sending…</p>

const NotSent = ({ onAgain }: { onAgain: () => void }) => (
  <p className="flex flex-wrap items-center justify-end gap-x-2 text-sm text-stop">
    <CloudOff aria-hidden className="size-4!" />
    <span>Not sent</span>
    <Button variant="link" onClick={onAgain}>
      Send again
    </Button>
  </p>
)
