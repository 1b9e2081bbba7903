import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprintOf, root } from './fingerprint.mjs'

/**
 * Chooses the program of the processes that open files. Plain JavaScript, because `npm start` asks it before any
 * package is there.
 */

/** The folder of the builds. Each lies in a folder of its own that is named after its sources. */
export const builtFolder = join(root, 'dist/inspector')

/** Hash of everything that the built program is made of, as far as the image has it too: no lock file. */
const fingerprint = () =>
  fingerprintOf(
    ['contract', 'inspector', 'package.json'],
    (file) => isProgram.test(file) && !isTest.test(file),
  )
const isProgram = /\.(ts|mjs|onnx|json)$/
const isTest = /\.test\.ts$|\/testing\/|tsconfig/

/**
 * The folder that the program built from the sources as they are now lies in, where it was built: it comes to its name
 * only when it is whole.
 */
export const programFolder = (folder = builtFolder) => join(folder, fingerprint().slice(0, 16))

/** Whether there is a program built from the sources as they are now. */
export const isBuilt = (folder = builtFolder) => existsSync(programFolder(folder))

/** The sources themselves, which take half a second of the processor more to load than what is built from them. */
const sourceProgram = pathToFileURL(join(import.meta.dirname, 'worker.ts'))

/**
 * The built program where it was built from these sources, and the sources otherwise: both do the same. In development
 * the sources, as a server that watches its own is not started anew after a change of these.
 */
export const workerProgram = ({ folder = builtFolder, isDevelopment = false } = {}) => {
  const built = programFolder(folder)
  return !isDevelopment && existsSync(built) ? pathToFileURL(join(built, 'worker.js')) : sourceProgram
}
