import { weWillCheck } from '#contract/documents/validation.ts'
import { rightOf, type Segment } from '../read/lines.ts'
import { doubtful, type Finding, passed, suspicious, verification } from './finding.ts'
import { moneyIn } from './funds.ts'

/** Whether the balances of a statement follow from its transactions. */
interface Followed {
  right: number
  /** One sentence per balance that does not follow. */
  wrong: string[]
}

/**
 * Checks that each balance of a statement is the previous one plus money in minus money out (the running balance of
 * double entry), and that the opening balance and the totals give the closing one. Returns no finding if no table with
 * a balance column was understood.
 */
export const balanceRule = (segments: Segment[], origin: 'text' | 'picture' = 'text'): Finding[] => {
  const table = inTables(segments)
  const summary = inSummary(segments)
  const [right, wrong] = [table.right + summary.right, [...table.wrong, ...summary.wrong]]
  if (right + wrong.length === 0) return []
  const words = { rule: 'sums_follow', title: 'Balances add up', source: verification }
  if (wrong.length === 0) return [passed({ ...words, read: `${right} balances follow` })]
  const shown = { ...words, read: wrong.slice(0, 3).join(' ') }
  // Text recognition can err, and a table of another layout may have been misunderstood.
  const isClear = origin === 'text' && table.wrong.length > 0 && table.right >= table.wrong.length
  return [
    isClear
      ? suspicious(
          shown,
          ...wrong.slice(0, 3).map((evidence) => ({ flag: 'isFraudulent' as const, evidence })),
        )
      : doubtful(shown, weWillCheck),
  ]
}

type Column = 'out' | 'in' | 'amount' | 'balance' | 'other'

const heads: [Column, RegExp][] = [
  ['balance', /^(?:running|account|end of day)?balance$/],
  ['out', /^(?:(?:money|paid|payments?|cash)out|out|withdrawn|withdrawals?|debits?|payments)$/],
  ['in', /^(?:(?:money|paid|payments?|cash)in|in|deposits?|credits?|receipts|paidtoyou)$/],
  ['amount', /^(?:transaction)?amount$/],
]

const columnOf = ({ text }: Segment): Column => {
  const letters = text
    .toLowerCase()
    .replace(/\b(?:gbp|eur|usd)\b/g, '')
    .replace(/[^a-z]/g, '')
  return heads.find(([, pattern]) => pattern.test(letters))?.[0] ?? 'other'
}

interface Head {
  column: Column
  segment: Segment
}

const inTables = (segments: Segment[]): Followed => {
  const tops = segments.filter((segment) => columnOf(segment) === 'balance')
  const found = tops.map((top) => {
    const line = segments.filter((other) => isLevel(other, top))
    const columns = line.map((segment): Head => ({ column: columnOf(segment), segment }))
    const isTable = ['out', 'in'].every((side) => columns.some(({ column }) => column === side))
    if (!isTable && !columns.some(({ column }) => column === 'amount')) return nothing
    const next = tops.find((other) => other.page === top.page && other.baseline > top.baseline + top.height)
    const rows = rowsBelow(top, { segments, end: next?.baseline ?? Number.POSITIVE_INFINITY })
    return followed(rows.map((row) => movementOf(row, columns)))
  })
  return {
    right: found.reduce((sum, value) => sum + value.right, 0),
    wrong: found.flatMap(({ wrong }) => wrong),
  }
}

const nothing: Followed = { right: 0, wrong: [] }

const isLevel = (first: Segment, other: Segment) =>
  first.page === other.page && Math.abs(first.baseline - other.baseline) < other.height * 0.6

const rowsBelow = (top: Segment, { segments, end }: { segments: Segment[]; end: number }): Segment[][] => {
  const rows: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const isBelow = segment.baseline > top.baseline + top.height * 0.6 && segment.baseline < end
    if (segment.page !== top.page || !isBelow) continue
    const row = rows.at(-1)
    if (row?.[0] && isLevel(segment, row[0])) row.push(segment)
    else rows.push([segment])
  }
  return rows
}

/** The amount one row adds, in hundredths, and the balance after it if the row prints one. */
interface Movement {
  added: number
  balance: number | null
}

const carried = /(?:brought|carried)\s*forward|(?:opening|closing|start|end|previous)\w*\s*balance/i

const movementOf = (row: Segment[], columns: Head[]): Movement => {
  const text = row.map((segment) => segment.text).join(' ')
  if (/\btotals?\b/i.test(text)) return { added: 0, balance: null }
  let [added, balance]: [number, number | null] = [0, null]
  for (const segment of row)
    for (const { pence, start, printed } of moneyIn(segment.text)) {
      const share = (segment.right - segment.x) / Math.max(1, segment.text.length)
      const x = segment.x + start * share
      const column = nearest({ x, right: x + printed.length * share }, columns)
      if (column === 'balance') balance = pence
      if (column === 'out') added -= Math.abs(pence)
      if (column === 'in') added += Math.abs(pence)
      if (column === 'amount') added += pence
    }
  return { added: carried.test(text) ? 0 : added, balance }
}

const nearest = ({ x, right }: { x: number; right: number }, columns: Head[]): Column => {
  const apart = ({ segment }: Head) => Math.min(Math.abs(segment.x - x), Math.abs(segment.right - right))
  return columns.toSorted((a, b) => apart(a) - apart(b))[0]?.column ?? 'other'
}

// Banking apps list the newest transaction first.
const followed = (rows: Movement[]): Followed => {
  const [down, up] = [inOrder(rows), inOrder(rows.toReversed())]
  return up.right > down.right ? up : down
}

const inOrder = (rows: Movement[]): Followed => {
  let [before, added, right]: [number | null, number, number] = [null, 0, 0]
  const wrong: string[] = []
  for (const row of rows) {
    added += row.added
    if (row.balance === null) continue
    if (before !== null && before + added === row.balance) right += 1
    else if (before !== null)
      wrong.push(
        `After ${inPounds(before)}, ${inPounds(Math.abs(added))} ${added < 0 ? 'out' : 'in'} makes ${inPounds(before + added)}, and ${inPounds(row.balance)} is printed.`,
      )
    before = row.balance
    added = 0
  }
  return { right, wrong }
}

const summaryLabels = {
  opening: /^(?:your\s*)?(?:opening|start(?:ing)?|previous)\s*balance\b/i,
  in: /^(?:total\s*)?(?:money|paid|payments?)\s*in\b|^total\s*(?:credits|deposits|receipts)\b/i,
  out: /^(?:total\s*)?(?:money|paid|payments?)\s*out\b|^total\s*(?:debits|withdrawals)\b/i,
  closing: /^(?:your\s*)?(?:closing|end(?:ing)?)\s*balance\b/i,
}

/** The opening balance, both totals and the closing balance, if all four are printed beside their labels. */
const inSummary = (segments: Segment[]): Followed => {
  const valueOf = (label: RegExp) => {
    const values = segments
      .filter(({ text }) => label.test(text))
      .flatMap((segment) => {
        const own = moneyIn(segment.text)
        const beside = own.length === 0 ? rightOf(segment, segments) : undefined
        return [...own, ...(beside ? moneyIn(beside.text) : [])].slice(0, 1).map(({ pence }) => pence)
      })
    return new Set(values).size === 1 ? values[0] : undefined
  }
  const [opening, paidIn, paidOut, closing] = [
    valueOf(summaryLabels.opening),
    valueOf(summaryLabels.in),
    valueOf(summaryLabels.out),
    valueOf(summaryLabels.closing),
  ]
  if (opening === undefined || paidIn === undefined || paidOut === undefined || closing === undefined)
    return nothing
  const sum = opening + Math.abs(paidIn) - Math.abs(paidOut)
  if (sum === closing) return { right: 1, wrong: [] }
  return {
    right: 0,
    wrong: [`Its opening balance and totals make ${inPounds(sum)}, and ${inPounds(closing)} is printed.`],
  }
}

/** "1,204.50", with a minus before it if it is owed. */
export const inPounds = (pence: number) =>
  `${pence < 0 ? '-' : ''}${(Math.abs(pence) / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
