import { startPortal } from './start.ts'

const portal = await startPortal(process.env).catch((error: unknown) => {
  console.error(`\n${wordsOf(error)}\n`)
  process.exit(1)
})

let isStopping = false
const stop = () => {
  // npm, the terminal and the launcher may each pass the same signal on.
  if (isStopping) return
  isStopping = true
  portal.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop)

// npm that is killed cannot tell us; left alone, we would keep its port and its folder.
const npm = process.ppid
if (process.env['npm_execpath'])
  setInterval(() => {
    if (process.ppid !== npm) stop()
  }, 500).unref()

// Only now: whoever reads that it is ready may tell it to stop.
for (const line of portal.welcome) console.log(line)

/** A sentence for the operator where we wrote one; where we did not foresee it, all there is to know. */
function wordsOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.constructor === Error ? error.message : error.stack
}
