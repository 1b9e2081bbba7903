import { readFileSync } from 'node:fs'
import os from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { Validation } from '#contract/documents/validation.ts'
import { openInspector } from './inspector.ts'
import { bombs } from './testing/bombs.ts'
import { okafor, utilityBill } from './testing/documents.ts'
import { heavyPdfs, slowPdf } from './testing/hostile.ts'
import { drawPdf } from './testing/paper.ts'
import { drawPhoto } from './testing/pictures.ts'
import { knownAdaeze } from './testing/read-drawn.ts'
import { refusalOf } from './testing/refusal.ts'

const inspector = openInspector()
afterAll(() => inspector.close())

const bill = await drawPdf(utilityBill(okafor))
const expectation = {
  expectedTypes: ['address_proof' as const],
  today: '2026-11-20',
  client: knownAdaeze,
}
const timed = async <T>(work: Promise<T>) => {
  const began = performance.now()
  const result = await work
  return { result, took: performance.now() - began }
}

test('a bill is accepted, read, shown and searched in the separate process', async () => {
  expect(await inspector.accept(bill, { filename: 'bill.pdf' })).toMatchObject({ kind: 'pdf', pages: 1 })
  const verdict = await inspector.inspect(bill, expectation)
  expect(Validation.parse(verdict)).toMatchObject({ valid: true, issues: [] })
  const picture = await inspector.renderPage(bill, 1, { width: 300 })
  expect(Buffer.from(picture).subarray(1, 4).toString()).toBe('PNG')
  expect((await inspector.pageText(bill, 1)).map(({ text }) => text)).toContain('Mrs Adaeze Okafor')
  const preview = await inspector.imagePreview(await drawPhoto(), { width: 200 })
  expect([...preview.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

test.runIf(process.platform === 'linux')(
  'a process that opens files goes after one that answers',
  async () => {
    await inspector.inspect(bill, expectation)
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .trim()
      .split(' ')
    const priorities = children.map((pid) => os.getPriority(Number(pid)))
    expect(Math.min(...priorities)).toBeGreaterThan(os.getPriority())
  },
)

test('a refusal crosses over with its code, reason and sentence', async () => {
  expect(await refusalOf(inspector.accept(new Uint8Array(), { filename: 'a.pdf' }))).toMatchObject({
    reason: 'file_empty',
  })
  const broken = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3000, 'x'), Buffer.from('\n%%EOF')])
  expect(await refusalOf(inspector.accept(broken, { filename: 'a.pdf' }))).toMatchObject({
    code: 'unprocessable',
    reason: 'file_damaged',
  })
  expect(await refusalOf(inspector.renderPage(bill, 2, { width: 300 }))).toMatchObject({ code: 'not_found' })
})

test.each(Object.entries(heavyPdfs))('%s costs at most its own verdict', async (_, make) => {
  const bytes = make()
  // Restarts the process that the last file may have ended, so that the start is not measured.
  await inspector.wake()
  const before = process.memoryUsage.rss()

  const accepted = await timed(
    inspector.accept(bytes, { filename: 'a.pdf' }).catch(({ code }: { code: string }) => code),
  )
  const read = await timed(inspector.inspect(bytes, expectation))

  // Four seconds of CPU time can be three times as many of wall-clock time on a busy machine.
  expect(accepted.took).toBeLessThan(13_000)
  expect(accepted.result).toSatisfy((answer) => answer === 'unprocessable' || typeof answer === 'object')
  expect(read.result).toMatchObject({
    valid: false,
    metadata: { verificationFlags: { requiresManualReview: true } },
  })
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
})

test('a file that expands too far is neither accepted, nor read, nor shown', async () => {
  const bytes = bombs['zeros packed twice']?.() ?? Buffer.alloc(0)
  expect(await refusalOf(inspector.accept(bytes, { filename: 'a.pdf' }))).toMatchObject({
    code: 'unprocessable',
    reason: 'too_complex',
  })
  expect(await inspector.inspect(bytes, expectation)).toMatchObject({
    valid: false,
    metadata: { verificationFlags: { requiresManualReview: true } },
  })
  expect(await refusalOf(inspector.renderPage(bytes, 1, { width: 300 }))).toMatchObject({
    reason: 'no_preview',
  })
})

test('a page one point wide is read like any other', async () => {
  const tall = heavyPdfs['a page a million points high']?.() ?? Buffer.alloc(0)
  const { issues } = await inspector.inspect(tall, expectation)
  expect(issues[0]).toMatch(/^There is nothing on this page/)
})

test('after the worst file the next one is read as usual', async () => {
  const bomb = slowPdf()
  const impatient = openInspector({ readLimit: 400, quickLimit: 400, showLimit: 400 })

  const answers = await Promise.all([
    impatient.inspect(bomb, expectation),
    impatient.inspect(bomb, expectation),
    refusalOf(impatient.renderPage(bomb, 1, { width: 300 })),
  ])
  expect(answers).toMatchObject([
    { valid: false, confidence: 0, issues: [] },
    { valid: false, confidence: 0, issues: [] },
    { code: 'unprocessable', reason: 'no_preview' },
  ])
  await impatient.close()
  expect(await inspector.inspect(bill, expectation)).toMatchObject({ valid: true })
})

test('a file is accepted while many others wait to be shown', async () => {
  const large = await drawPhoto({ width: 6000, height: 4000 })
  // The process that accepts may be at rest, and would only start while the others are shown.
  await inspector.wake()
  let shown = 0
  const many = Array.from({ length: 12 }, () =>
    inspector.imagePreview(large, { width: 300 }).then(() => {
      shown += 1
    }),
  )
  expect(await inspector.accept(bill, { filename: 'bill.pdf' })).toMatchObject({ kind: 'pdf' })
  expect(shown).toBeLessThan(many.length / 2)
  await Promise.all(many)
})

test('once closed, files are put off and not lost in an error', async () => {
  const closed = openInspector()
  await closed.close()
  expect(await refusalOf(closed.accept(bill, { filename: 'a.pdf' }))).toMatchObject({ code: 'unavailable' })
  expect(await refusalOf(closed.inspect(bill, expectation))).toMatchObject({ code: 'unavailable' })
})
