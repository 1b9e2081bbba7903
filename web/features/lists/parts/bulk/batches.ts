import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BulkResult } from '#contract/firm/bulk.ts'
import { lists } from '#contract/firm/lists.ts'
import { Problem, statusOf } from '#contract/kit/problem.ts'
import { refresh } from '#web/platform/queries.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'

/** How many rows are sent at once. A command takes more, but closing a hundred cases takes seconds without any news. */
export const rowsInBatch = 25

/** How far a change to many rows has got. Each row is in the result or left, so none is sent again without need. */
export interface Batches {
  /** `halted`, `preview_halted`: stopped, or broken off by a fault, before every row was sent. */
  phase: 'start' | 'previewing' | 'preview_halted' | 'previewed' | 'changing' | 'halted' | 'done'
  result: BulkResult
  /** What the preview found, of all rows. */
  previewed: BulkResult
  left: readonly string[]
  /** Rows that were sent in a batch whose answer was lost, so that the portal may refuse them as done already. */
  uncertain: readonly string[]
  /** How many rows are previewed, or changed after it. */
  total: number
}

export type RunBatch = (ids: readonly string[], isPreview: boolean) => Promise<BulkResult>

const none: BulkResult = { done: [], refused: [] }
const start: Batches = { phase: 'start', result: none, previewed: none, left: [], uncertain: [], total: 0 }

const stopWords = {
  title: 'Stop and leave?',
  description: 'The change is still running. Leaving stops it after the rows that are being changed now.',
  confirmLabel: 'Stop and leave',
  cancelLabel: 'Stay on this page',
}

/** Sends many rows in batches, first as a preview. */
export const useBatches = (run: RunBatch) => {
  const cache = useQueryClient()
  const [batches, setBatches] = useState(start)
  const [fault, setFault] = useState<string>()
  const [isStopping, setStopping] = useState(false)
  const isStopped = useRef(false)
  const isChanging = batches.phase === 'changing'
  // Whoever leaves the page stops it too, because nobody would see what comes of it.
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])
  useUnloadQuestion(isChanging, { words: stopWords })

  const send = async (from: Batches) => {
    setFault(undefined)
    setStopping(false)
    isStopped.current = false
    const sent = await sendBatches(from, { run, show: setBatches, isStopped: () => isStopped.current })
    setFault(sent.fault)
    return sent.reached
  }
  const preview = async (from: Omit<Batches, 'phase'>) => {
    const reached = await send({ ...from, phase: 'previewing' })
    if (reached.left.length === 0) setBatches({ ...reached, phase: 'previewed', previewed: reached.result })
    // What the very first batch was refused for is often put right in the fields.
    else setBatches(reached.left.length === reached.total ? start : { ...reached, phase: 'preview_halted' })
  }
  const change = async (from: Omit<Batches, 'phase'>) => {
    const reached = await send({ ...from, phase: 'changing' })
    await refresh(cache, [lists.clients, lists.matters])
    setBatches({ ...reached, phase: reached.left.length === 0 ? 'done' : 'halted' })
  }
  return {
    ...batches,
    fault,
    isBusy: isChanging || batches.phase === 'previewing',
    /** The result says what was done, not what would be. */
    isChange: isChanging || batches.phase === 'halted' || batches.phase === 'done',
    isStopping,
    preview: (ids: readonly string[]) => preview({ ...start, left: ids, total: ids.length }),
    /** Changes the rows that the preview did not refuse. */
    confirm: () => {
      const { done, refused } = batches.previewed
      const left = done.map(({ id }) => id)
      return change({ ...batches, result: { done: [], refused }, left, uncertain: [], total: left.length })
    },
    carryOn: () => (batches.phase === 'preview_halted' ? preview(batches) : change(batches)),
    startAgain: () => {
      setFault(undefined)
      setBatches(start)
    },
    stop: () => {
      isStopped.current = true
      setStopping(true)
    },
  }
}

interface Sending {
  run: RunBatch
  show: (reached: Batches) => void
  isStopped: () => boolean
}

/** Returns what has been sent once nothing is left, it is stopped, or a batch fails, and why that one failed. */
async function sendBatches(from: Batches, { run, show, isStopped }: Sending) {
  let reached = from
  const isPreview = from.phase === 'previewing'
  try {
    while (reached.left.length > 0 && !isStopped()) {
      show(reached)
      const { done, refused } = await run(reached.left.slice(0, rowsInBatch), isPreview)
      const { result } = reached
      reached = {
        ...reached,
        result: { done: [...result.done, ...done], refused: [...result.refused, ...refused] },
        left: reached.left.slice(rowsInBatch),
      }
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (!isPreview && statusOf[error.code] >= 500)
      reached = { ...reached, uncertain: [...reached.uncertain, ...reached.left.slice(0, rowsInBatch)] }
    return { reached, fault: Object.values(error.fields ?? {})[0] ?? error.message }
  }
  return { reached, fault: undefined }
}
