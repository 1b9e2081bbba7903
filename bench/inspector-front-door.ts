import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import type { Validation } from '#contract/documents/validation.ts'
import { type BenchClient, registerClient, timed } from './clients.ts'
import type { Label } from './inspector-score.ts'
import { median } from './load.ts'
import { type Started, startPortal } from './portal.ts'

/**
 * Measures an upload of labelled identity pictures up to its verdict, through two portals in turns: that of an older
 * checkout with its own packages, and this one, each as `npm start` starts it.
 *
 * `SAMPLES=<folder> node bench/inspector-front-door.ts --before <checkout> [--pictures 30] [--turns 4] [--rests 5]`
 */
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    pictures: { type: 'string', default: '30' },
    turns: { type: 'string', default: '4' },
    rests: { type: 'string', default: '5' },
  },
})
const samples = process.env.SAMPLES
if (!samples) throw new Error('SAMPLES names a folder of pictures with labels.json')
if (!values.before) throw new Error('Name the older checkout: --before <folder>')

/** Longer than a portal keeps a process that opens files without work. */
const rest = 36_000
const longestWait = 60_000

const all: Label[] = JSON.parse(readFileSync(join(samples, 'labels.json'), 'utf8'))
const every = Math.max(1, Math.floor(all.length / Number(values.pictures)))
const labels = all.filter((_, at) => at % every === 0).slice(0, Number(values.pictures))

interface Side {
  portal: Started
  client: BenchClient
}

interface Verdict {
  label: Label
  /** Milliseconds from the first byte sent to the verdict. */
  took: number
  validation: Validation
}

let copies = 0
/** The picture with another comment, because a file that was sent before is not read again. */
const anew = (picture: Buffer) => {
  copies += 1
  const number = Buffer.from(String(copies).padStart(6, '0'))
  if (picture[0] === 0xff)
    return Buffer.concat([
      picture.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, 8]),
      number,
      picture.subarray(2),
    ])
  const text = Buffer.concat([Buffer.from('tEXtComment\0'), number])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(text.length - 4)
  sum.writeUInt32BE(crc32(text))
  // After the signature and the header.
  return Buffer.concat([picture.subarray(0, 33), length, text, sum, picture.subarray(33)])
}

/** Sends a picture as the page does, and asks for its document until that has its verdict. */
const send = async ({ portal: { address }, client: { cookie } }: Side, label: Label): Promise<Verdict> => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(anew(readFileSync(join(samples, label.file))))]), label.file)
  body.append('documentType', 'passport')
  const began = performance.now()
  const url = address + documents.upload.path
  const reply = await timed(url, { method: 'POST', headers: { cookie }, body })
  if (reply.status !== 201) throw new Error(`${label.file} was refused: ${reply.status} ${reply.body}`)
  let { document }: { document: ClientDocument } = JSON.parse(reply.body)
  while (document.validation === null) {
    if (performance.now() - began > longestWait) throw new Error(`${label.file} got no verdict`)
    await sleep(10)
    const path = documents.one.path.replace(':id', document.id)
    document = JSON.parse((await timed(address + path, { headers: { cookie } })).body)
  }
  return { label, took: performance.now() - began, validation: document.validation }
}

const lettersOf = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z]/g, '')

const rightFields = ({ label, validation: { metadata } }: Verdict) => ({
  documentNumber: metadata.documentNumber === label.documentNumber,
  dateOfBirth: metadata.dateOfBirth === label.birthDate,
  expiryDate: metadata.expiryDate === label.expiryDate,
  // What is printed may have other letters than its machine-readable line.
  name: [metadata.fullNameMrz, metadata.fullName].some(
    (name) => lettersOf(name) === lettersOf(label.givenNames + label.surname),
  ),
})

const fieldsOf = ({ metadata }: Validation) => {
  const { fullName, fullNameMrz, dateOfBirth, documentNumber, expiryDate } = metadata
  const { sex, nationality, issuingState, documentType } = metadata
  return {
    fullName,
    fullNameMrz,
    dateOfBirth,
    documentNumber,
    expiryDate,
    sex,
    nationality,
    issuingState,
    documentType,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
const opened: Started[] = []
const open = async (name: string, cwd: string): Promise<Side> => {
  const environment = {
    PORTICO_DATA: join(folder, name),
    PORTICO_DEMO: '1',
    PORTICO_RATE_LIMIT: 'off',
    INIT_CWD: cwd,
  }
  const portal = await startPortal(environment, ['npm', 'start', '--silent'], cwd)
  opened.push(portal)
  return { portal, client: await registerClient(portal.address, `front-door-${name}`) }
}

const here = new URL('..', import.meta.url).pathname
const warm: Record<'before' | 'after', Verdict[]> = { before: [], after: [] }
const rested: typeof warm = { before: [], after: [] }
try {
  const sides = { before: await open('before', values.before), after: await open('after', here) }
  /** Sends to both, each being the first in every other turn, so that neither always meets a cooler processor. */
  const sendToBoth = async (label: Label, turn: number) => {
    const order = turn % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
    const verdicts: Partial<Record<'before' | 'after', Verdict>> = {}
    for (const name of order) verdicts[name] = await send(sides[name], label)
    return verdicts
  }
  const count = async (into: typeof warm, label: Label, turn: number) => {
    const { before, after } = await sendToBoth(label, turn)
    if (before) into.before.push(before)
    if (after) into.after.push(after)
  }
  // The first readings load the networks and compile.
  for (const [at, label] of labels.slice(0, 3).entries()) await sendToBoth(label, at)
  for (let turn = 0; turn < Number(values.turns); turn += 1)
    for (const [at, label] of labels.entries()) await count(warm, label, turn + at)
  for (let turn = 0; turn < Number(values.rests); turn += 1) {
    const label = labels[turn % labels.length]
    await sleep(rest)
    if (label) await count(rested, label, turn)
  }
} finally {
  for (const portal of opened) await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const timesOf = (verdicts: Verdict[]) => verdicts.map(({ took }) => took)
const figures = [
  ['median', median],
  ['mean', mean],
  ['slowest', (times: number[]) => Math.max(...times)],
] as const
console.log('| from upload to verdict, ms | before | after | |\n|---|---|---|---|')
for (const [name, sides] of Object.entries({ warm, 'first after a rest': rested }))
  for (const [figure, of] of figures) {
    if (sides.before.length === 0) continue
    const [before, after] = [of(timesOf(sides.before)), of(timesOf(sides.after))]
    const ratio = (after / before).toFixed(2)
    console.log(
      `| ${name}, ${figure} of ${sides.before.length} | ${whole(before)} | ${whole(after)} | ${ratio} |`,
    )
  }
const readIn = (verdicts: Verdict[]) =>
  median(verdicts.map(({ validation }) => validation.metadata.readIn ?? Number.NaN))
const [readBefore, readAfter] = [readIn(warm.before), readIn(warm.after)]
console.log(
  `| of it reading, median | ${whole(readBefore)} | ${whole(readAfter)} | ${(readAfter / readBefore).toFixed(2)} |`,
)
const rights = (verdicts: Verdict[]) => verdicts.flatMap((verdict) => Object.values(rightFields(verdict)))
const share = (verdicts: Verdict[]) => {
  const right = rights(verdicts)
  return `${right.filter(Boolean).length} of ${right.length}`
}
console.log(`| number, dates and names as labelled | ${share(warm.before)} | ${share(warm.after)} | |`)

console.log('\n| picture | before | after | | fields that differ (before, after) |\n|---|---|---|---|---|')
for (const label of labels) {
  const of = (verdicts: Verdict[]) => verdicts.filter((verdict) => verdict.label === label)
  const [before, after] = [of(warm.before), of(warm.after)]
  const [first, second] = [before[0], after[0]]
  if (!first || !second) continue
  const old = new Map(Object.entries(fieldsOf(first.validation)))
  const differing = Object.entries(fieldsOf(second.validation))
    .filter(([field, value]) => old.get(field) !== value)
    .map(([field, value]) => `${field}: ${old.get(field)}, ${value}`)
  const [wasMedian, isMedian] = [median(timesOf(before)), median(timesOf(after))]
  const ratio = (isMedian / wasMedian).toFixed(2)
  const cells = [label.file, whole(wasMedian), whole(isMedian), ratio, differing.join('; ') || 'none']
  console.log(`| ${cells.join(' | ')} |`)
}
process.exit()
