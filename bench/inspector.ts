import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { type MrzRead, readMrz } from '#inspector/mrz/read.ts'
import { readLines } from '#inspector/ocr/lines.ts'
import { openPicture } from '#inspector/ocr/picture.ts'
import { reportReading } from './inspector-report.ts'
import { type Label, type Scored, scoreOf } from './inspector-score.ts'
import { tesseract } from './inspector-tesseract.ts'
import { writeSection } from './results.ts'

/** Scores a labelled folder: `SAMPLES=<folder> node bench/inspector.ts`. Writes a section of RESULTS.md. */
const folder = process.env.SAMPLES
if (!folder) throw new Error('SAMPLES names a folder of pictures with labels.json')
const labels: Label[] = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8'))
const today = new Date().toISOString().slice(0, 10)
const isVerbose = process.argv.includes('--each')

// The first reading loads the networks, so it is counted as the start, not as a reading.
const [first] = labels
const began = performance.now()
if (first) await readMrz(await openPicture(readFileSync(join(folder, first.file))))
const start = performance.now() - began

const ours: Scored[] = []
const whole: number[] = []
const theirs: Scored[] = []
for (const label of labels) {
  const file = join(folder, label.file)
  const bytes = readFileSync(file)
  const scored = await timed(label, async () => readMrz(await openPicture(bytes)))
  ours.push(scored)
  const seconds = await secondsOf(async () => {
    const picture = await openPicture(bytes)
    await readMrz(picture, await readLines(picture))
  })
  whole.push(seconds)
  if (tesseract.isInstalled) theirs.push(await timed(label, async () => tesseract.read(file, today)))
  if (isVerbose && !scored.isExact)
    console.error([label.file, ...label.mrz, ...scored.lines, scored.confidence].join('\n  '))
}

const memory = process.resourceUsage().maxRSS * 1024
writeSection(
  'Reading documents',
  reportReading({ ours, theirs: tesseract.isInstalled ? theirs : null, whole, start: start / 1000, memory }),
)
// The networks' threads would keep the process alive.
process.exit()

async function timed(label: Label, read: () => Promise<Pick<MrzRead, 'mrz'>>): Promise<Scored> {
  let mrz: MrzRead['mrz'] = null
  const seconds = await secondsOf(async () => {
    mrz = await read().then(
      (found) => found.mrz,
      () => null,
    )
  })
  return { ...scoreOf(label, mrz), seconds }
}

async function secondsOf(work: () => Promise<void>) {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
