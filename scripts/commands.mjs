import { join } from 'node:path'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { writeLicences } from './licences.mjs'
import { ensureBuild } from './page.mjs'
import { root, runTool } from './process.mjs'
import { test } from './test.mjs'

/** Where Node caches compiled sources, so that later starts are faster. Works without it too. */
const compiled = join(root, '.cache/node')

/** @type {Record<string, (rest: string[]) => Promise<number>>} Each answers an exit code. */
export const commands = {
  // For `npm start`, whose shell then becomes the server, so that no process of ours has to wait beside it.
  prepare: async () => {
    await ensureInstalled({ forDevelopment: false })
    await ensureBuild()
    return 0
  },
  start: async (rest) => {
    await ensureInstalled({ forDevelopment: false })
    await ensureBuild()
    return runTool('node', ['server/main.ts', ...rest], { env: { NODE_COMPILE_CACHE: compiled } })
  },
  dev: async (rest) => {
    await ensureInstalled()
    return runTool('node', ['--watch', 'server/main.ts', ...rest], { env: { PORTICO_DEV: '1' } })
  },
  build: async () => {
    await ensureInstalled({ forDevelopment: false })
    await ensureBuild({ evenIfFresh: true })
    return 0
  },
  test: async (rest) => {
    await ensureInstalled()
    return test(rest)
  },
  check: async () => {
    await ensureInstalled()
    const { failed } = await check()
    return failed > 0 ? 1 : 0
  },
  'db:generate': async (rest) => {
    await ensureInstalled()
    return runTool('drizzle-kit', ['generate', ...rest])
  },
  // Rewrites docs/licences.md after a package was added, removed or changed.
  licences: async () => {
    writeLicences()
    return 0
  },
  // Takes the pictures of docs/guides from the demo.
  'guides:pictures': async () => {
    await ensureInstalled()
    await ensureBuild()
    return runTool('node', ['scripts/guide-pictures.ts'])
  },
  // Reads documents from the command line: see inspector/README.md.
  inspect: async (rest) => {
    await ensureInstalled({ forDevelopment: false })
    // npm runs its scripts in the checkout's root. INIT_CWD is where the user called it.
    const cwd = process.env.INIT_CWD ?? process.cwd()
    return runTool('node', [join(root, 'inspector/command-line.ts'), ...rest], { cwd })
  },
  backup: (rest) => serverCommand('backup', rest),
  restore: (rest) => serverCommand('restore', rest),
  export: (rest) => serverCommand('export', rest),
  'database:move': (rest) => serverCommand('move-database', rest),
  'files:move': (rest) => serverCommand('move-files', rest),
  'keys:rotate': (rest) => serverCommand('rotate-keys', rest),
  // As root on Debian: installs real programs and runs the providers' tests against them instead of stand-ins.
  'test:providers': async (rest) => {
    await ensureInstalled()
    await ensureBuild()
    const { testProviders } = await import('./providers.mjs')
    return testProviders(rest)
  },
  bench: async (rest) => {
    await ensureInstalled()
    await ensureBuild()
    return runTool('node', ['bench/run.ts', ...rest])
  },
  'bench:console': async (rest) => {
    await ensureInstalled()
    await ensureBuild()
    return runTool('node', ['bench/console.ts', ...rest])
  },
  // CLIENTS=<number> is how many have a file each; 20,000 unless said.
  'bench:move': async (rest) => {
    await ensureInstalled()
    await ensureBuild()
    return runTool('node', ['bench/move.ts', ...rest])
  },
  // Drawn specimens and receipts; with SAMPLES and RECEIPTS=<folder> labelled folders of real ones.
  'bench:inspector': async (rest) => {
    await ensureInstalled()
    const code = await runTool('node', ['bench/specimens.ts', ...rest])
    if (code !== 0) return code
    for (const bench of ['papers', 'receipts']) {
      const failed = await runTool('node', [`bench/inspector-${bench}.ts`, ...rest])
      if (failed) return failed
    }
    return process.env.SAMPLES ? runTool('node', ['bench/inspector.ts', ...rest]) : 0
  },
}

/**
 * Runs one of the operator's commands: `server/commands/<name>.ts`.
 * @param {string} name
 * @param {string[]} rest
 */
async function serverCommand(name, rest) {
  await ensureInstalled({ forDevelopment: false })
  return runTool('node', [
    '--import',
    './server/platform/db/drizzle-imports.ts',
    `server/commands/${name}.ts`,
    ...rest,
  ])
}
