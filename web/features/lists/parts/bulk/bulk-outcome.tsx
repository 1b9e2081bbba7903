import type { BulkResult } from '#contract/firm/bulk.ts'
import { counted } from '#web/platform/clock.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import type { Batches } from './batches.ts'

interface OutcomeProps extends Pick<Batches, 'phase' | 'result' | 'previewed' | 'left' | 'uncertain'> {
  thing: string
  doneWord: string
  fault: string | undefined
}

/** What was done, or would be, for which rows; which were refused, and why; and how many are left. */
export const BulkOutcome = ({ phase, result, previewed, thing, doneWord, ...props }: OutcomeProps) => {
  const { left, uncertain, fault } = props
  const isDone = phase === 'done' || phase === 'halted'
  const { done, refused } = isDone ? result : previewed
  const unclear = refused.filter(({ id }) => uncertain.includes(id))
  const refusedForSure = refused.filter(({ id }) => !uncertain.includes(id))
  return (
    <div className="grid gap-4">
      <section className="grid gap-1.5">
        <h3 role="status" className="font-semibold">
          {counted(done.length, thing)} {isDone ? doneWord : `will be ${doneWord}`}
        </h3>
        <p className="max-h-40 overflow-y-auto wrap-anywhere text-ink-soft">
          {done.map(({ name }) => name).join(', ') || 'None'}
        </p>
      </section>
      {phase === 'halted' && (
        <Callout tone="warn" announce="status" title={`${counted(left.length, thing)} still to go`}>
          {fault === undefined
            ? 'You stopped before these were sent. You can carry on with them now, or leave them as they are.'
            : 'Carry on to send them again. What has been done already isn’t done twice.'}
        </Callout>
      )}
      <StillOpen cases={done.filter(({ openTasks }) => openTasks > 0)} />
      {refusedForSure.length > 0 && (
        <section className="grid gap-1.5">
          <h3 role="status" className="font-semibold">
            {counted(refusedForSure.length, thing)} {isDone ? 'not' : 'will not be'} {doneWord}
          </h3>
          <Reasons {...{ thing }} refused={refusedForSure} />
        </section>
      )}
      {unclear.length > 0 && (
        <section className="grid gap-1.5">
          <h3 role="status" className="font-semibold">
            Please check: these may have been done before the connection broke
          </h3>
          <Reasons {...{ thing }} refused={unclear} />
        </section>
      )}
    </div>
  )
}

/** The rows that were refused, by the reason that they share. */
const Reasons = ({ refused, thing }: Pick<BulkResult, 'refused'> & Pick<OutcomeProps, 'thing'>) => (
  <ul className="grid max-h-60 gap-1.5 overflow-y-auto">
    {[...Map.groupBy(refused, ({ reason }) => reason)].map(([reason, rows]) => (
      <li key={reason} className="wrap-anywhere">
        {rows.length === 1 && rows[0]?.name ? (
          <>
            <span className="font-medium">{rows[0].name}</span>
            <span className="text-ink-soft">: {reason}</span>
          </>
        ) : (
          <>
            <span className="font-medium">
              {counted(rows.length, thing)}: {reason}
            </span>{' '}
            <span className="text-ink-soft">{namesOf(rows)}</span>
          </>
        )}
      </li>
    ))}
  </ul>
)

/** Those that the user doesn't work with have no name here. */
const namesOf = (rows: BulkResult['refused']) => rows.flatMap(({ name }) => name || []).join(', ')

/** The cases to close that have open tasks, and what becomes of those. */
const StillOpen = ({ cases }: { cases: BulkResult['done'] }) =>
  cases.length > 0 && (
    <Callout
      tone="warn"
      title={`${counted(cases.length, 'case')} ${cases.length === 1 ? 'has' : 'have'} tasks that are still open`}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {cases.map(({ id, name, openTasks }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {counted(openTasks, 'open task')}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Closing puts them on hold: nothing can be sent for them, nobody is reminded of them, and they are due
        again if the case is reopened. The page of each closed case offers to close what nobody has started.
      </p>
    </Callout>
  )
