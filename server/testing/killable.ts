import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endpointClient } from '#contract/kit/transport.ts'
import type { Connection } from '#server/platform/db/database.ts'

// Does what main.ts does, on a database and a folder that outlive the process, and without a page.
const program = `
  import { openApp } from '#server/app.ts'
  import { openBus } from '#server/platform/events/bus.ts'
  import { openDatabase } from '#server/platform/db/database.ts'
  import { openLog } from '#server/platform/diagnostics/log.ts'
  import { openPorts } from '#server/platform/ports/ports.ts'
  const { connection, dataFolder } = JSON.parse(process.argv[1])
  const log = openLog(process.stderr)
  const database = openDatabase(connection, { log })
  const bus = await openBus(database.connection, log)
  const mails = { linkOrigin: 'https://portal.example', smtp: null }
  const config = { dataFolder, isDemo: true, isSecure: false, isRateLimited: false, ...mails }
  const ports = await openPorts(config, { database, log })
  const http = { log, proxies: 0, origin: null, isSecure: false }
  const app = await openApp({ database, bus, ports, clock: () => new Date(), http, pageFolder: null })
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }))`

const imports = ['--import', './server/platform/db/drizzle-imports.ts']

/** Starts a portal in a process of its own, with the real clock, for tests of what a kill -9 leaves behind. */
export async function startKillable(kept: { connection: Connection; dataFolder: string }) {
  const args = [...imports, '--input-type=module', '-e', program, JSON.stringify(kept)]
  const root = join(import.meta.dirname, '../..')
  const child = spawn(process.execPath, args, {
    cwd: root,
    // Uses the compile cache of the run's other portals, because a killed process cannot write its own.
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
    stdio: ['ignore', 'pipe', process.env['PORTICO_TEST_LOG'] ? 'inherit' : 'ignore'],
  })
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  const address = String(line).trim()
  if (!address.startsWith('http://')) throw new Error(`the portal did not start: ${address}`)
  return {
    address,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A browser that keeps its cookies, even when the portal behind the address is restarted. */
export function browserAt(addressOf: () => string) {
  let cookie = ''
  return endpointClient(async (method, url, body, headers) => {
    const reply = await fetch(addressOf() + url, {
      method,
      headers: { cookie, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const set = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? '' : JSON.parse(text) }
  })
}
