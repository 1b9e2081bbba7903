import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/platform/db/database.ts'
import { guessOf } from './intents/classifier.ts'
import { intentOf } from './intents/intent.ts'
import { type FirmVersion, libraryFor } from './library.ts'
import * as store from './store.ts'

/** Each kind of question once. */
const questions = [
  'Which documents do I need?',
  'should i sign this',
  'has my passport gone through',
  'how much do i owe',
  'what has my neighbour paid you',
]
/** The engine makes machine code of a rule when it is asked again. */
const times = 2

let isAwake = false

/**
 * Reads the articles, learns the guess and tries every rule, once a process: somebody has opened a page on which
 * the assistant can be asked, and is spared the wait by the time they have typed. The caller waits for nothing but
 * the firm's own articles; the rest is done in turns that let requests in between.
 */
export async function wakeAssistant(db: Db) {
  if (isAwake) return
  isAwake = true
  void warmUp(await store.listVersions(db))
}

async function warmUp(versions: readonly FirmVersion[]) {
  for (const step of [() => libraryFor(versions), () => guessOf('')]) await inTurn(step)
  for (let time = 0; time < times; time++)
    for (const question of questions) {
      await inTurn(() => intentOf(question))
      await inTurn(() => libraryFor(versions).search(question))
    }
}

const inTurn = async (step: () => unknown) => {
  await nextTurn()
  step()
}
