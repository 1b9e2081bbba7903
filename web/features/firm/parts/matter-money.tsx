import { useSuspenseQuery } from '@tanstack/react-query'
import { type MatterTask, matterTabs } from '#contract/firm/matter-tabs.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { amountDue } from '#contract/payments/payments.ts'
import { isFinished } from '#contract/tasks.ts'
import { wordsForClients } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { PaymentRow } from './client-cards.tsx'
import {
  dueWords,
  Group,
  Missing,
  nameIn,
  otherTitle,
  Tab,
  type TabProps,
  TaskTitle,
  useSummary,
} from './matter-rows.tsx'

export const MatterMoney = (props: TabProps) => (
  <Tab>
    <Money {...props} />
  </Tab>
)

const Money = ({ file }: TabProps) => {
  const payments = useSuspenseQuery(query(matterTabs.payments, { id: file.id })).data
  const tasks = useSuspenseQuery(query(matterTabs.tasks, { id: file.id })).data
  const summary = useSummary(file)
  const due = feesOf(
    tasks.filter((task) => task.isOfCase && task.category === 'payments' && !isFinished(task)),
  )
  const others = payments.filter(({ isOfCase }) => !isOfCase)
  return (
    <>
      <OurCosts file={file} />
      <Missing file={file} subject="What they paid" />
      <Group title="Still to be paid" rows={due} none="Nothing is waiting to be paid for this case.">
        {({ owing: [task, ...others] }) => (
          <Row
            title={<TaskTitle task={openable([task, ...others], summary)} people={summary.people} />}
            detail={[owedBy([task, ...others], summary), dueWords(task, file.status)]
              .filter(Boolean)
              .join(' · ')}
            action={<span className="figures font-semibold">{formatPounds(amountDue(task))}</span>}
          />
        )}
      </Group>
      <Group
        title="Payments"
        rows={payments.filter(({ isOfCase }) => isOfCase)}
        none="Nothing has been paid for this case yet."
      >
        {(payment) => <PaymentRow payment={payment} isNamed />}
      </Group>
      {others.length > 0 && (
        <Group title={otherTitle} rows={others} none="">
          {(payment) => <PaymentRow payment={payment} isNamed />}
        </Group>
      )}
    </>
  )
}

interface Fee {
  id: string
  owing: [MatterTask, ...MatterTask[]]
}

/** The fees that are due. One that clients share is one fee, although each of them has a task for it. */
function feesOf(tasks: readonly MatterTask[]): Fee[] {
  const fees: Fee[] = []
  for (const task of tasks) {
    const same = fees.find(
      ({ owing }) =>
        task.isShared &&
        owing.every(
          ({ isShared, title, amount, clientId }) =>
            isShared && title === task.title && amount === task.amount && clientId !== task.clientId,
        ),
    )
    if (same) same.owing.push(task)
    else fees.push({ id: task.id, owing: [task] })
  }
  return fees
}

/** The task of a client whose page the user may open, if there is one. */
const openable = (owing: Fee['owing'], { people }: ReturnType<typeof useSummary>) =>
  owing.find(({ clientId }) => people.some(({ id }) => id === clientId)) ?? owing[0]

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const owedBy = (owing: Fee['owing'], summary: ReturnType<typeof useSummary>) => {
  const names = owing.map(({ clientId }) => nameIn(summary, clientId)).filter(Boolean)
  return owing.length > 1 ? `${anyOf.format(names)}, once is enough` : names.join()
}

const OurCosts = ({ file }: TabProps) => {
  const { facts, costs } = file
  const { Your, verb } = wordsForClients(file)
  const pounds = (pence: number | null) => (pence === null ? 'Not entered' : formatPounds(pence))
  const { value, costsEstimate, costsSoFar } = facts
  const isAbove = costsEstimate !== null && costsSoFar !== null && costsSoFar > costsEstimate
  return (
    <Card>
      <CardTitle
        lead={`${Your} ${verb('sees', 'see')} the estimate and the costs so far. You change them under “Edit details”, in the overview.`}
      >
        Our costs
      </CardTitle>
      <DescriptionList
        variant="stacked"
        facts={[
          { name: 'Estimate of our costs', value: pounds(costsEstimate) },
          {
            name: 'Costs so far',
            value: isAbove ? `${pounds(costsSoFar)}, above the estimate` : pounds(costsSoFar),
          },
          { name: 'Value', value: pounds(value) },
          ...(costs ? [{ name: 'Costs last changed', value: dateText(costs.asOf) }] : []),
        ]}
      />
    </Card>
  )
}
