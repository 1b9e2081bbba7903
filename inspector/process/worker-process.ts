import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * Starts `program` as the process in which files are opened; it ends when it holds more than `memoryLimit` bytes. It
 * gets no environment of the portal, may read only the programs and their packages, and may write and start nothing.
 */
export const startWorkerProcess = (program: URL, memoryLimit: number): ChildProcess => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  // Packages may be installed in a parent directory of the program.
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')))
  const child = fork(program, [String(memoryLimit), String(process.pid)], {
    serialization: 'advanced',
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      '--max-old-space-size=512',
      '--no-warnings',
      '--permission',
      '--allow-addons',
      '--allow-worker',
      `--allow-fs-read=${root}`,
      `--allow-fs-read=${packages}/`,
    ],
  })
  return child
}
