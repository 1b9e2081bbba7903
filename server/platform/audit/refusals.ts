import { sql } from 'drizzle-orm'
import { newId } from '../crypto/ids.ts'
import type { Db } from '../db/database.ts'
import { faultOf, type Log } from '../diagnostics/log.ts'
import { minutes } from '../time/durations.ts'

export interface Refusal {
  event: string
  actorId: string | null
  /** Whose account it was tried on, where that is known. */
  subjectId: string | null
  address: string
  agent: string
  requestId: string
  details: Record<string, string>
}

export interface Refusals {
  /** Counts one refusal, and returns at once: whoever is refused waits for no row of it. */
  note: (refusal: Refusal) => void
  /** Writes what is not written yet. */
  close: () => Promise<void>
}

interface Row extends Refusal {
  id: string
  minute: Date
  count: number
}

/** How long repeats are gathered before they are written, in milliseconds. */
const gathering = 250
const tryAgainAfter = 5000
/** Rows that a node may begin at once, and in each minute from then on: what comes beyond is counted together. */
const rowsAtOnce = 300
const rowsAMinute = 30

/** Keeps what was refused: the repeats of a minute in one row, and not more rows than a disk has room for. */
export function openRefusals({ db, clock, log }: { db: Db; clock: () => Date; log: Log }): Refusals {
  let waiting = new Map<string, Row>()
  let seen = new Set<string>()
  let [minute, left] = [0, rowsAtOnce]
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const begin = (now: number) => {
    left = Math.min(rowsAtOnce, left + ((now - minute) / minutes(1)) * rowsAMinute)
    minute = now
    seen = new Set()
  }
  const rowFor = (refusal: Refusal): Row => {
    const now = Math.floor(clock().getTime() / minutes(1)) * minutes(1)
    if (now > minute) begin(now)
    const isNew = !seen.has(keyOf(refusal))
    const isBeyond = isNew && left < 1
    if (isNew && !isBeyond) {
      left -= 1
      seen.add(keyOf(refusal))
    }
    const told = isBeyond ? { ...refusal, ...fromMany } : refusal
    return { ...told, id: newId(), minute: new Date(now), count: 0 }
  }
  const add = (row: Row) => {
    const key = `${row.minute.getTime()} ${keyOf(row)}`
    const known = waiting.get(key)
    if (known) known.count += row.count
    else waiting.set(key, row)
  }
  const write = async () => {
    timer = undefined
    const rows = [...waiting.values()]
    waiting = new Map()
    if (rows.length === 0) return
    try {
      await db.execute(sql`select note_refusals(${JSON.stringify(rows.map(stored))}::jsonb)`)
    } catch (error) {
      log.warn({ cause: faultOf(error) }, 'refusals could not be noted, and are noted later')
      for (const row of rows) add(row)
      writeIn(tryAgainAfter)
    }
  }
  const writeIn = (time: number) => {
    timer ??= setTimeout(() => {
      writing = write()
    }, time).unref()
  }
  return {
    note: (refusal) => {
      add({ ...rowFor(refusal), count: 1 })
      writeIn(gathering)
    },
    close: async () => {
      clearTimeout(timer)
      await writing
      await write()
      clearTimeout(timer)
    },
  }
}

const fromMany = {
  address: '',
  actorId: null,
  subjectId: null,
  agent: '',
  details: { from: 'many addresses' },
}

const keyOf = ({ event, address, actorId, subjectId }: Refusal) =>
  `${event} ${address} ${actorId} ${subjectId}`

/** A row in the names of its columns. */
const stored = ({ actorId, subjectId, requestId, ...row }: Row) => ({
  ...row,
  actor_id: actorId,
  subject_id: subjectId,
  request_id: requestId,
})
