import { startPortal } from './start.ts'

const portal = await startPortal(process.env).catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

for (const line of portal.welcome) console.log(line)

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
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
