import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { capture } from './process.mjs'

// The first is Chromium without the parts of a window, which a journey never opens: it takes a third less of the
// processor.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const installation = 'apt-get install --yes --no-install-recommends'
// A mirror that does not answer must not hold up the journeys.
const limits = '-o Acquire::Retries=1 -o Acquire::http::Timeout=30'

/**
 * Returns the path of a Chromium. As root on Debian, installs the headless shell if it is missing, and makes do with
 * another Chromium if it cannot be had. Throws a sentence that says how to get one.
 */
export async function provideChromium() {
  const wanted = process.env.CHROMIUM
  if (wanted && !isRunnable(wanted)) throw new Error(`CHROMIUM names ${wanted}, which cannot be run.`)
  const present = wanted || onPath(shell)
  if (present) return present
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Installing Chromium for the journeys.')
    const { code, output } = await aptGet()
    if (code !== 0) console.error(`${output.trim()}\napt-get ended with ${code}.`)
  }
  const found = findChromium()
  if (found) return found
  throw new Error(
    'The journeys need Chromium, and there is none. ' +
      `Install it with: sudo apt-get update && sudo ${installation} ${shell} (or chromium where there is no such ` +
      'package), or set CHROMIUM to the path of one.',
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

/** Ubuntu has no package of the headless shell. */
const install = [
  `apt-get ${limits} update`,
  `{ ${installation} ${limits} ${shell} || ${onPath('chromium') ? 'false' : `${installation} ${limits} chromium`}; }`,
].join(' && ')

const aptGet = () =>
  capture('/bin/sh', ['-c', install], {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
  })
