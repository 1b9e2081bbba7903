import { formatPounds } from '#contract/kit/money.ts'
import type { Matter } from '#contract/matters/matters.ts'
import { counted, dateText } from '#web/platform/clock.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'

/** The costs so far, compared with the estimate. */
export const Costs = ({ costs }: { costs: NonNullable<Matter['costs']> }) => {
  const { estimate, soFar, asOf } = costs
  const words = costsWords({ estimate, soFar })
  if (words === '') return null
  return (
    <div className="grid gap-2">
      <p className="figures">
        Our costs: <span className="font-semibold">{words}</span>{' '}
        <span className="text-sm text-ink-soft">Updated {dateText(asOf)}</span>
      </p>
      {estimate !== null && estimate > 0 && soFar !== null && (
        <Progress
          size="thin"
          tone={soFar > estimate ? 'warn' : 'brand'}
          value={(soFar / estimate) * 100}
          label="Costs so far"
          valueText={words}
        />
      )}
      {estimate !== null && soFar !== null && soFar > estimate && (
        <p className="text-sm text-ink-soft">
          This is above our estimate. Please ask us if you’d like to know why.
        </p>
      )}
    </div>
  )
}

const costsWords = ({ estimate, soFar }: Pick<NonNullable<Matter['costs']>, 'estimate' | 'soFar'>) => {
  if (estimate === null && soFar === null) return ''
  if (soFar === null) return `${formatPounds(estimate ?? 0)} estimated`
  if (estimate === null) return `${formatPounds(soFar)} so far`
  return `${formatPounds(soFar)} so far, of ${formatPounds(estimate)} estimated`
}

/** The key dates of a matter. */
export const KeyDates = ({ dates }: Pick<Matter, 'dates'>) => (
  <DescriptionList variant="stacked" facts={dates.map(({ name, on }) => ({ name, value: dateText(on) }))} />
)

/** All clients of the case, with the number of tasks each has left, or has not done in a case that is over. */
export const JointClients = ({ clients, isOver }: Pick<Matter, 'clients'> & { isOver: boolean }) => (
  <DescriptionList
    facts={clients.map(({ name, isYou, tasks }) => ({
      name: isYou ? `${name} (you)` : name,
      value: leftWords(tasks, isOver),
    }))}
  />
)

const leftWords = ({ completed, total }: Matter['clients'][0]['tasks'], isOver: boolean) => {
  if (total === 0) return 'No tasks in this case'
  if (isOver) return completed === total ? 'All tasks done' : `${counted(total - completed, 'task')} not done`
  return completed === total ? 'Nothing left to do' : `${counted(total - completed, 'task')} left`
}
