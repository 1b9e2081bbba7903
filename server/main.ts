import './platform/db/drizzle-imports.ts'

// Not before, since it imports drizzle.
const { startPortal } = await import('./start.ts')
const portal = await startPortal(process.env).catch((error: unknown) => {
  console.error(`\n${wordsOf(error)}\n`)
  process.exit(1)
})

let isStopping = false
const stop = () => {
  // npm, the terminal and the launcher may each pass on the same signal.
  if (isStopping) return
  isStopping = true
  portal.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop)

// If npm is killed, it cannot tell this process, which would keep the port and the folder.
const npm = process.ppid
if (process.env['npm_execpath'])
  setInterval(() => {
    if (process.ppid !== npm) stop()
  }, 500).unref()

// Printed only now, because whoever reads that the portal is ready may stop it.
for (const line of portal.welcome) console.log(line)

/** Returns our own sentence for the operator, or the whole stack of an unforeseen error with its causes. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.constructor === Error) return error.message
  // Without their details, which may hold what clients have typed.
  const cause = error.cause instanceof Error ? `\nCaused by: ${error.cause.message}` : ''
  return `${error.stack}${cause}`
}
