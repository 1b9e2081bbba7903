import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Validation } from '#contract/documents/validation.ts'
import { inspectFiles } from './command-line.ts'
import { okafor, utilityBill } from './testing/documents.ts'
import { drawPdf } from './testing/paper.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-inspect-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bill = join(folder, 'bill.pdf')
writeFileSync(bill, await drawPdf(utilityBill(okafor)))
const cut = join(folder, 'cut.pdf')
writeFileSync(cut, '%PDF-1.7\n')

const run = async (...args: string[]) => {
  const lines: string[] = []
  const code = await inspectFiles(args, (line) => lines.push(line))
  return { code, said: lines.join('\n'), lines }
}
const asBill = ['--as', 'utility_bill', '--client', 'Adaeze Okafor', '--today', '2026-11-20']

test('a document named on the command line is read and described in sentences', async () => {
  const { code, said } = await run(bill, ...asBill)
  expect(code).toBe(0)
  expect(said).toContain('type     utility_bill')
  expect(said).toContain('✓ name_matches')
})

test('with --json each file is one line, and a refused one has its reason and ends with exit code 1', async () => {
  const { code, lines } = await run(bill, cut, join(folder, 'none.pdf'), ...asBill, '--json')
  expect(code).toBe(1)
  const [read, refused, missing] = lines.map((line) => JSON.parse(line))
  expect(Validation.parse(read.validation).checks.length).toBeGreaterThan(0)
  expect(refused).toMatchObject({ file: cut, validation: null, problem: { reason: 'file_damaged' } })
  expect(missing).toMatchObject({ problem: { code: 'not_found' } })
})

test.each([
  [['--as', 'pasport', 'a.pdf'], '--as takes one of'],
  [['--born', '12.3.1985', '--client', 'A B', 'a.pdf'], 'is not a day'],
  [['--born', '1985-03-12', 'a.pdf'], '--client'],
  [['--what', 'a.pdf'], '--what'],
  [[], 'npm run inspect'],
])('%j is answered with what is wrong and exit code 2', async (args, words) => {
  const { code, said } = await run(...args)
  expect(code).toBe(2)
  expect(said).toContain(words)
})
