import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { buildInspector } from '#inspector/process/build.mjs'
import { openDatabase } from '#server/platform/db/database.ts'
import { openLog } from '#server/platform/diagnostics/log.ts'
import { familyOf } from '#server/process/testing/network.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
import { openPorts } from './ports.ts'

test('files are opened by the program that was built, and in development by its sources', async () => {
  await buildInspector()
  const log = openLog(quiet)
  const database = openDatabase(await freshDatabase(), { log })
  const programs: boolean[][] = []
  for (const isDevelopment of [false, true]) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'portico-files-'))
    const links = { linkOrigin: 'https://portal.example', smtp: null }
    const config = {
      dataFolder,
      isDemo: false,
      isSecure: false,
      isRateLimited: false,
      isDevelopment,
      ...links,
    }
    const before = familyOf(process.pid)
    const { inspector, sealer, drawing } = await openPorts(config, { database, log })
    await inspector.wake()
    const commands = familyOf(process.pid)
      .filter((pid) => !before.includes(pid))
      .map(commandOf)
    programs.push(['worker.js', 'inspector/process/worker.ts'].map((name) => commands.join().includes(name)))
    await Promise.all([inspector.close(), sealer.close(), drawing.close()])
  }
  expect(programs).toEqual([
    [true, false],
    [false, true],
  ])
  await database.close()
})

/** Empty for a process that has ended meanwhile. */
const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
