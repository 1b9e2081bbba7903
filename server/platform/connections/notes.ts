import { ConnectionName } from '#contract/connections.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../diagnostics/log.ts'
import { queueJob } from '../jobs/queue.ts'
import type { OutcomeRecorder } from '../ports/providers.ts'
import { seconds } from '../time/durations.ts'
import { faultDetail } from './fault-words.ts'
import * as store from './store.ts'

/**
 * Writes the result of calls in the background, so that the caller does not wait: on each change, else once a minute.
 */
export const notesIn =
  (db: Db, log: Log) =>
  (name: store.ConnectionRow['name']): OutcomeRecorder => {
    const connection = ConnectionName.safeParse(name).data
    let [writtenAt, isFailing] = [Number.NEGATIVE_INFINITY, false]
    const write = (isFault: boolean, writing: () => Promise<unknown>) => {
      if (isFault === isFailing && performance.now() - writtenAt < seconds(60)) return
      ;[writtenAt, isFailing] = [performance.now(), isFault]
      writing().catch((err: unknown) => log.warn({ err, connection: name }, 'its state was not written down'))
    }
    return {
      answered: () =>
        write(false, () =>
          db.transaction(async (tx) => {
            const isNews = await store.noteAnswer(tx, name)
            if (isNews && connection) await queueJob(tx)('publishAnswer', { name: connection })
          }),
        ),
      failed: (fault) => {
        // A client's sentence tells an administrator nothing. What lies under it does.
        const isToldToClients = fault instanceof Problem && fault.cause !== undefined
        const detail = faultDetail(isToldToClients ? fault.cause : fault)
        write(true, () => store.noteFailure(db, name, detail))
      },
    }
  }
