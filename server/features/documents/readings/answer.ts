import { setTimeout as sleep } from 'node:timers/promises'
import type { documents } from '#contract/documents/documents.ts'
import { stillReading, waitsForScan } from '#contract/documents/validation.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { london, londonDay } from '#contract/kit/london.ts'
import type { MultiStepCtx, Upload } from '#server/platform/ctx.ts'
import { seconds } from '#server/platform/time/durations.ts'
import type { DocumentRow } from '../store.ts'
import * as store from '../store.ts'
import { findWait } from './queue.ts'
import type { Wait } from './store.ts'

/** An upload has to be answered within eight seconds. This leaves two for a busy machine. */
const timeout = seconds(6)
/** After a slow upload, the verdict still gets this long from the last byte. */
const leastTimeout = seconds(0.5)
/**
 * Milliseconds after which a verdict is looked for although no change was heard of, since a change may be missed. They
 * grow with the wait, since many waiting requests cost many queries.
 */
const beat = { least: 100, most: 500, share: 8 }
/** After this many milliseconds, the reading in progress is likely to end soon. */
const begun = 100

type Reading = Pick<MultiStepCtx, 'read' | 'now' | 'onChange'>

/**
 * Answers with the verdict if it comes in time. Otherwise says that the document is still being read, and how long that
 * is likely to take.
 */
export const answerLater =
  (
    { read, now, onChange }: Reading,
    row: DocumentRow,
    { askedAt, receivedAt, sentAt }: Pick<Upload, 'askedAt' | 'receivedAt'> & { sentAt: Date | null },
  ) =>
  async (): Promise<Output<typeof documents.upload>> => {
    const answerBy = Math.max(askedAt + timeout, receivedAt + leastTimeout)
    // Nothing is read before the virus scan.
    const until = row.awaitsScan ? performance.now() : answerBy
    const { document, wait } = await lookFor({ read, now, onChange }, row, until)
    const before = sentAt ?? (await store.findSentBefore(read, row))
    const noted = { document, ...(before && { notices: [`You sent this on ${dayOf(before, now)}.`] }) }
    if (document.validation !== null) return { ...noted, validation: document.validation }
    if (document.awaitsScan) return { ...noted, validation: stillReading, wait: waitsForScan }
    return { ...noted, validation: stillReading, ...(wait && { wait: sentenceOf(wait) }) }
  }

/**
 * Waits until the document has its verdict, the time is over, or its turn can't come in time. Then also returns how
 * long it is likely to wait.
 */
async function lookFor({ read, now, onChange }: Reading, row: DocumentRow, until: number) {
  const began = performance.now()
  let document = store.shownOf(row)
  let change = new AbortController()
  const stopListening = onChange(row.clientId, 'documents', () => change.abort())
  try {
    for (;;) {
      // Renewed before the look, because a change during it may have come too late for it.
      change = new AbortController()
      const wait = await findWait(read, row.id, now)
      const latest = await store.find(read, row.clientId, row.id)
      // It may have been deleted meanwhile.
      if (latest === null) return { document, wait: null }
      document = latest
      const time = performance.now()
      // After a while the reading in progress may be about to end, so it is not counted.
      const likely = (wait?.milliseconds ?? 0) - (time - began > begun ? (wait?.each ?? 0) : 0)
      if (latest.validation !== null || time + likely > until) return { document, wait }
      const pause = Math.min(beat.most, Math.max(beat.least, (time - began) / beat.share))
      await sleep(Math.min(pause, until - time), undefined, { signal: change.signal }).catch(() => {})
    }
  } finally {
    stopListening()
  }
}

const dayOf = (at: Date, now: Date) => {
  const isThisYear = londonDay(at).slice(0, 4) === londonDay(now).slice(0, 4)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return at.toLocaleDateString('en-GB', { ...london, day: 'numeric', month: 'long', ...year })
}

/** Numbers up to ten are spelled out, as on the page. */
const words = ['', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const sentenceOf = ({ milliseconds, isBeyondBudget }: Wait) =>
  isBeyondBudget
    ? `You've sent a lot for us to read, so other clients' files come first. ${waitWords(milliseconds)}`
    : waitWords(milliseconds)

export const waitWords = (wait: number) => {
  const minutes = Math.round(wait / seconds(60))
  const amount = minutes < 60 ? ([minutes, 'minute'] as const) : ([Math.round(minutes / 60), 'hour'] as const)
  const [count, unit] = amount
  if (wait < seconds(45)) return 'It should take less than a minute.'
  const spelled = unit === 'hour' && count === 1 ? 'an' : (words[count] ?? count)
  return `It should take about ${spelled} ${unit}${count === 1 ? '' : 's'}.`
}
