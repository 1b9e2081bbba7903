import { Problem } from '#contract/kit/problem.ts'
import { type Inspector, openInspector } from '#inspector/inspector.ts'
import { minutes } from '#server/platform/time/durations.ts'

/**
 * An idle inspector whose processes still run, because starting them takes a second or two, and no file leaves anything
 * in them.
 */
let rested: Inspector | undefined
const ended = openInspector()
await ended.close()

/**
 * The real inspector with long time limits, so that it gives up no document because other tests keep the machine busy.
 * When its portal closes, an idle inspector is kept for the worker's next portal.
 */
export const inspectorWithLongTimeout = (): Inspector => {
  let inspector =
    rested ?? openInspector({ quickLimit: minutes(1), showLimit: minutes(1), readLimit: minutes(2) })
  rested = undefined
  let running = 0
  const counted = async <T>(work: Promise<T>) => {
    running += 1
    try {
      return await work
    } finally {
      running -= 1
    }
  }
  return {
    accept: (...args) => counted(inspector.accept(...args)),
    inspect: (...args) => counted(inspector.inspect(...args)),
    compareFaces: (...args) => counted(inspector.compareFaces(...args)),
    renderPage: (...args) => counted(inspector.renderPage(...args)),
    pageText: (...args) => counted(inspector.pageText(...args)),
    imagePreview: (...args) => counted(inspector.imagePreview(...args)),
    wake: () => counted(inspector.wake()),
    dismiss: () => counted(inspector.dismiss()),
    close: async () => {
      const mine = inspector
      inspector = ended
      // Documents that it still reads for a closed portal would delay the next one.
      if (running > 0 || rested) await mine.close()
      else rested = mine
    },
  }
}

/** The real inspector, which refuses to open a file while its client waits. */
export const inspectorWithFullQueue = (): Inspector => {
  const inspector = inspectorWithLongTimeout()
  const accept: Inspector['accept'] = (bytes, facts, { until } = {}) =>
    until === undefined
      ? inspector.accept(bytes, facts)
      : Promise.reject(new Problem('unavailable', 'Many documents are being read right now.'))
  return { ...inspector, accept }
}
