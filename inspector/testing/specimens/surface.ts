import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const packages = createRequire(import.meta.url)
const sans = join(dirname(packages.resolve('pdfjs-dist/package.json')), 'standard_fonts')
// Canvas silently replaces a missing font, which would make every measurement meaningless.
const registered = [
  GlobalFonts.registerFromPath(
    fileURLToPath(new URL('../fonts/ocr-b.otf', import.meta.url)),
    'Specimen OCR-B',
  ),
  GlobalFonts.registerFromPath(join(sans, 'LiberationSans-Regular.ttf'), 'Specimen Sans'),
  GlobalFonts.registerFromPath(join(sans, 'LiberationSans-Bold.ttf'), 'Specimen Sans Bold'),
]
if (registered.includes(null)) throw new Error('The fonts of the specimens are not there.')

export interface Place {
  x: number
  y: number
  /** Font size. */
  size?: number
  isBold?: boolean
  colour?: string
}

/** A card or page to print on. All measures are millimetres from its top left corner. */
export interface Surface {
  canvas: Canvas
  pen: SKRSContext2D
  width: number
  height: number
  write: (text: string, place: Place) => void
  /** Prints a small label with its value below it. */
  field: (label: string, value: string, at: { x: number; y: number }) => void
  /** Prints the lines of an MRZ, ten letters per inch (Doc 9303 part 3 section 4.1). */
  zone: (lines: string[], at: { x: number; y: number }) => void
}

const pitch = 2.54
const ink = '#1c1a22'

/** Creates a surface with `dots` pixels per millimetre; 12 is a good scan. */
export const newSurface = (width: number, height: number, dots = 12): Surface => {
  const canvas = createCanvas(Math.round(width * dots), Math.round(height * dots))
  const pen = canvas.getContext('2d')
  pen.scale(dots, dots)
  const write: Surface['write'] = (text, { x, y, size = 3, isBold = false, colour = ink }) => {
    pen.fillStyle = colour
    pen.font = `${size}px "Specimen Sans${isBold ? ' Bold' : ''}"`
    pen.fillText(text, x, y)
  }
  return {
    canvas,
    pen,
    width,
    height,
    write,
    field: (label, value, { x, y }) => {
      write(label, { x, y, size: 1.75, colour: '#47445a' })
      write(value, { x, y: y + 3.3, size: 3 })
    },
    zone: (lines, { x, y }) => {
      pen.fillStyle = '#121212'
      pen.font = '10px "Specimen OCR-B"'
      pen.font = `${(10 * pitch) / pen.measureText('<').width}px "Specimen OCR-B"`
      for (const [row, line] of lines.entries())
        for (const [column, letter] of [...line].entries())
          pen.fillText(letter, x + column * pitch, y + row * 4.23)
    },
  }
}

/** Draws fine waves in pale colours, as behind the print of identity documents. */
export const drawWaves = ({ pen, width, height }: Surface, [paper, line]: [string, string]) => {
  pen.fillStyle = paper
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = line
  pen.lineWidth = 0.12
  for (let row = -4; row < height + 4; row += 1.1) {
    pen.beginPath()
    for (let x = 0; x <= width; x += 1)
      pen.lineTo(x, row + Math.sin(x / 6 + row / 3) * 1.6 + Math.sin(x / 2.3) * 0.5)
    pen.stroke()
  }
}
