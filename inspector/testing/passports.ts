import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import sharp from 'sharp'

/** The font's own name; another would be replaced in silence. */
const font = 'Zone'
GlobalFonts.registerFromPath(new URL('fonts/ocr-b.otf', import.meta.url).pathname, font)

export interface Held {
  /** Degrees clockwise that the page was turned. */
  turn?: number
  /** Pixels along the page's long side. */
  width?: number
  /** Degrees that the camera looked aslant, as a shear. */
  slant?: number
  /** From one row of the zone to the next, in pixels of the page as it is drawn. */
  leading?: number
}

/** A page of a passport with a zone of one's own, photographed on a table; JPEG. */
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
  // A row of a passport is 44 letters on 112 mm of the page's 125 mm (ICAO Doc 9303 part 3 section 4.1).
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
