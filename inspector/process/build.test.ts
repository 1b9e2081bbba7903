import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
import { isBuilt, stampName, workerProgram } from './program.mjs'

// Within the checkout, because its processes may read nothing else.
const place = join(root, '.cache')
mkdirSync(place, { recursive: true })
const folder = mkdtempSync(join(place, 'inspector-'))
beforeAll(() => buildInspector(folder))
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
  const inspector = openInspector({ program: workerProgram(folder) })
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

test('a program that was built from other sources is not used', () => {
  expect(isBuilt(folder)).toBe(true)
  expect(workerProgram(folder)).toEqual(pathToFileURL(join(folder, 'worker.js')))
  writeFileSync(join(folder, stampName), 'of another day')
  expect(workerProgram(folder)).toEqual(pathToFileURL(join(root, 'inspector/process/worker.ts')))
})
