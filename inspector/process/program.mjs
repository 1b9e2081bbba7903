import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprintOf, root } from './fingerprint.mjs'

/**
 * Chooses the program of the processes that open files. Plain JavaScript, because `npm start` asks it before any
 * package is there.
 */

/** The folder that the build writes. */
export const builtFolder = join(root, 'dist/inspector')

/** The name of the file in it that says which sources it was built from. */
export const stampName = 'sources'

/** Hash of everything that the built program is made of, as far as the image has it too: no lock file. */
export const fingerprint = () =>
  fingerprintOf(
    ['contract', 'inspector', 'package.json'],
    (file) => isProgram.test(file) && !isTest.test(file),
  )
const isProgram = /\.(ts|mjs|onnx|json)$/
const isTest = /\.test\.ts$|\/testing\/|tsconfig/

/** Whether the program in `folder` was built from the sources as they are now. */
export const isBuilt = (folder = builtFolder) => {
  const stamp = join(folder, stampName)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/**
 * The built program where it was built from these sources, and the sources themselves otherwise: both do the same, but
 * the sources take half a second of the processor to load.
 */
export const workerProgram = (folder = builtFolder) =>
  pathToFileURL(isBuilt(folder) ? join(folder, 'worker.js') : join(import.meta.dirname, 'worker.ts'))
