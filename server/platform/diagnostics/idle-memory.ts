import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { minutes } from '../time/durations.ts'

/** Also frees compiled code that has not run lately. */
const everything = { type: 'major', execution: 'sync', flavor: 'last-resort' }

setFlagsFromString('--expose-gc')
// Buffers of files count towards the next collection. With V8's own growth, which suits a small heap, each upload of
// five megabytes caused two or three of them, of 60 ms each. Read by V8 at each collection, so it may be set late.
setFlagsFromString('--heap-growing-percent=100')
const collect = runInNewContext('gc') as (how: object) => void

/** Frees the memory of work that is not repeated. V8 collects garbage during work, but not after it. */
export const freeMemory = () => collect(everything)

/** Frees memory a minute after the last response. An idle V8 would keep as much as the busiest hour needed. */
export function freeWhenIdle(app: FastifyInstance) {
  let idle: NodeJS.Timeout | undefined
  app.addHook('onResponse', async () => {
    if (idle) idle.refresh()
    else idle = setTimeout(freeMemory, minutes(1)).unref()
  })
  app.addHook('onClose', async () => clearTimeout(idle))
}
