import { type ReactElement, useState } from 'react'
import { pages } from '#contract/pages.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { useHandOver } from '../hooks.ts'

/** Passes the conversation to the client's team, with what the client wants to add. */
export const HandOver = ({ trigger }: { trigger: ReactElement }) => {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const handOver = useHandOver()
  const send = () => handOver.mutate(words.trim() === '' ? {} : { words: words.trim() })
  const change = (open: boolean) => {
    setOpen(open)
    if (open) return
    handOver.reset()
    if (handOver.isSuccess) setWords('')
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={change}
      trigger={trigger}
      title="Ask a person"
      description="We'll send this conversation to your team as a message, so you don't have to repeat yourself."
    >
      {handOver.isSuccess ? (
        <Sent to={handOver.data.sentTo} onClose={() => change(false)} />
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <TextArea
            label="What would you like to add?"
            optional
            rows={4}
            maxLength={2000}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <FormFault>{handOver.error?.message}</FormFault>
          <DialogFooter>
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button type="submit" variant="primary" busy={handOver.isPending}>
              Send to my team
            </Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}

const Sent = ({ to, onClose }: { to: string; onClose: () => void }) => (
  <div className="grid gap-4" role="status">
    <p>{to} has it now. They'll reply under Messages.</p>
    <DialogFooter>
      <Button onClick={onClose}>Close</Button>
      <ButtonLink to={pages.messages} variant="primary">
        Open Messages
      </ButtonLink>
    </DialogFooter>
  </div>
)
