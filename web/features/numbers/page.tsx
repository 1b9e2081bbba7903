import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { urlOf } from '#contract/kit/transport.ts'
import {
  monthText,
  type Numbers,
  type NumbersTable,
  numbers,
  type Period,
  tableOf,
} from '#contract/numbers.ts'
import { counted, dayOf, now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { type Bar, BarChart } from '#web/ui/data/bar-chart.tsx'
import { Table } from '#web/ui/data/table.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { ErrorNotice } from '#web/ui/feedback/error-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'

const spans = { '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last 365 days', own: 'Choose dates' }
type Span = keyof typeof spans
const isSpan = (value: string): value is Span => value in spans

const lastDays = (days: number): Period => ({
  from: dayOf(new Date(now().getTime() - (days - 1) * 86_400_000)),
  to: dayOf(now()),
})

/** The firm's figures, among the clients and cases that the user may see. */
export const NumbersPage = () => {
  const [span, setSpan] = useState<Span>('90')
  const [period, setPeriod] = useState(lastDays(90))
  const [typed, setTyped] = useState(period)
  const read = numbers.show.input.safeParse(typed)
  const type = (next: Period) => {
    setTyped(next)
    // An incompletely typed date starts no request.
    if (numbers.show.input.safeParse(next).success) setPeriod(next)
  }
  const choose = (value: string) => {
    if (!isSpan(value)) return
    setSpan(value)
    setTyped(period)
    if (value !== 'own') setPeriod(lastDays(Number(value)))
  }
  const { data, error, refetch } = useQuery({
    ...query(numbers.show, period),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Numbers" lead="Counted among the clients and cases that you can see.">
      <div className="flex flex-wrap items-end gap-3" data-print="hide">
        <div className="w-52">
          <SelectField
            label="Period"
            value={span}
            choices={Object.entries(spans).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        {span === 'own' && (
          <>
            <DateField label="From" value={typed.from} onChange={(from) => type({ ...typed, from })} />
            <DateField
              label="To"
              value={typed.to}
              error={read.error?.issues[0]?.message}
              onChange={(to) => type({ ...typed, to })}
            />
          </>
        )}
      </div>
      {error ? (
        <ErrorNotice error={error} retry={() => void refetch()} />
      ) : data ? (
        <Tables data={data} period={period} />
      ) : (
        <SkeletonCard rows={6} />
      )}
    </Page>
  )
}

interface TablesProps {
  data: Numbers
  period: Period
}

const Tables = (props: TablesProps) => {
  const { onboarding, stops, doubts, answers, load } = props.data
  const failed = doubts.checks.reduce((sum, { documents }) => sum + documents, 0)
  return (
    <>
      <TableCard
        {...props}
        table="onboarding"
        title="Time to onboard"
        lead="From a client's first task to their last. The solid bar is the median; nine in ten took no longer than the outline."
        unit=" days"
        bars={onboarding.months.map(({ month, median, ninetieth }) =>
          barOf(monthText(month), median, ninetieth),
        )}
        empty="Nobody finished onboarding in this period."
      />
      <TableCard
        {...props}
        table="stops"
        title="Where clients stop"
        lead="Clients who joined in this period and haven't finished, by what comes next for them."
        bars={stops.map(({ name, clients }) => ({ name, value: clients }))}
        empty="Nobody who joined in this period has anything left to do."
      />
      <TableCard
        {...props}
        table="doubts"
        title="Documents in doubt"
        lead={`${counted(doubts.documents, 'document')} sent in this period${failed > 0 ? '. One document can fail several checks.' : '.'}`}
        bars={doubts.checks.map(({ name, documents }) => ({ name, value: documents }))}
        empty="No document sent in this period failed a check."
      />
      <TableCard
        {...props}
        table="answers"
        title="Time to answer"
        lead={`From a client's message to the firm's reply, nights and weekends included. ${counted(answers.unanswered, 'message')} not answered yet.`}
        unit=" hours"
        bars={answers.months.map(({ month, median, ninetieth }) =>
          barOf(monthText(month), median, ninetieth),
        )}
        empty="No message from this period has been answered."
      />
      <TableCard
        {...props}
        table="load"
        title="Workload"
        lead="As things are now, whichever period you choose. The bars show clients."
        bars={load.map(({ name, clients }) => ({ name, value: clients }))}
        empty="There are no clients yet."
      />
    </>
  )
}

const barOf = (name: string, median: number | null, ninetieth: number | null): Bar => ({
  name,
  value: median ?? 0,
  outer: ninetieth ?? 0,
})

interface TableCardProps extends TablesProps {
  table: NumbersTable
  title: string
  lead: ReactNode
  unit?: string
  bars: readonly Bar[]
  empty: string
}

const TableCard = ({ data, period, table, title, lead, unit = '', bars, empty }: TableCardProps) => {
  const { header, rows } = tableOf(data, table)
  return (
    <Card>
      <CardTitle
        lead={lead}
        aside={
          rows.length > 0 && (
            <ButtonAnchor
              size="small"
              href={urlOf(numbers.tableFile, { ...period, table })}
              download
              icon={<Download />}
              aria-label={`Download CSV: ${title}`}
            >
              CSV
            </ButtonAnchor>
          )
        }
      >
        {title}
      </CardTitle>
      {rows.length === 0 ? (
        <Empty title="Nothing to show">{empty}</Empty>
      ) : (
        <div className="grid gap-5">
          <BarChart bars={bars} unit={unit} />
          <Table
            caption={title}
            columns={header.map((name, at) => ({
              header: name,
              align: at === 0 ? ('start' as const) : ('end' as const),
              cell: (row: string[]) => <span className="wrap-anywhere">{row[at]}</span>,
            }))}
            rows={rows}
            rowKey={([name = '']) => name}
          />
        </div>
      )}
    </Card>
  )
}
