import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentType } from '#contract/documents/validation.ts'
import { inspect } from '#inspector/inspect.ts'
import { openInspector } from '#inspector/inspector.ts'
import { okafor, utilityBill } from '#inspector/testing/documents.ts'
import { drawSelfie } from '#inspector/testing/faces.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { knownAdaeze } from '#inspector/testing/read-drawn.ts'
import { drawPassport } from '#inspector/testing/specimens/passport.ts'
import { photograph } from '#inspector/testing/specimens/photograph.ts'
import { buildInspector } from './build.mjs'
import { root } from './fingerprint.mjs'
import { isBuilt, workerProgram } from './program.mjs'

// Within the checkout, because its processes may read nothing else.
const place = join(root, '.cache')
mkdirSync(place, { recursive: true })
const folder = mkdtempSync(join(place, 'inspector-'))
// Two at once, as by `npm start` and `npm run build`: whichever is done first is used.
beforeAll(() => Promise.all([buildInspector(folder), buildInspector(folder)]))
afterAll(() => rmSync(folder, { recursive: true }))

const passport = drawPassport({
  holder: {
    surname: 'Okafor',
    givenNames: 'Adaeze Ngozi',
    sex: 'F',
    birthDate: '1985-03-12',
    birthPlace: 'LEEDS',
    address: ['Flat 2, 12 Garden Street', 'London', 'W1U 4PL'],
  },
  state: 'GBR',
  number: '533401286',
  issueDate: '2021-06-30',
  expiryDate: '2031-06-30',
})
const documents: [DocumentType, Uint8Array][] = [
  ['passport', await photograph(passport.canvas)],
  ['address_proof', await drawPdf(utilityBill(okafor))],
  ['selfie', await drawSelfie().encode('jpeg')],
]

test('the built program says of a picture, a PDF and a selfie what its sources say', async () => {
  const inspector = openInspector({ program: workerProgram({ folder }) })
  for (const [documentType, bytes] of documents) {
    const expectation = { expectedTypes: [documentType], today: '2026-11-20', client: knownAdaeze }
    const [built, source] = [await inspector.inspect(bytes, expectation), await inspect(bytes, expectation)]
    expect({ ...built.metadata, readIn: 0 }).toEqual({ ...source.metadata, readIn: 0 })
    expect({ ...built, metadata: {} }).toEqual({ ...source, metadata: {} })
    expect(built.checks).not.toEqual([])
  }
  await inspector.close()
})

test('it brings its networks along, folded, and stays as few files', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => name.endsWith('.onnx'))).toHaveLength(5)
  expect(names.filter((name) => name.endsWith('.js')).length).toBeLessThan(10)
})

const stateOf = (place: string) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => `${name} ${statSync(join(place, name)).mtimeMs}`)

test('a build leaves alone what a running portal uses, and removes what is older than a month', async () => {
  const built = dirname(fileURLToPath(workerProgram({ folder })))
  expect(readdirSync(folder)).toEqual([basename(built)])
  // The image is built by another user than it is run by.
  expect(statSync(built).mode & 0o055).toBe(0o055)
  const before = stateOf(built)
  const daysAgo = (age: number) => new Date(Date.now() - age * 24 * 60 * 60 * 1000)
  for (const [age, name] of [
    [29, '00000000000000aa'],
    [31, '00000000000000bb'],
  ] as const) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'worker.js'), '')
    utimesSync(join(folder, name), daysAgo(age), daysAgo(age))
  }
  await buildInspector(folder)
  expect(readdirSync(folder).toSorted()).toEqual(['00000000000000aa', basename(built)].toSorted())
  expect(stateOf(built)).toEqual(before)
})

test('in development the sources are run, whatever was built', () => {
  expect(isBuilt(folder)).toBe(true)
  expect(workerProgram({ folder, isDevelopment: true })).toEqual(
    pathToFileURL(join(root, 'inspector/process/worker.ts')),
  )
})

test('a program that was built from other sources is not used', () => {
  expect(isBuilt(folder)).toBe(true)
  const built = dirname(fileURLToPath(workerProgram({ folder })))
  expect(dirname(built)).toBe(folder)
  renameSync(built, join(folder, '00000000000000dd'))
  expect(isBuilt(folder)).toBe(false)
  expect(workerProgram({ folder })).toEqual(pathToFileURL(join(root, 'inspector/process/worker.ts')))
})
