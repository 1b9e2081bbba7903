import { BookOpen, Copy, ThumbsDown, ThumbsUp, UserRound } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type Answer, type AssistantMessage, reasons } from '#contract/assistant/assistant.ts'
import { pages } from '#contract/kit/pages.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useHandOver, useRate } from '../hooks.ts'

interface BelowProps {
  message: AssistantMessage
  answer: Omit<Answer, 'content'>
  isLast: boolean
  /** Whether this is the conversation's first answer to cite unreviewed articles. Only that one says so. */
  notesDraft: boolean
}

/** An answer's suggestions and sources, and the question whether it helped. */
export const BelowAnswer = ({ message, answer, isLast, notesDraft }: BelowProps) => (
  <div
    className="grid w-full max-w-[34rem] justify-items-start gap-2.5"
    data-answers={isLast || undefined}
    tabIndex={-1}
  >
    {(answer.actions.length > 0 || answer.offersPerson) && (
      <div className="flex flex-wrap gap-2">
        {answer.actions.map(({ label, path }, at) => (
          <ButtonLink key={path} to={path} variant={at === 0 && isLast ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
        {answer.offersPerson && <HandOver trigger={<Button icon={<UserRound />}>Ask a person</Button>} />}
      </div>
    )}
    <Sources answer={answer} />
    {notesDraft && (
      <p className="text-sm text-ink-soft">Obi's articles are general, and not yet reviewed by the firm.</p>
    )}
    {answer.note && <p className="text-sm text-ink-soft">{answer.note}</p>}
    <Judge message={message} />
  </div>
)

const Sources = ({ answer: { citations } }: Pick<BelowProps, 'answer'>) =>
  citations.length > 0 && (
    <ul className="grid gap-1 text-sm text-ink-soft">
      {citations.map(({ label, source, url }) => (
        <li key={label} className="flex gap-2">
          <BookOpen aria-hidden className="mt-0.5 size-4! flex-none" />
          <span>
            From: <strong className="font-semibold text-ink">{label}</strong>
            {source && (
              <>
                {' · '}
                {url ? <OutsideLink href={url}>{source}</OutsideLink> : source}
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )

const Judge = ({ message: { id, content, verdict } }: Pick<BelowProps, 'message'>) => {
  const rate = useRate()
  const copy = () =>
    navigator.clipboard.writeText(content).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: "Your browser didn't allow copying", variant: 'destructive' }),
    )
  const toggle = (wanted: 'helpful' | 'unhelpful', reason?: string) =>
    rate.mutate(
      { id, verdict: verdict === wanted ? null : wanted, ...(reason && { reason }) },
      { onError: (problem) => toast({ title: problem.message, variant: 'destructive' }) },
    )
  return (
    <div className="-ml-2 flex items-center">
      <IconButton label="Copy answer" icon={<Copy className="size-4!" />} onClick={() => void copy()} />
      <IconButton
        label="This helped"
        aria-pressed={verdict === 'helpful'}
        icon={<ThumbsUp className={look(verdict === 'helpful')} />}
        onClick={() => toggle('helpful')}
      />
      {verdict === 'unhelpful' ? (
        <IconButton
          label="This didn't help"
          aria-pressed
          icon={<ThumbsDown className={look(true)} />}
          onClick={() => toggle('unhelpful')}
        />
      ) : (
        <Menu
          title="What was wrong?"
          trigger={<IconButton label="This didn't help" icon={<ThumbsDown className={look(false)} />} />}
        >
          {reasons.map((reason) => (
            <MenuItem key={reason} onSelect={() => toggle('unhelpful', reason)}>
              {reason}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

const look = (isChosen: boolean) => (isChosen ? 'size-4! fill-brand-tint text-brand' : 'size-4!')

/** Hands the conversation over to the client's team, with an optional note from the client. */
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
          <FormFooter
            form={{ fault: handOver.error?.message, busy: handOver.isPending }}
            cancel={() => change(false)}
          >
            Send to my team
          </FormFooter>
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

/** Renders paragraphs, and lines that begin with "- " as a list. Nothing else is markup. */
export const Words = ({ children }: { children: string }) => (
  <div className="grid gap-2 whitespace-normal">
    {blocksOf(children).map(({ isList, lines }, at) =>
      isList ? (
        <ul key={at} className="grid list-disc gap-1 pl-5">
          {lines.map((line, place) => (
            <li key={place}>{line}</li>
          ))}
        </ul>
      ) : (
        <p key={at}>{lines.join(' ')}</p>
      ),
    )}
  </div>
)

interface Block {
  isList: boolean
  lines: string[]
}

const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split('\n')) {
    const isList = line.startsWith('- ')
    const last = blocks.at(-1)
    const words = isList ? line.slice(2) : line.trim()
    if (words === '') isNew = true
    else if (last && last.isList === isList && !(isNew && !isList)) last.lines.push(words)
    else blocks.push({ isList, lines: [words] })
    if (words !== '') isNew = false
  }
  return blocks
}
