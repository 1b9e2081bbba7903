import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import * as papers from '../testing/documents.ts'
import { type Draw, drawPdf, drawScan } from '../testing/paper.ts'
import { drawPhoto } from '../testing/pictures.ts'
import { isFault, openPdf } from './pdf.ts'
import { editingSignsOfPdf } from './tamper-signs.ts'

const { okafor } = papers
const signsOf = async (bytes: Uint8Array) => {
  const pdf = await openPdf(bytes)
  if (isFault(pdf)) throw new Error(pdf)
  try {
    return await editingSignsOfPdf(bytes, pdf)
  } finally {
    await pdf.close()
  }
}
const namesOf = async (bytes: Uint8Array) => (await signsOf(bytes)).map(({ sign }) => sign)

const honest: [string, Draw][] = [
  ['a utility bill', papers.utilityBill(okafor)],
  ['a bank statement', papers.bankStatement(okafor)],
  ['a statement of a bank on a phone', papers.phoneBankStatement(okafor)],
  ['a council tax bill', papers.councilTaxBill(okafor, '2026/27')],
  ['a mortgage statement', papers.mortgageStatement(okafor)],
  ['a mobile bill', papers.mobileBill(okafor)],
  ['a payslip', papers.payslip(okafor)],
  ['a completion statement', papers.completionStatement(okafor)],
  ['a gift letter', papers.giftLetter(okafor)],
]

test.each(honest)('%s as it was made shows no sign of editing', async (_, draw) => {
  expect(await signsOf(await drawPdf(draw))).toEqual([])
})

test('an unedited scan shows no signs', async () => {
  expect(await signsOf(await drawScan(await drawPhoto()))).toEqual([])
})

test('words laid over a page or typed into its fields are reported, a link is not', async () => {
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [60, 30, 200, 50] }
  expect(await namesOf(await remade((document) => annotate(document, link)))).toEqual([])
  const laid = { Type: 'Annot', Subtype: 'FreeText', Rect: [60, 700, 200, 720], F: 4 }
  expect(await signsOf(await remade((document) => annotate(document, laid)))).toEqual([
    { sign: 'added', evidence: 'On page 1, something was added on top of the page.' },
  ])
  const hidden = { ...laid, F: 2 }
  expect(await namesOf(await remade((document) => annotate(document, hidden)))).toEqual([])
})

const annotate = (document: PDFDocument, annotation: Record<string, string | number | number[]>) =>
  document.getPage(0).node.addAnnot(document.context.register(document.context.obj(annotation)))

const remade = async (change: (document: PDFDocument) => unknown) => {
  const document = await PDFDocument.load(await drawPdf(papers.bankStatement(okafor)), {
    updateMetadata: false,
  })
  await change(document)
  return document.save()
}

test("an editor's name in the metadata of a PDF is reported", async () => {
  const edited = await remade((document) => document.setProducer('Adobe Photoshop 25.1 (Macintosh)'))
  expect(await signsOf(edited)).toEqual([{ sign: 'editor', evidence: 'Its notes name Photoshop.' }])
  const typed = await remade((document) => document.setCreator('Microsoft® Word 2019'))
  expect(await namesOf(typed)).toEqual(['word_processor'])
  const engine = await remade((document) => document.setProducer('Amyuni PDF Writer 5.0; modified by iText'))
  expect(await namesOf(engine)).toEqual([])
})

test('a change days later, or an addition to the file, is reported', async () => {
  const later = await remade((document) => {
    document.setCreationDate(new Date('2026-11-03T10:00:00Z'))
    document.setModificationDate(new Date('2026-11-12T10:00:00Z'))
  })
  expect(await signsOf(later)).toEqual([
    { sign: 'saved_again', evidence: 'It was changed 9 days after it was made.' },
  ])
  const first = Buffer.from(await drawPdf(papers.bankStatement(okafor)))
  const added = Buffer.concat([first, first.subarray(first.lastIndexOf('startxref'))])
  expect(await signsOf(added)).toEqual([
    { sign: 'saved_again', evidence: 'Changes were added to the file once after its first saving.' },
  ])
})

test.each<[string, (document: PDFDocument) => unknown]>([
  ['by its catalogue', (document) => document.catalog.set(PDFName.of('OpenAction'), scriptIn(document))],
  ['by its names', (document) => document.addJavaScript('first', 'this.print(); app.alert("9")')],
  ['as settings of a printer', (document) => document.addJavaScript('first', hiddenInSettings)],
  [
    'with its first page',
    (document) =>
      document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: scriptIn(document) })),
  ],
])('a script that a PDF runs %s is reported', async (_, change) => {
  expect(await signsOf(await remade(change))).toEqual([
    { sign: 'script', evidence: 'It runs a script by itself, which can change what it shows.' },
  ])
})

const hiddenInSettings =
  'var pp = this.getPrintParams(); pp.value = this.getField("sum").value; this.print(pp);'

test.each([
  'this.print(true);',
  'print({ bUI: true, bSilent: false });',
  'var pp = this.getPrintParams(); pp.interactive = pp.constants.interactionLevel.full; this.print(pp);',
])('a script that only prints the file is reported as such: %s', async (script) => {
  expect(await signsOf(await remade((document) => document.addJavaScript('print', script)))).toEqual([
    { sign: 'print_script', evidence: 'It runs a script by itself, which does nothing but print it.' },
  ])
})

const actionIn = ({ context }: PDFDocument, script: string, next = {}) =>
  context.obj({ S: 'JavaScript', JS: PDFString.of(script), ...next })

test.each<[string, (document: PDFDocument) => unknown]>([
  [
    'follows it',
    (document) =>
      document.catalog.set(
        PDFName.of('OpenAction'),
        actionIn(document, 'this.print(true);', { Next: scriptIn(document) }),
      ),
  ],
  [
    'has the name of what runs on opening',
    (document) => {
      document.addJavaScript('OpenAction', 'this.getField("sum").value = 9')
      document.catalog.set(PDFName.of('OpenAction'), actionIn(document, 'this.print(true);'))
    },
  ],
  [
    'runs with its fifth page',
    (document) => {
      document.addJavaScript('print', 'this.print(true);')
      for (let page = 2; page < 5; page++) document.addPage()
      document.addPage().node.set(PDFName.of('AA'), document.context.obj({ O: scriptIn(document) }))
    },
  ],
])('a file that prints itself is not said to do only that where another script %s', async (_, change) => {
  expect(await namesOf(await remade(change))).toEqual(['script'])
})

test('a layer switched after the printing, or a file whose parts are locked, is not said to print only', async () => {
  const switched = await remade((document) => {
    const Next = document.context.obj({ S: 'SetOCGState', State: [] })
    document.catalog.set(PDFName.of('OpenAction'), actionIn(document, 'this.print(true);', { Next }))
  })
  expect(await namesOf(switched)).toEqual(['script'])
  const locked = await remade(async (document) => {
    document.addJavaScript('print', 'this.print(true);')
    await document.flush()
    document.encrypt({ userPassword: '', ownerPassword: 'the bank', permissions: {} })
  })
  expect(await namesOf(locked)).toEqual(['script'])
})

test('a script that prints the file as it is closed is not said to run as it is opened', async () => {
  const closing = await remade((document) =>
    document.catalog.set(
      PDFName.of('AA'),
      document.context.obj({ WC: actionIn(document, 'this.print(true);') }),
    ),
  )
  expect(await signsOf(closing)).toEqual([
    { sign: 'print_script', evidence: 'It runs a script by itself, which does nothing but print it.' },
  ])
})

test('a PDF that opens at a page, or has a field that calculates, runs no script by itself', async () => {
  const opened = await remade((document) =>
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj([document.getPage(0).ref, 'Fit'])),
  )
  expect(await signsOf(opened)).toEqual([])
  const calculating = await remade((document) => {
    const { context } = document
    const field = context.obj({ FT: 'Tx', T: PDFString.of('sum'), AA: { C: scriptIn(document) } })
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [context.register(field)] }))
  })
  expect(await signsOf(calculating)).toEqual([])
})

const scriptIn = ({ context }: PDFDocument) =>
  context.obj({ S: 'JavaScript', JS: PDFString.of('this.getField("sum").value = 9') })

test('an amount typed over another is reported with both amounts', async () => {
  const patched: Draw = (pen) => {
    papers.bankStatement(okafor)(pen)
    pen.cover({ x: 478, y: 420, width: 60, height: 12 })
    pen.write('93,547.41', { x: 480, y: 430, size: 9 })
  }
  expect(await signsOf(await drawPdf(patched))).toEqual([
    { sign: 'two_texts', evidence: 'On page 1, “3,547.41” and “93,547.41” lie in the same place.' },
  ])
})

test('an amount in another typeface than its neighbours is reported', async () => {
  const mixed = await remade(async (document) => {
    const font = await document.embedFont(StandardFonts.Courier)
    document.getPage(0).drawText('9,914.01', { x: 540, y: 842 - 416, size: 9, font })
  })
  expect(await namesOf(mixed)).toEqual(['mixed_fonts'])
})
