import { CircleUserRound, Landmark, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { type Matter, placeOfStep } from '#contract/matters/matters.ts'
import { type Assignee, type NextAction } from '#contract/matters/next-action.ts'
import { messageAbout } from '#contract/messages.ts'
import { dateText, relativeText } from '#web/platform/clock.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface NextActionPanelProps {
  move: NextAction
  /** "Your move": as the reader sees it. */
  words: string
  /** Whether the reader is the one who has to do something. */
  isMine: boolean
  /** Where the step is taken. */
  action?: ReactNode
}

const icons: Record<Assignee, typeof Landmark> = {
  client: CircleUserRound,
  firm: Landmark,
  third_party: UsersRound,
}

/** Whose move it is, since when, and what comes next. */
export const NextActionPanel = ({
  move: { whose, nextStep, since },
  words,
  isMine,
  action,
}: NextActionPanelProps) => {
  const Icon = icons[whose]
  return (
    <div
      className={classes(
        'flex gap-3.5 rounded-xl border px-4 py-3.5',
        isMine
          ? 'border-[color-mix(in_oklch,var(--brass)_45%,transparent)] bg-brass-tint'
          : 'border-line bg-sunken',
      )}
    >
      <span
        className={classes(
          'grid size-10 flex-none place-items-center rounded-full',
          isMine ? 'bg-brand text-on-brand' : 'bg-brand-tint text-brand',
        )}
      >
        <Icon />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold wrap-anywhere">{words}</span>
          <span className="text-sm text-ink-soft">
            since {dateText(since)}
            {relativeText(since) !== dateText(since) && (
              <>
                {' · '}
                <Ago at={since} />
              </>
            )}
          </span>
        </p>
        <p className="serif text-lg leading-snug wrap-anywhere">
          <span className="sr-only">Next step: </span>
          {nextStep}
        </p>
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}

/** Where the client takes the step that is theirs, and a message to the team about the matter. */
export const StepLink = ({ matter: { title, move } }: { matter: Pick<Matter, 'title' | 'move'> }) => {
  if (move?.whose !== 'client') return null
  const place = move.taskId
    ? { path: `${pages.dashboard}?task=${move.taskId}`, label: 'Go to the task' }
    : placeOfStep(move.nextStep)
  return (
    <>
      {place && (
        <ButtonLink size="small" to={place.path}>
          {place.label}
        </ButtonLink>
      )}
      <ButtonLink size="small" to={messageAbout(title)}>
        Reply in Messages
      </ButtonLink>
    </>
  )
}

/** What a form spreads on one of its fields. */
export interface Control {
  name: string
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  ref: (element: Element | null) => void
  error: string | undefined
}

interface StepFieldsProps {
  /** What a form spreads on each of the fields. */
  field: (name: 'whose' | 'thirdParty' | 'nextStep') => Control
  isThirdParty: boolean
  children?: ReactNode
}

const offers: { value: Assignee; label: string }[] = [
  { value: 'firm', label: 'We are' },
  { value: 'client', label: 'The client' },
  { value: 'third_party', label: 'Someone else' },
]

/** Who acts next, and what they do. */
export const StepFields = ({ field, isThirdParty, children }: StepFieldsProps) => (
  <>
    <RadioGroup label="Who's next to act?" offers={offers} {...field('whose')} />
    {isThirdParty && (
      <TextField label="Who?" hint="For example, the seller’s solicitors" required {...field('thirdParty')} />
    )}
    <TextField
      label="Next step"
      hint="What happens next, as your client will read it"
      required
      {...field('nextStep')}
    />
    {children}
  </>
)

/** Whose move it is, in the words of the firm. */
export const firmAssigneeWords = ({ whose, thirdParty }: Pick<NextAction, 'whose' | 'thirdParty'>) =>
  ({ client: 'The client’s move', firm: 'Our move', third_party: `With ${thirdParty ?? 'someone else'}` })[
    whose
  ]
