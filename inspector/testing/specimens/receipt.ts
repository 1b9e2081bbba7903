import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Change } from './changes.ts'
import type { Random } from './random.ts'
import './surface.ts'

/** The content of a drawn receipt. */
export interface ReceiptTruth {
  /** YYYY-MM-DD */
  date: string
  /** In hundredths of the currency. */
  total: number
  currency: string | null
}

/** Draws a till receipt: narrow, faint, its columns set with spaces. `random` picks the words and their order. */
export const drawReceipt = (random: Random): { canvas: Canvas; truth: ReceiptTruth } => {
  const date = `${random.whole(2018, 2026)}-${two(random.whole(1, 9))}-${two(random.whole(1, 28))}`
  const items = Array.from({ length: random.whole(2, 9) }, () => ({
    name: random.pick(goods),
    price: random.whole(45, 2999),
  }))
  const sum = items.reduce((total, { price }) => total + price, 0)
  const rounding = random.pick([0, 0, roundingOf(sum)])
  const total = sum + rounding
  const sign = random.pick(['', '', 'RM', 'EUR '])
  const money = (pence: number) => `${pence < 0 ? '-' : ''}${sign}${amountOf(Math.abs(pence))}`
  const day = dateLines(date, random)
  const paid = Math.ceil(total / 500) * 500
  const tillFirst = random.pick([true, false])
  const withParts: Row[] = random.pick([true, false]) ? [['Sub Total', amountOf(sum)]] : []
  const byCard: Row[] = [['VISA', money(total)]]
  const inCash: Row[] = [
    ['Cash', amountOf(paid)],
    ['Change', amountOf(paid - total)],
  ]
  const adjusted: Row[] = rounding === 0 ? [] : [['Rounding Adj', money(rounding)]]
  const sold = items.map(({ name, price }): Row => [name, amountOf(price)])
  const rows: Row[] = [
    [random.pick(shops)],
    [random.pick(['12 High Street, Ely CB7 4LJ', 'Unit 4, Mill Retail Park', 'Tel: 01353 496 0118'])],
    ['VAT reg 123 4567 89'],
    [''],
    ...(tillFirst ? day : []),
    ...sold,
    [''],
    ...withParts,
    ...adjusted,
    [random.pick(['TOTAL', 'Total', 'Grand Total', 'Total Amount', 'TOTAL DUE']), money(total)],
    ...(random.pick([true, false]) ? byCard : inCash),
    [''],
    ...(tillFirst ? [] : day),
    ['Thank you, please come again'],
  ]
  const canvas = drawRows(rows, random)
  return { canvas, truth: { date, total, currency: { RM: 'MYR', 'EUR ': 'EUR', '': null }[sign] ?? null } }
}

type Row = [left: string, right?: string]

const drawRows = (rows: Row[], random: Random) => {
  const canvas = createCanvas(760, 120 + rows.length * 42)
  const pen = canvas.getContext('2d')
  pen.fillStyle = random.pick(['#f6f4ee', '#ffffff', '#ecebe6'])
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = random.pick(['#2b2b2f', '#5d5d66', '#7b7884'])
  pen.font = `${random.whole(25, 31)}px "${random.pick(['Specimen Sans', 'Specimen Sans Bold'])}"`
  for (const [at, [left, right]] of rows.entries()) {
    const y = 80 + at * 42
    if (right === undefined && at < 3) pen.fillText(left, (canvas.width - pen.measureText(left).width) / 2, y)
    else pen.fillText(left, 50, y)
    if (right !== undefined) pen.fillText(right, canvas.width - 50 - pen.measureText(right).width, y)
  }
  return canvas
}

const dateLines = (date: string, random: Random): Row[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const time = `${two(random.whole(8, 20))}:${two(random.whole(0, 59))}`
  return random.pick<Row[]>([
    [[`Date: ${day}/${month}/${year}`, time]],
    [[`${day}-${month}-${year.slice(2)} ${time}`]],
    [['Invoice date', `${day} ${name} ${year}`]],
    [[`${year}-${month}-${day} ${time}`]],
    [[`${day}.${month}.${year.slice(2)}`, `Till 3  ${time}`]],
    [[`${name} ${Number(day)}, ${year} ${time}`]],
  ])
}

/** Crumpled paper: lines rise and fall, and each fold has a light and a dark side. `depth` is in pixels. */
export const crumpled =
  (depth: number): Change =>
  (picture, random) => {
    const { width, height } = picture
    const folds = Array.from({ length: 4 }, () => ({
      angle: random.between(-0.5, 0.5),
      length: random.between(0.25, 0.7) * height,
      start: random.between(0, Math.PI * 2),
    }))
    const at = (x: number, y: number) =>
      folds.reduce(
        (sum, { angle, length, start }) =>
          sum + Math.sin(((y * Math.cos(angle) + x * Math.sin(angle)) * 2 * Math.PI) / length + start),
        0,
      ) / folds.length
    const from = picture.getContext('2d').getImageData(0, 0, width, height).data
    const canvas = createCanvas(width, height)
    const pen = canvas.getContext('2d')
    const picked = pen.createImageData(width, height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const rise = at(x, y)
        const row = Math.min(height - 1, Math.max(0, Math.round(y + rise * depth)))
        const light = 1 + (at(x + 6, y + 6) - rise) * 2.2
        for (let channel = 0; channel < 3; channel++)
          picked.data[(y * width + x) * 4 + channel] = (from[(row * width + x) * 4 + channel] ?? 0) * light
        picked.data[(y * width + x) * 4 + 3] = 255
      }
    pen.putImageData(picked, 0, 0)
    return canvas
  }

/** The ring of a cup and a few drops. */
export const stained: Change = (picture, random) => {
  const pen = picture.getContext('2d')
  pen.strokeStyle = 'rgba(120,84,40,0.35)'
  pen.lineWidth = picture.width * 0.02
  pen.beginPath()
  pen.arc(
    picture.width * random.between(0.2, 0.8),
    picture.height * random.between(0.2, 0.8),
    picture.width * 0.2,
    0,
    Math.PI * 2,
  )
  pen.stroke()
  return picture
}

const two = (figure: number) => String(figure).padStart(2, '0')
const amountOf = (pence: number) => `${Math.floor(pence / 100)}.${two(pence % 100)}`
/** Cash prices are rounded to 0 or 5. */
const roundingOf = (pence: number) => Math.round(pence / 5) * 5 - pence

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const shops = ['FENLAND HARDWARE LTD', 'The Corner Bakery', 'Ouse Valley Books', 'CITY PHARMACY'] as const
const goods = [
  'Bread rolls x6',
  'Paint brush 25mm',
  'Notebook A5',
  'Batteries AA',
  'Tea 80 bags',
  'Light bulb',
  'Wall plugs',
  'Cough syrup',
] as const
