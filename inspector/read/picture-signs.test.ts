import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import sharp, { type Exif } from 'sharp'
import { expect, test } from 'vitest'
import { inspect } from '../inspect.ts'
import { okafor } from '../testing/documents.ts'
import { drawScan } from '../testing/paper.ts'
import { drawPhonePhoto, drawPhoto } from '../testing/pictures.ts'
import { grainy, sized, turned } from '../testing/specimens/changes.ts'
import { twoToned } from '../testing/specimens/copies.ts'
import { adaeze } from '../testing/specimens/holders.ts'
import { inWindow, onPhoneScreen } from '../testing/specimens/others.ts'
import { drawOnPaper } from '../testing/specimens/papers.ts'
import { photograph } from '../testing/specimens/photograph.ts'
import { isFault, openPdf } from './pdf.ts'
import { editingSignsOfPicture, screenshotSignsOfPage } from './tamper-signs.ts'

test('an unedited photo shows no signs', async () => {
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
  const photo = await photograph(canvas, { kind: 'png', changes: [turned(0.3)] })
  expect(await editingSignsOfPicture(photo)).toEqual([])
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
  const screen = await editingSignsOfPicture(await photograph(await billOnPhone()))
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
        'Many of its letters look exactly alike wherever they occur, as on a screen. On scanned till receipts few do.',
    },
  ])
  for (const quality of [95, 90])
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

/** A page with few letters on a screen of two or three dots a pixel, which begin between the dots. */
const onFineScreen = () => {
  const canvas = createCanvas(1985, 900)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#222222'
  for (const [line, words] of billInWindow.entries()) {
    pen.font = `${[37, 41.25, 36.67][line % 3]}px "Specimen Sans"`
    let x = 100
    for (const letter of words) {
      pen.fillText(letter, x, 80.3 + line * 61.7)
      x += pen.measureText(letter).width
    }
  }
  return canvas
}

test('a page with few letters on a fine screen is told by those that look alike', async () => {
  expect(await namesOfPicture(await photograph(onFineScreen(), { kind: 'png' }))).toEqual(['screenshot'])
  const scan = await photograph(onFineScreen(), { kind: 'png', changes: [turned(0.3)] })
  expect(await namesOfPicture(scan)).toEqual([])
})

/** The upper part of a letter printed at 600 dpi on white paper. */
const printedLetter = () => {
  const canvas = createCanvas(4960, 3000)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#111111'
  pen.font = '92px "Specimen Sans"'
  for (let line = 0; line < 20; line++) {
    const words = billInWindow[line % billInWindow.length] ?? ''
    pen.fillText(`${words}. We hold ${line + 12} letters of yours.`, 600 + line * 7.3, 300 + line * 131)
  }
  return canvas
}

/** What an office scanner makes of it: a picture of fewer dots, whose ground it wipes clean. */
const officeScan = async ({ dpi, degrees }: { dpi: number; degrees: number }) => {
  const print = await photograph(printedLetter(), {
    kind: 'png',
    changes: [turned(degrees), sized((4960 * dpi) / 600), grainy(10)],
  })
  return sharp(print).flatten({ background: 'white' }).greyscale()
}

test('a letter from an office scanner is not taken for a screenshot', async () => {
  for (const dpi of [150, 200])
    for (const degrees of [0, 0.3]) {
      const scan = await officeScan({ dpi, degrees })
      for (const clean of [scan.clone().linear(1.6, -110), scan.clone().threshold(150)]) {
        expect(await namesOfPicture(await clean.clone().png().toBuffer())).toEqual([])
        for (const quality of [95, 75])
          expect(await namesOfPicture(await clean.clone().jpeg({ quality }).toBuffer())).toEqual([])
      }
    }
})

test('a scanned receipt with the proportions of a phone is not taken for its screen', async () => {
  const scan = (await officeScan({ dpi: 150, degrees: 0.3 })).linear(1.6, -110)
  const size = { width: 789, height: 1772, fit: 'contain', background: 'white' } as const
  const narrow = await sharp(await scan.png().toBuffer())
    .extract({ left: 130, top: 50, width: 600, height: 700 })
    .resize(size)
    .jpeg({ quality: 75 })
    .toBuffer()
  expect(await namesOfPicture(narrow)).toEqual([])
})

test('a screenshot that a messenger reduced is known by its size', async () => {
  const sent = await sharp(await photograph(await billOnPhone(), { kind: 'png' }))
    .resize({ height: 1600 })
    .jpeg({ quality: 75 })
    .toBuffer()
  expect(await namesOfPicture(sent)).toEqual(['screenshot'])
})

/** A PDF with only this picture, which loses nothing of a PNG. */
const inPdf = async (picture: Buffer) => {
  const { format } = await sharp(picture).metadata()
  if (format === 'jpeg') return drawScan(picture)
  const document = await PDFDocument.create()
  const image = await document.embedPng(picture)
  document.addPage([595, 842]).drawImage(image, { width: 595, height: (595 * image.height) / image.width })
  return document.save()
}

const namesOfPage = async (bytes: Uint8Array) => {
  const pdf = await openPdf(bytes)
  if (isFault(pdf)) throw new Error(`This PDF did not open: ${pdf}`)
  const signs = await screenshotSignsOfPage(await pdf.page(1), 1)
  await pdf.close()
  return signs.map(({ sign }) => sign)
}

test('a screenshot put into a PDF is for a person', async () => {
  const canvas = inWindow(billInWindow)
  const validation = await inspect(await inPdf(await photograph(canvas, { kind: 'png' })), {
    expectedTypes: ['utility_bill'],
    today: '2026-11-20',
    client: null,
  })
  expect(validation.valid).toBe(false)
  expect(validation.checks).toContainEqual(
    expect.objectContaining({
      rule: 'not_edited',
      outcome: 'failed',
      read: 'Page 1 is a picture, and most of its letters look exactly alike wherever they occur, as on a screen.',
    }),
  )
  for (const quality of [95, 90])
    expect(await namesOfPage(await inPdf(await photograph(canvas, { quality })))).toEqual(['screenshot'])
})

test('a scan in a PDF is not taken for a screenshot, nor is one with words of its own', async () => {
  for (const degrees of [0, 0.3]) {
    const scan = await officeScan({ dpi: 150, degrees })
    for (const clean of [scan.clone(), scan.clone().linear(1.6, -110), scan.clone().threshold(150)]) {
      expect(await namesOfPage(await inPdf(await clean.clone().png().toBuffer()))).toEqual([])
      expect(await namesOfPage(await inPdf(await clean.clone().jpeg({ quality: 75 }).toBuffer()))).toEqual([])
    }
  }
  const screenshot = await photograph(inWindow(billInWindow), { quality: 95 })
  const read = await drawScan(screenshot, ({ write }) => write('British Gas', { x: 40, y: 60 }))
  expect(await namesOfPage(read)).toEqual([])
})

const billOnPhone = async () => {
  const { canvas } = await drawOnPaper('bank statement', { holder: adaeze, date: '2026-11-03', dots: 1 })
  return onPhoneScreen(canvas)
}

// A program that saves a screenshot as a JPEG writes its size and colours, as Preview does on a Mac.
const fromProgram = { IFD2: { ColorSpace: '1', PixelXDimension: '913', PixelYDimension: '256' } }
const fromCamera: Exif[] = [
  { IFD0: { Make: 'Apple' } },
  { IFD0: { Software: '17.5', Model: 'SM-G991B' }, ...fromProgram },
]

test('notes of the program that saved a screenshot do not hide it, those of a camera do', async () => {
  for (const canvas of [inWindow(billInWindow), await billOnPhone()]) {
    const picture = await photograph(canvas, { kind: 'png' })
    const saved = async (notes: Exif) =>
      namesOfPicture(await sharp(picture).jpeg({ quality: 90 }).withExif(notes).toBuffer())
    expect(await saved(fromProgram)).toEqual(['screenshot'])
    expect(await saved({ ...fromProgram, IFD0: { Make: ' ' } })).toEqual(['screenshot'])
    for (const notes of fromCamera) expect(await saved(notes)).toEqual([])
  }
})

test('a picture whose pixels are damaged keeps the signs of its notes', async () => {
  for (const canvas of [inWindow(billInWindow), await billOnPhone()]) {
    const edited = await sharp(await photograph(canvas, { kind: 'png' }))
      .jpeg({ quality: 90 })
      .withExif({ IFD0: { Software: 'GIMP 2.10.34' } })
      .toBuffer()
    const begin = edited.lastIndexOf(Buffer.from([0xff, 0xda]))
    const [before, behind] = [edited.subarray(0, begin), edited.subarray(begin)]
    const withSpareBytes = Buffer.concat([before, Buffer.from('spare'), behind])
    expect(await namesOfPicture(withSpareBytes)).toEqual(['editor', 'screenshot'])
    const cut = edited.subarray(0, begin + 400)
    expect(await namesOfPicture(cut)).toEqual(['editor'])
  }
})

test("an editor's name in the metadata of a picture is reported", async () => {
  const picture = await sharp(await drawPhoto({ width: 400, height: 300 }))
    .withExif({ IFD0: { Software: 'GIMP 2.10.34' } })
    .jpeg()
    .toBuffer()
  expect(await editingSignsOfPicture(picture)).toEqual([
    { sign: 'editor', evidence: 'The notes of the picture name GIMP.' },
  ])
})
