import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture } from './process.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const installation = 'apt-get install --yes --no-install-recommends chromium'

/**
 * Returns the path of a Chromium. As root on Debian, installs one if needed. Throws a sentence that says how to get
 * one.
 */
export async function provideChromium() {
  const wanted = process.env.CHROMIUM
  if (wanted && !isRunnable(wanted)) throw new Error(`CHROMIUM names ${wanted}, which cannot be run.`)
  const found = wanted || findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium for the journeys.')
    const { code, output } = await aptGet()
    const installed = findChromium()
    if (installed) return installed
    console.error(`${output.trim()}\napt-get ended with ${code}.`)
  }
  throw new Error(
    'The journeys need Chromium, and there is none. ' +
      `Install it with: sudo apt-get update && sudo ${installation} (or set CHROMIUM to the path of one).`,
  )
}

const findChromium = () => names.map(onPath).find(Boolean) ?? applications.find(isRunnable)

/** @param {string} name */
const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
    .map((folder) => join(folder, name))
    .find(isRunnable)

/** @param {string} path */
const isRunnable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const aptGet = () =>
  capture('/bin/sh', ['-c', `apt-get update && ${installation}`], {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
  })
