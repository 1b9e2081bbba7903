import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { quoted } from '#contract/kit/text.ts'
import { priorityNames } from '#contract/matters/facts.ts'
import {
  type Matter,
  type MatterEvent,
  type MatterEventKind,
  type MatterId,
} from '#contract/matters/matters.ts'
import { assigneeWords, type NextAction } from '#contract/matters/next-action.ts'
import { messageAbout } from '#contract/messages.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { counted, dateText, dateTimeText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useClosing, useMatterFile, useMatterTitle } from '../hooks.ts'
import { Costs, JointClients, KeyDates } from './facts/shared-facts.tsx'
import { StatusMark } from './matter-card.tsx'
import { ActingPeople } from './parties/acting-people.tsx'
import { InvitedClients } from './parties/invite-client.tsx'
import { NextActionPanel, StepLink } from './stages/next-action.tsx'
import { StageTracker } from './stages/stage-tracker.tsx'

interface DetailsDialogProps {
  id: MatterId | null
  close: () => void
}

/** A matter's details for its client. Open while `id` is set. */
export const DetailsDialog = ({ id, close }: DetailsDialogProps) => {
  const title = useMatterTitle(id)
  return (
    <Dialog
      open={id !== null}
      onOpenChange={close}
      title={<span className="wrap-anywhere">{title ?? 'Case'}</span>}
      description="Case details"
    >
      {id && (
        <AsyncBoundary key={id} skeleton={<SkeletonCard rows={4} />}>
          <Details id={id} />
        </AsyncBoundary>
      )}
    </Dialog>
  )
}

const Details = ({ id }: { id: MatterId }) => {
  const file = useMatterFile(id)
  const { move, stages, costs, dates, clients, people } = file
  return (
    <div className="grid gap-6">
      {move && (
        <NextActionPanel
          move={move}
          words={assigneeWords(move)}
          isMine={move.whose === 'client'}
          action={move.whose === 'client' && <StepLink matter={file} />}
        />
      )}
      <RejectionReason matter={file} />
      {file.status === 'closed' && <OnHold id={id} title={file.title} />}
      {stages.length > 0 && (
        <Part title="Progress">
          <StageTracker stages={stages} />
        </Part>
      )}
      {clients.length > 0 && (
        <Part title="Clients">
          <JointClients clients={clients} isOver={file.status === 'closed'} />
        </Part>
      )}
      <InvitedClients id={id} />
      <ReusedTasks id={id} />
      {people.length > 0 && (
        <Part title="Who acts for you">
          <ActingPeople people={people} />
        </Part>
      )}
      {dates.length > 0 && (
        <Part title="Key dates">
          <KeyDates dates={dates} />
        </Part>
      )}
      {costs && (
        <Part title="Costs">
          <Costs costs={costs} />
        </Part>
      )}
      <MatterFacts matter={file} />
      <Part title="Description">
        <p className="wrap-anywhere whitespace-pre-line">{file.description}</p>
      </Part>
      <Part title="Timeline">
        <Timeline events={file.events} assigneeWords={assigneeWords} />
      </Part>
    </div>
  )
}

/** The client's tasks that wait until the firm reopens the case. Nothing if there are none. */
const OnHold = ({ id, title }: Pick<Matter, 'id' | 'title'>) => {
  const { held } = useClosing(id)
  if (held.length === 0) return null
  const isOne = held.length === 1
  return (
    <Callout
      tone="info"
      title={`${counted(held.length, 'task')} ${isOne ? 'is' : 'are'} on hold while the case is closed`}
    >
      <span className="wrap-anywhere">
        {quoted(held)}. You don’t have to do {isOne ? 'it' : 'them'} now: your legal team would have to reopen
        the case first. If something is still needed, please{' '}
        <TextLink to={messageAbout(title)}>write to them</TextLink>.
      </span>
    </Callout>
  )
}

const MatterFacts = ({ matter }: { matter: Matter }) => (
  <DescriptionList
    variant="stacked"
    facts={[
      { name: 'Status', value: <StatusMark status={matter.status} /> },
      { name: 'Priority', value: priorityNames[matter.priority] },
      { name: 'Type', value: <span className="wrap-anywhere">{matter.type}</span> },
      { name: 'Reference', value: matter.reference },
      { name: 'Created', value: dateText(matter.createdAt) },
      ...(matter.closedAt ? [{ name: 'Closed', value: dateText(matter.closedAt) }] : []),
    ]}
  />
)

/** Explains to the client why a new case doesn't ask for some of what it needs. */
const ReusedTasks = ({ id }: { id: MatterId }) => {
  const { data: reused = [] } = useQuery(query(matterTemplates.reused, { id }))
  if (reused.length === 0) return null
  return (
    <Part title="Already done">
      <ul className="grid gap-1.5">
        {reused.map((task) => (
          <li key={task.id} className="flex items-start gap-2 wrap-anywhere">
            <Check className="mt-0.5 size-4! text-ok" />
            {task.words}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h3 className="text-base font-semibold">{title}</h3>
    {children}
  </section>
)

/** Why the firm turned it down. */
export const RejectionReason = ({ matter }: { matter: Pick<Matter, 'status' | 'reason'> }) =>
  matter.status === 'rejected' &&
  matter.reason && (
    <Callout tone="stop" title="Why we couldn't open this case">
      <p className="wrap-anywhere whitespace-pre-line">{matter.reason}</p>
    </Callout>
  )

interface TimelineProps {
  events: readonly MatterEvent[]
  /** "Your turn": from the reader's point of view. */
  assigneeWords: (move: Pick<NextAction, 'whose' | 'thirdParty'>) => string
}

const titles: Record<MatterEventKind, string> = {
  requested: 'Case requested',
  opened: 'Case opened',
  rejected: 'Request turned down',
  moved: 'Next step',
  noted: 'Note',
  closed: 'Case closed',
  reopened: 'Case reopened',
  staged: 'Stage',
  changed: 'Details updated',
  handed_over: 'New person in charge',
}

/** The events of a matter, newest first, with what, who and when. */
export const Timeline = ({ events, assigneeWords }: TimelineProps) =>
  events.length === 0 ? (
    <p className="text-ink-soft">Timeline events will appear here as the case progresses.</p>
  ) : (
    <ol aria-label="Timeline" className="grid">
      {events.map(({ id, kind, at, by, words, stage, move }) => (
        <li key={id} className="group relative grid gap-0.5 pb-5 pl-6 last:pb-0">
          <span aria-hidden className="absolute top-2 left-1.75 h-full w-px bg-line group-last:hidden" />
          <span aria-hidden className={dotClass} />
          <p className="font-semibold wrap-anywhere">
            {titles[kind]}
            {stage && `: ${stage}`}
            {move && <span className="font-normal text-ink-soft"> · {assigneeWords(move)}</span>}
          </p>
          {words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>}
          <p className="text-sm wrap-anywhere text-ink-soft">
            <time dateTime={at.toISOString()}>{dateTimeText(at)}</time> · {by.name}
            {by.isOfFirm && ', legal team'}
          </p>
        </li>
      ))}
    </ol>
  )

const dotClass =
  'absolute top-1.5 left-0.5 size-2.75 rounded-full border-2 border-brand bg-surface group-first:bg-brand'
