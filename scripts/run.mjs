// Runs on any installed Node before any package is there. Installs what is missing, and hands over to the pinned Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Portico needs Node 20.19 or newer to start; this is ${process.versions.node}. See nodejs.org.`,
  )
  process.exit(1)
}

const { commands } = await import('./commands.mjs')
const [name = '', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`There is no "${name}". Choose one of: ${Object.keys(commands).join(', ')}.`)
  process.exit(1)
}
try {
  process.exitCode = await command(rest)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
