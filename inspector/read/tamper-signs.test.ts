import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import sharp, { type Exif } from 'sharp'
import { expect, test } from 'vitest'
import * as papers from '../testing/documents.ts'
import { type Draw, drawPdf, drawScan } from '../testing/paper.ts'
import { drawPhonePhoto, drawPhoto } from '../testing/pictures.ts'
import { turned } from '../testing/specimens/changes.ts'
import { twoToned } from '../testing/specimens/copies.ts'
import { adaeze } from '../testing/specimens/holders.ts'
import { inWindow, onPhoneScreen } from '../testing/specimens/others.ts'
import { drawOnPaper } from '../testing/specimens/papers.ts'
import { photograph } from '../testing/specimens/photograph.ts'
import { isFault, openPdf } from './pdf.ts'
import { editingSignsOfPdf, editingSignsOfPicture } from './tamper-signs.ts'

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

test('unedited scans and photos show no signs', async () => {
  expect(await signsOf(await drawScan(await drawPhoto()))).toEqual([])
  expect(await editingSignsOfPicture(await drawPhonePhoto())).toEqual([])
  const { canvas } = await drawOnPaper('bank statement', {
    holder: {
      surname: 'Okafor',
      givenNames: 'Adaeze',
      sex: 'F',
      birthDate: '1990-01-01',
      birthPlace: 'LEEDS',
      address: okafor.address,
    },
    date: '2026-11-03',
    dots: 1,
  })
  expect(await editingSignsOfPicture(await photograph(canvas, { kind: 'png' }))).toEqual([])
  const screen = await photograph(onPhoneScreen(canvas), { kind: 'png' })
  expect(await editingSignsOfPicture(screen)).toEqual([
    {
      sign: 'screenshot',
      evidence:
        'It has the size of a screen, 1170 × 2532, the even colours of one, and no notes of a camera.',
    },
  ])
})

test('a screenshot saved or forwarded as a JPEG is reported too', async () => {
  const { canvas } = await drawOnPaper('bank statement', { holder: adaeze, date: '2026-11-03', dots: 1 })
  const screen = await editingSignsOfPicture(await photograph(onPhoneScreen(canvas)))
  expect(screen).toMatchObject([{ sign: 'screenshot' }])
})

const billInWindow = [
  'British Gas',
  'Mrs Adaeze Okafor',
  '14 Elm Road, Leeds, LS6 2AB',
  'Your energy bill. Bill date: 2 November 2026',
  'Standing charge 30 days at 24p per day £7.20',
  'Electricity 240 kWh at 24p per kWh £57.60',
  'Amount due by Direct Debit £64.80',
]

const namesOfPicture = async (bytes: Uint8Array) =>
  (await editingSignsOfPicture(bytes)).map(({ sign }) => sign)

test('a page in the window of a browser is told by its letters, and no scan of one', async () => {
  const canvas = inWindow(billInWindow)
  expect(await editingSignsOfPicture(await photograph(canvas, { kind: 'png' }))).toEqual([
    {
      sign: 'screenshot',
      evidence:
        'Most of its letters look exactly alike wherever they occur, as on a screen. On scanned paper few do.',
    },
  ])
  for (const quality of [95, 85, 75])
    expect(await namesOfPicture(await photograph(canvas, { quality }))).toEqual(['screenshot'])
  expect(await namesOfPicture(await photograph(canvas, { changes: [turned(0.3)] }))).toEqual([])
  const scan = await photograph(canvas, { kind: 'png', changes: [turned(0.3)] })
  expect(await editingSignsOfPicture(scan)).toEqual([])
  const twoColoured = await photograph(inWindow(billInWindow), {
    kind: 'png',
    changes: [turned(0.3), twoToned()],
  })
  expect(await editingSignsOfPicture(twoColoured)).toEqual([])
})

// A program that saves a screenshot as a JPEG writes its size and colours, as Preview does on a Mac.
const fromProgram = { IFD2: { ColorSpace: '1', PixelXDimension: '913', PixelYDimension: '256' } }
const fromCamera = [
  { IFD0: { Make: 'Apple' } },
  { IFD0: { Software: '17.5', Model: 'SM-G991B' }, ...fromProgram },
]

test('notes of the program that saved a screenshot do not hide it, those of a camera do', async () => {
  const [inBrowser, onPhone] = [
    inWindow(billInWindow),
    onPhoneScreen(
      (await drawOnPaper('bank statement', { holder: adaeze, date: '2026-11-03', dots: 1 })).canvas,
    ),
  ]
  for (const canvas of [inBrowser, onPhone]) {
    const picture = await photograph(canvas, { kind: 'png' })
    const saved = async (notes: Exif) =>
      namesOfPicture(await sharp(picture).jpeg({ quality: 90 }).withExif(notes).toBuffer())
    expect(await saved(fromProgram)).toEqual(['screenshot'])
    expect(await saved({ ...fromProgram, IFD0: { Make: ' ' } })).toEqual(['screenshot'])
    for (const notes of fromCamera) expect(await saved(notes)).toEqual([])
  }
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

test("an editor's name in the metadata of a PDF or a picture is reported", async () => {
  const edited = await remade((document) => document.setProducer('Adobe Photoshop 25.1 (Macintosh)'))
  expect(await signsOf(edited)).toEqual([{ sign: 'editor', evidence: 'Its notes name Photoshop.' }])
  const typed = await remade((document) => document.setCreator('Microsoft® Word 2019'))
  expect(await namesOf(typed)).toEqual(['word_processor'])
  const engine = await remade((document) => document.setProducer('Amyuni PDF Writer 5.0; modified by iText'))
  expect(await namesOf(engine)).toEqual([])
  const picture = await sharp(await drawPhoto({ width: 400, height: 300 }))
    .withExif({ IFD0: { Software: 'GIMP 2.10.34' } })
    .jpeg()
    .toBuffer()
  expect(await editingSignsOfPicture(picture)).toEqual([
    { sign: 'editor', evidence: 'The notes of the picture name GIMP.' },
  ])
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
