import { useSuspenseQuery } from '@tanstack/react-query'
import { absences } from '#contract/firm/teams.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { AbsenceForm, absenceWords } from './parts/absence-form.tsx'

/** Lets a member of staff say when they are away. */
export const AwayTab = () => (
  <AsyncBoundary skeleton={<SkeletonCard rows={3} />}>
    <Away />
  </AsyncBoundary>
)

const Away = () => {
  const { id } = useUser()
  const { absence, booked, covering, colleagues } = useSuspenseQuery(query(absences.own, {})).data
  return (
    <div className="grid max-w-180 gap-5">
      {covering.length > 0 && (
        <Callout tone="info" title="You're covering for">
          <ul>
            {covering.map(({ name, backOn }) => (
              <li key={name} className="wrap-anywhere">
                {name}, until {dateText(backOn)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <Card>
        <CardTitle
          lead={
            absence
              ? `${absenceWords(absence)}.`
              : 'Your clients will see that you’re away, and who is looking after their case.'
          }
        >
          Time away
        </CardTitle>
        <AbsenceForm
          key={absence?.backOn}
          id={id}
          absence={absence}
          booked={booked}
          colleagues={colleagues}
        />
      </Card>
    </div>
  )
}
