import type { CaseEvent, CaseEventKind, Move } from '#contract/cases.ts'
import { dateTimeText } from '#web/platform/clock.ts'

interface TimelineProps {
  events: readonly CaseEvent[]
  /** "Your move": as the reader sees it. */
  moveWords: (move: Pick<Move, 'whose' | 'thirdParty'>) => string
}

const titles: Record<CaseEventKind, string> = {
  requested: 'Case requested',
  opened: 'Case opened',
  rejected: 'Request turned down',
  moved: 'Next step',
  noted: 'Note',
  closed: 'Case closed',
  reopened: 'Case reopened',
}

/** What happened in a case, the newest first: what, who and when. */
export const Timeline = ({ events, moveWords }: TimelineProps) =>
  events.length === 0 ? (
    <p className="text-ink-soft">Timeline events will appear here as the case progresses.</p>
  ) : (
    <ol aria-label="Timeline" className="grid">
      {events.map(({ id, kind, at, by, words, move }) => (
        <li key={id} className="group relative grid gap-0.5 pb-5 pl-6 last:pb-0">
          <span aria-hidden className="absolute top-2 left-1.75 h-full w-px bg-line group-last:hidden" />
          <span aria-hidden className={dotLook} />
          <p className="font-semibold wrap-anywhere">
            {titles[kind]}
            {move && <span className="font-normal text-ink-soft"> · {moveWords(move)}</span>}
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

const dotLook =
  'absolute top-1.5 left-0.5 size-2.75 rounded-full border-2 border-brand bg-surface group-first:bg-brand'
