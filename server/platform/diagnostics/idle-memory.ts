import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { minutes } from '../time/durations.ts'

/** Also compiled code that nobody has run lately. */
const everything = { type: 'major', execution: 'sync', flavor: 'last-resort' }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: object) => void

/** Gives back what a piece of work needed that is not done again: V8 collects while there is work, and not after it. */
export const freeMemory = () => collect(everything)

/** Gives memory back a minute after the last answer: without work V8 keeps for ever what the busiest hour needed. */
export function freeWhenIdle(app: FastifyInstance) {
  let idle: NodeJS.Timeout | undefined
  app.addHook('onResponse', async () => {
    if (idle) idle.refresh()
    else idle = setTimeout(freeMemory, minutes(1)).unref()
  })
  app.addHook('onClose', async () => clearTimeout(idle))
}
