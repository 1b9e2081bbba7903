import { setTimeout as sleep } from 'node:timers/promises'
import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/kit.ts'
import { london, londonDay } from '#contract/london.ts'
import { stillReading } from '#contract/validation.ts'
import type { MultiStepCtx, Upload } from '#server/platform/ctx.ts'
import { seconds } from '#server/platform/time/durations.ts'
import type { DocumentRow } from '../store.ts'
import * as store from '../store.ts'
import { findWait } from './queue.ts'

/** An upload is answered within eight seconds, which leaves some for a busy machine … */
const timeout = seconds(6.5)
/** … but for a slow line: with so much time for the verdict after the last byte. */
const leastTimeout = seconds(1)
const beat = 100

/** With the verdict where that comes in time; else it says so, and when the document is likely to be read. */
export const answerLater =
  (
    { read, now }: Pick<MultiStepCtx, 'read' | 'now'>,
    row: DocumentRow,
    { askedAt, receivedAt }: Pick<Upload, 'askedAt' | 'receivedAt'>,
  ) =>
  async (): Promise<Output<typeof documents.upload>> => {
    const answerBy = Math.max(askedAt + timeout, receivedAt + leastTimeout)
    const left = () => answerBy - performance.now()
    const isHopeless = ((await findWait(read, row.id, now)) ?? 0) > left()
    let document = store.shownOf(row)
    while (document.validation === null) {
      const latest = await store.find(read, row.clientId, row.id)
      // It may have been deleted meanwhile.
      if (latest === null) break
      document = latest
      if (isHopeless || left() <= 0) break
      if (latest.validation === null) await sleep(Math.min(beat, left()))
    }
    const before = await store.findSentBefore(read, row)
    const noted = { document, ...(before && { notices: [`You sent this on ${dayOf(before, now)}.`] }) }
    if (document.validation !== null) return { ...noted, validation: document.validation }
    const wait = await findWait(read, row.id, now)
    return { ...noted, validation: stillReading, ...(wait !== null && { wait: waitWords(wait) }) }
  }

const dayOf = (at: Date, now: Date) => {
  const isThisYear = londonDay(at).slice(0, 4) === londonDay(now).slice(0, 4)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return at.toLocaleDateString('en-GB', { ...london, day: 'numeric', month: 'long', ...year })
}

/** Numbers up to ten are words, as on the page. */
const words = ['', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export const waitWords = (wait: number) => {
  const minutes = Math.round(wait / seconds(60))
  const amount = minutes < 60 ? ([minutes, 'minute'] as const) : ([Math.round(minutes / 60), 'hour'] as const)
  const [count, unit] = amount
  if (wait < seconds(45)) return "We'll read this in less than a minute."
  const spelled = unit === 'hour' && count === 1 ? 'an' : (words[count] ?? count)
  return `We'll read this in about ${spelled} ${unit}${count === 1 ? '' : 's'}.`
}
