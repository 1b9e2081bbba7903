import { BookOpen, Copy, ThumbsDown, ThumbsUp, UserRound } from 'lucide-react'
import { type Answer, type AssistantMessage, reasons } from '#contract/assistant.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useRate } from '../hooks.ts'
import { HandOver } from './hand-over.tsx'

interface BelowProps {
  message: AssistantMessage
  answer: Omit<Answer, 'content'>
  isLast: boolean
  /** Whether it is the first of the conversation to cite what the firm has not reviewed: said once, not each time. */
  notesDraft: boolean
}

/** What an answer offers, where it is from, and whether it helped. */
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
