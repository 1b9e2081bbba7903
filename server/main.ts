import { startPortal } from './start.ts'

const portal = await startPortal(process.env).catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

for (const line of portal.welcome) console.log(line)

for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => {
    portal.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}
