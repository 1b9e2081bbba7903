import { CircleUserRound, Landmark, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { caseLettersPath, pages } from '#contract/kit/pages.ts'
import type { Action } from '#contract/kit/rights.ts'
import type { FirmMatterFile, Matter } from '#contract/matters/matters.ts'
import { type Assignee, type NextAction, placeOfStep, taskSteps } from '#contract/matters/next-action.ts'
import { messageAbout, messagesPathOf } from '#contract/messages.ts'
import { dateText, relativeText } from '#web/platform/clock.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { wordsForClients } from '../../hooks.ts'

interface NextActionPanelProps {
  move: NextAction
  /** "Your turn": from the reader's point of view. */
  words: string
  /** Whether the reader has to act. */
  isMine: boolean
  /** A link to where the step is done. */
  action?: ReactNode
}

const icons: Record<Assignee, typeof Landmark> = {
  client: CircleUserRound,
  firm: Landmark,
  third_party: UsersRound,
}

/** Who acts next, since when, and what comes next. */
export const NextActionPanel = ({
  move: { whose, nextStep, since },
  words,
  isMine,
  action,
}: NextActionPanelProps) => {
  const Icon = icons[whose]
  const isRecent = relativeText(since) !== dateText(since)
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
            since {/* A line may end with the dot, and never begins with it. */}
            <span className="whitespace-nowrap">
              {dateText(since)}
              {isRecent && ' ·'}
            </span>
            {isRecent && (
              <>
                {' '}
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

/** Links to where clients do their next step, and to a message about the matter. */
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

const documentsTab = { path: '?tab=documents', label: 'Open the documents' }
const tasksTab = { path: '?tab=tasks', label: 'See their tasks' }

// The firm writes its next steps freely. A verb that fits a single place leads there.
const firmPlaces = [
  { verb: /\b(review|check|look)(ing)?\b/i, path: () => documentsTab.path, label: documentsTab.label },
  { verb: /\b(letter|report)\b/i, path: caseLettersPath, label: 'Open the letters' },
  {
    verb: /\b(call|meet|book)\b|\bappointment\b/i,
    path: () => pages.firmAppointments,
    label: 'Open Appointments',
  },
  { verb: /\b(payment|pay|refund|fees?)\b/i, path: () => '?tab=money', label: 'Open Money' },
]

const clientPlaces: Partial<Record<string, { path: string; label: string }>> = {
  [pages.dashboard]: tasksTab,
  [pages.signatures]: tasksTab,
  [pages.documents]: documentsTab,
  [pages.payments]: { path: '?tab=money', label: 'Open Money' },
  [pages.appointments]: { path: pages.firmAppointments, label: 'Open Appointments' },
}

/**
 * Returns where the firm does a matter's next step, or sees how far its client has got with it. Null if unknown, or if
 * the user doesn't have that page. It is the documents only if there are any, as far as is known: their number is null
 * if the user may not read them.
 */
export const firmPlaceOf = (
  { id, client, move, hiddenIds }: Pick<FirmMatterFile, 'id' | 'client' | 'move' | 'hiddenIds'>,
  mayDo: (action: Action) => boolean,
  documents: number | null | undefined,
): { path: string; label: string } | null => {
  const hasNone = documents === null || documents === 0
  const isTheirs = ({ path }: { path: string }) =>
    path !== pages.firmAppointments || mayDo('appointments.run')
  if (move === null || move.whose === 'third_party') return null
  if (move.whose === 'firm') {
    if (hasNone && move.nextStep === taskSteps.review) return tasksTab
    const found = firmPlaces
      .filter(({ verb }) => verb.test(move.nextStep))
      .map(({ path, label }) => ({ path: path(id), label }))
      .find(({ path }) => !hasNone || path !== documentsTab.path)
    return found && isTheirs(found) ? found : null
  }
  const known = move.taskId ? pages.dashboard : (placeOfStep(move.nextStep)?.path ?? '')
  const path = messagesPathOf({ role: 'fee_earner' }, client.id)
  const found = clientPlaces[known]
  if (found === documentsTab && hasNone) return tasksTab
  if (found) return isTheirs(found) ? found : null
  if (hiddenIds.includes(client.id)) return null
  return { path, label: mayDo('messages.write') ? `Write to ${client.name}` : 'Read the messages' }
}

/** Binds one of a form's fields. */
export interface Control {
  name: string
  onChange: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  onBlur: (event: { target: unknown; type?: unknown }) => Promise<unknown>
  ref: (element: Element | null) => void
  error: string | undefined
}

interface StepFieldsProps {
  /** Absent for a case that is not open yet. */
  file?: FirmMatterFile
  /** Binds a field to the form. */
  field: (name: 'whose' | 'thirdParty' | 'nextStep') => Control
  isThirdParty: boolean
  children?: ReactNode
}

const choices: { value: Assignee; label: string }[] = [
  { value: 'firm', label: 'We are' },
  { value: 'client', label: 'The client' },
  { value: 'third_party', label: 'Someone else' },
]

/** The fields for who acts next, and for what they do. */
export const StepFields = ({ file, field, isThirdParty, children }: StepFieldsProps) => (
  <>
    <RadioGroup label="Who's next to act?" choices={choices} {...field('whose')} />
    {isThirdParty && (
      <TextField label="Who?" hint="For example, the seller’s solicitors" required {...field('thirdParty')} />
    )}
    <TextField
      label="Next step"
      hint={`What happens next, as ${file ? wordsForClients(file).your : 'your client'} will read it`}
      required
      {...field('nextStep')}
    />
    {children}
  </>
)

/** Says who acts next, from the firm's point of view. */
export const firmAssigneeWords = ({ whose, thirdParty }: Pick<NextAction, 'whose' | 'thirdParty'>) =>
  ({ client: 'The client’s turn', firm: 'Our turn', third_party: `With ${thirdParty ?? 'someone else'}` })[
    whose
  ]
