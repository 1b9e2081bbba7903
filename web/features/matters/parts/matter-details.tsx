import type { ReactNode } from 'react'
import {
  assigneeWords,
  type Matter,
  type MatterEvent,
  type MatterEventKind,
  type MatterFile,
  type MatterId,
  type NextAction,
  priorityNames,
} from '#contract/matters.ts'
import { dateText, dateTimeText } from '#web/platform/clock.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMatterFile, useMatters } from '../hooks.ts'
import { StatusMark } from './matter-card.tsx'
import { NextActionPanel, StepLink } from './next-action.tsx'

interface DetailsDialogProps {
  id: MatterId | null
  close: () => void
}

export const DetailsDialog = ({ id, close }: DetailsDialogProps) => (
  <MatterDialog id={id} matters={useMatters()} close={close} details={(open) => <Details id={open} />} />
)

const Details = ({ id }: { id: MatterId }) => {
  const file = useMatterFile(id)
  return (
    <MatterSheet
      file={file}
      top={
        file.move && (
          <NextActionPanel
            move={file.move}
            words={assigneeWords(file.move)}
            isMine={file.move.whose === 'client'}
            action={file.move.whose === 'client' && <StepLink matter={file} />}
          />
        )
      }
      timeline={<Timeline events={file.events} assigneeWords={assigneeWords} />}
    />
  )
}

interface MatterDialogProps {
  id: MatterId | null
  /** Those that can be opened: it is called by its title before more is known of it. */
  matters: Pick<Matter, 'id' | 'title'>[]
  close: () => void
  details: (id: MatterId) => ReactNode
}

/** Around what either side reads of a matter; open while one is named. */
export const MatterDialog = ({ id, matters, close, details }: MatterDialogProps) => (
  <Dialog
    open={id !== null}
    onOpenChange={close}
    title={
      <span className="wrap-anywhere">{matters.find((matter) => matter.id === id)?.title ?? 'Case'}</span>
    }
    description="Case details"
  >
    {id && (
      <AsyncBoundary key={id} skeleton={<SkeletonCard rows={4} />}>
        {details(id)}
      </AsyncBoundary>
    )}
  </Dialog>
)

interface MatterSheetProps {
  file: MatterFile
  /** Before the usual facts. */
  facts?: { name: string; value: ReactNode }[]
  /** Whose move it is, and what can be done. */
  top?: ReactNode
  timeline: ReactNode
}

/** All there is to know of a matter, as both sides read it. */
export const MatterSheet = ({ file, facts = [], top, timeline }: MatterSheetProps) => (
  <div className="grid gap-6">
    {top}
    {file.status === 'rejected' && file.reason && (
      <Callout tone="stop" title="Why we couldn't open this case">
        <p className="wrap-anywhere whitespace-pre-line">{file.reason}</p>
      </Callout>
    )}
    <DescriptionList
      variant="stacked"
      facts={[
        ...facts,
        { name: 'Status', value: <StatusMark status={file.status} /> },
        { name: 'Priority', value: priorityNames[file.priority] },
        { name: 'Type', value: <span className="wrap-anywhere">{file.type}</span> },
        { name: 'Reference', value: file.reference },
        { name: 'Created', value: dateText(file.createdAt) },
        ...(file.closedAt ? [{ name: 'Closed', value: dateText(file.closedAt) }] : []),
      ]}
    />
    <section className="grid gap-1.5">
      <h3 className="text-base font-semibold">Description</h3>
      <p className="wrap-anywhere whitespace-pre-line">{file.description}</p>
    </section>
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">Timeline</h3>
      {timeline}
    </section>
  </div>
)

interface TimelineProps {
  events: readonly MatterEvent[]
  /** "Your move": as the reader sees it. */
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
}

/** What happened in a matter, the newest first: what, who and when. */
export const Timeline = ({ events, assigneeWords }: TimelineProps) =>
  events.length === 0 ? (
    <p className="text-ink-soft">Timeline events will appear here as the case progresses.</p>
  ) : (
    <ol aria-label="Timeline" className="grid">
      {events.map(({ id, kind, at, by, words, move }) => (
        <li key={id} className="group relative grid gap-0.5 pb-5 pl-6 last:pb-0">
          <span aria-hidden className="absolute top-2 left-1.75 h-full w-px bg-line group-last:hidden" />
          <span aria-hidden className={dotClass} />
          <p className="font-semibold wrap-anywhere">
            {titles[kind]}
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
