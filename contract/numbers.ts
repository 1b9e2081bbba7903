import { z } from 'zod'
import { day, file, read } from './kit/endpoint.ts'

/** The longest period, in days. */
export const longestPeriod = 366

const Period = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, {
    message: 'The first day has to come before the last',
    path: ['to'],
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < longestPeriod * 86_400_000, {
    message: 'Please choose a year at most',
    path: ['from'],
  })
export type Period = z.infer<typeof Period>

/** How long something took: the median, and the time within which nine in ten were done. */
const Times = z.strictObject({
  count: z.number().int(),
  median: z.number().nullable(),
  ninetieth: z.number().nullable(),
})
const Month = Times.extend({ month: z.string() })

export const Numbers = z.strictObject({
  /** In days, from a client's first task to their last, by the month in which they finished. */
  onboarding: z.strictObject({ months: z.array(Month), all: Times }),
  /** Clients who joined in the period and have not finished, grouped by their next step. */
  stops: z.array(z.strictObject({ name: z.string(), clients: z.number().int() })),
  /** Documents of the period that failed a check. One document can fail several checks. */
  doubts: z.strictObject({
    documents: z.number().int(),
    checks: z.array(z.strictObject({ name: z.string(), documents: z.number().int() })),
  }),
  /** In hours, from a client's message to the firm's next one, by the month in which the client wrote. */
  answers: z.strictObject({ months: z.array(Month), all: Times, unanswered: z.number().int() }),
  /** The workload of each person of the firm at present. */
  load: z.array(
    z.strictObject({
      name: z.string(),
      clients: z.number().int(),
      cases: z.number().int(),
      documents: z.number().int(),
    }),
  ),
})
export type Numbers = z.infer<typeof Numbers>

export const NumbersTable = z.enum(['onboarding', 'stops', 'doubts', 'answers', 'load'])
export type NumbersTable = z.infer<typeof NumbersTable>

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Writes `2026-11` as "Nov 2026". */
export const monthText = (month: string) => {
  const [year = '', number = ''] = month.split('-')
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`
}

const round = (value: number | null) => (value === null ? '–' : value.toFixed(1))
const lines = ({ months, all }: { months: z.infer<typeof Month>[]; all: z.infer<typeof Times> }) => [
  ...months.map(({ month, ...times }) => [monthText(month), times] as const),
  ...(months.length > 1 ? [['All', all] as const] : []),
]

/** Returns one of the tables, for the page and for the CSV file. */
export const tableOf = (numbers: Numbers, table: NumbersTable): { header: string[]; rows: string[][] } => {
  const times = (name: 'onboarding' | 'answers') =>
    lines(numbers[name]).map(([month, { count, median, ninetieth }]) => [
      month,
      String(count),
      round(median),
      round(ninetieth),
    ])
  const { stops, doubts, load } = numbers
  return {
    onboarding: () => ({
      header: ['Month finished', 'Clients', 'Median, days', 'Nine in ten within, days'],
      rows: times('onboarding'),
    }),
    stops: () => ({
      header: ['Next for them', 'Clients'],
      rows: stops.map(({ name, clients }) => [name, String(clients)]),
    }),
    doubts: () => ({
      header: ['Check that failed', 'Documents'],
      rows: doubts.checks.map(({ name, documents }) => [name, String(documents)]),
    }),
    answers: () => ({
      header: ['Month written', 'Answered', 'Median, hours', 'Nine in ten within, hours'],
      rows: times('answers'),
    }),
    load: () => ({
      header: ['Person', 'Clients', 'Open cases', 'Documents to review'],
      rows: load.map(({ name, clients, cases, documents }) => [
        name,
        String(clients),
        String(cases),
        String(documents),
      ]),
    }),
  }[table]()
}

export const numbers = {
  show: read('/api/firm/numbers', {
    input: Period,
    output: Numbers,
    audience: 'firm',
    action: 'clients.read',
    summary:
      'How long onboarding and answers take, where clients stop, and who has how much, of what this person may see',
  }),
  tableFile: file('/api/firm/numbers/:table/file.csv', {
    input: Period.safeExtend({ table: NumbersTable }),
    audience: 'firm',
    action: 'clients.read',
    summary: 'One of these tables as a CSV file that no spreadsheet executes',
  }),
}
