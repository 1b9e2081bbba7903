import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import sharp from 'sharp'

/** A font name of its own: canvas would silently replace an unknown font. */
const font = 'Zone'
GlobalFonts.registerFromPath(new URL('fonts/ocr-b.otf', import.meta.url).pathname, font)

export interface Held {
  /** Clockwise rotation of the page in degrees. */
  turn?: number
  /** Long side of the page in pixels. */
  width?: number
  /** Angle of the camera in degrees, drawn as a shear. */
  slant?: number
  /** Distance between the rows of the MRZ, in pixels of the drawn page. */
  leading?: number
}

/** Draws a passport page with the given MRZ rows, photographed on a table, as a JPEG. */
export const drawZonePage = async (
  rows: string[],
  { turn = 0, width = 1300, slant = 0, leading = 58 }: Held = {},
) => {
  const canvas = createCanvas(1250, 880)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#e8e4ee'
  pen.fillRect(0, 0, 1250, 880)
  pen.fillStyle = '#b8b4bb'
  pen.fillRect(60, 150, 300, 390)
  pen.fillStyle = '#2c2a30'
  pen.font = '26px sans-serif'
  for (const [at, text] of printed.entries()) pen.fillText(text, at === 0 ? 60 : 420, 70 + at * 78)
  // A passport row has 44 letters on 112 mm of the page's 125 mm (ICAO Doc 9303 part 3 section 4.1).
  pen.font = `36px "${font}"`
  const pitch = 1110 / (rows[0]?.length ?? 44)
  for (const [at, row] of rows.entries())
    for (const [column, letter] of [...row].entries())
      pen.fillText(letter, 70 + column * pitch, 760 + at * leading)
  const page = sharp(await canvas.encode('png')).resize(Math.round(width))
  const skew = Math.tan((slant * Math.PI) / 180)
  const background = '#6b5a48'
  const seen = sharp(await page.png().toBuffer()).affine([1, skew, 0, 1], { background })
  return sharp(await seen.png().toBuffer())
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background })
    .rotate(turn, { background })
    .jpeg({ quality: 85 })
    .toBuffer()
}

const printed = [
  'UNITED KINGDOM OF GREAT BRITAIN',
  'Surname/Nom',
  'ERIKSSON',
  'Given names/Prenoms',
  'ANNA MARIA',
  'BRITISH CITIZEN',
]
