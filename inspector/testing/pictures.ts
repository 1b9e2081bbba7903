import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'

export interface PhotoFacts {
  width?: number
  height?: number
  /** Radius of the blur, in pixels of a picture 1,000 wide. */
  blur?: number
  /** 1 is unchanged, 0.2 nearly dark. */
  light?: number
  /** Number of lines of print. */
  lines?: number
  /** Radius of a white spot as a fraction of the width. */
  glare?: number
}

/** A photo of a printed page on a desk. */
export const drawPhoto = async (facts: PhotoFacts = {}): Promise<Buffer> => {
  const { width = 1600, height = 1200, blur = 0, light = 1, glare = 0, lines = 20 } = facts
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#6b5a48'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#e9e6df'
  pen.fillRect(width * 0.1, height * 0.05, width * 0.8, height * 0.9)
  pen.fillStyle = '#23211f'
  pen.font = `${Math.round(width / 60)}px sans-serif`
  for (let line = 0; line < lines; line++)
    pen.fillText(
      'Statement of account 12345678 for Mrs Adaeze Okafor',
      width * 0.14,
      height * (0.12 + line * 0.04),
    )
  if (glare > 0) {
    pen.fillStyle = '#ffffff'
    pen.beginPath()
    pen.arc(width * 0.5, height * 0.5, width * glare, 0, Math.PI * 2)
    pen.fill()
  }
  const drawn = sharp(await canvas.encode('png')).linear(light, 0)
  const taken = blur > 0 ? drawn.blur((blur * width) / 1000) : drawn
  return taken.jpeg({ quality: 88 }).toBuffer()
}

/** A photo as a phone saves it: on its side, with GPS coordinates and a script in its metadata. */
export const drawPhonePhoto = async () =>
  sharp(await drawPhoto({ width: 800, height: 600 }))
    .withExif({
      IFD0: { Make: 'Apple', Copyright: '<script>alert(1)</script>' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const drawPng = (width = 640, height = 480) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: 'white',
    },
  })
    .png()
    .toBuffer()

export const drawFlatPicture = (width: number, height: number, kind: 'jpeg' | 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c8d0d4' } })
    .toFormat(kind)
    .toBuffer()
