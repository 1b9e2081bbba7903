import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture } from './process.mjs'

// Chromium without the parts of a window, which a journey never opens: it takes a third less of the processor. It has
// no camera.
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const installation = 'apt-get install --yes --no-install-recommends'
// A mirror that does not answer must not hold up the journeys.
const limits = '-o Acquire::Retries=1 -o Acquire::http::Timeout=30'

/**
 * Returns the path of an installed Chromium, the headless shell first unless it needs a camera. Throws an error that
 * says how to get one.
 * @param {{ hasCamera?: boolean }} [needs]
 */
export function findChromium({ hasCamera = false } = {}) {
  const wanted = process.env.CHROMIUM
  if (wanted && !isRunnable(wanted)) throw new Error(`CHROMIUM names ${wanted}, which cannot be run.`)
  const found = wanted || (hasCamera ? undefined : onPath(shell)) || wholeChromium()
  if (found) return found
  throw new Error(
    'The journeys need Chromium, and there is none. ' +
      `Install it with: sudo apt-get update && sudo ${installation} chromium (or set CHROMIUM to the path of one).`,
  )
}

/** Returns the path of a Chromium. As root on Debian, installs what is missing first. Throws as `findChromium` does. */
export async function provideChromium() {
  const isComplete = process.env.CHROMIUM || (onPath(shell) && wholeChromium())
  if (!isComplete && process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium for the journeys.')
    const { code, output } = await aptGet()
    if (code !== 0) console.error(`${output.trim()}\napt-get ended with ${code}.`)
  }
  return findChromium()
}

const wholeChromium = () => names.map(onPath).find(Boolean) ?? applications.find(isRunnable)

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

/** Ubuntu has no package of the headless shell. */
const install = () => {
  const missing = wholeChromium() ? '' : 'chromium'
  const both = `${installation} ${limits} ${shell} ${missing}`
  return `apt-get ${limits} update && { ${both} || ${missing ? `${installation} ${limits} ${missing}` : 'false'}; }`
}

const aptGet = () =>
  capture('/bin/sh', ['-c', install()], {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
  })
