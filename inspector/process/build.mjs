// Builds the program of the processes that open files (worker.ts) into few files of plain JavaScript
// beside its networks, which are folded here once, and not by each process that starts.
import { randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { foldedNetwork, printNetworks } from '../ocr/network-source.ts'
import { root } from './fingerprint.mjs'
import { builtFolder, programFolder } from './program.mjs'

/**
 * A portal that runs may start a process meanwhile, so what it uses stays as it is: a build is written beside the
 * others and renamed when it is whole.
 * @param {string} folder
 */
export async function buildInspector(folder = builtFolder) {
  const target = programFolder(folder)
  if (!existsSync(target)) await buildInto(folder, target)
  const now = new Date()
  utimesSync(target, now, now)
  removeOld(folder, target)
}

/**
 * @param {string} folder
 * @param {string} target
 */
async function buildInto(folder, target) {
  mkdirSync(folder, { recursive: true })
  // Not made by `mkdtemp`, whose folders only their owner may read: another user may run the portal.
  const place = join(folder, `${unfinished}${randomUUID()}`)
  mkdirSync(place)
  try {
    await writeProgram(place)
    await writeNetworks(join(place, 'networks'))
    copyFileSync(join(root, 'inspector/process/watchdog.mjs'), join(place, 'watchdog.mjs'))
    renameSync(place, target)
  } catch (error) {
    rmSync(place, { recursive: true })
    // Another build of the same sources was done first.
    if (!existsSync(target)) throw error
  }
}

/** @param {string} place */
const writeProgram = (place) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: place,
      target: 'node24',
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'inspector/process/worker.ts'),
        output: {
          entryFileNames: 'worker.js',
          chunkFileNames: '[name].js',
          // Names stay, for what the log says of a file that broke a process.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
    ssr: { noExternal: ['zod', 'fft.js'] },
  })

/** @param {string} place */
async function writeNetworks(place) {
  mkdirSync(place)
  const faces = join(root, 'inspector/faces/networks')
  for (const name of readdirSync(faces).filter((file) => file.endsWith('.onnx')))
    copyFileSync(join(faces, name), join(place, name))
  for (const name of printNetworks) writeFileSync(join(place, name), await foldedNetwork(name))
}

const unfinished = 'unfinished-'
/**
 * For how long another build is left, in milliseconds: a portal that was not yet started anew may use it, or a build
 * that runs beside this one.
 */
const keptFor = 30 * 24 * 60 * 60 * 1000

/**
 * @param {string} folder
 * @param {string} target
 */
function removeOld(folder, target) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isOld = changedAt(path) < Date.now() - keptFor
    if (entry.isDirectory() && path !== target && isOld) rmSync(path, { recursive: true, force: true })
  }
}

/** @param {string} path */
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (import.meta.main) await buildInspector()
