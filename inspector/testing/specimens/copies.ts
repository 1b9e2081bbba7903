import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Change } from './changes.ts'

/** A black-and-white scan or a fax: nothing between ink and paper. */
export const twoToned =
  (threshold = 140): Change =>
  (picture) =>
    repainted(picture, (red, green, blue) => {
      const grey = greyOf(red, green, blue) > threshold ? 255 : 0
      return [grey, grey, grey]
    })

/** A greyscale scan, which is what many office scanners make. */
export const greyed: Change = (picture) =>
  repainted(picture, (red, green, blue) => {
    const grey = greyOf(red, green, blue)
    return [grey, grey, grey]
  })

/** A negative: each colour becomes its opposite. */
export const negated: Change = (picture) =>
  repainted(picture, (red, green, blue) => [255 - red, 255 - green, 255 - blue])

/** A photo of a screen: rows of dots in three colours, `pitch` pixels apart and slightly rotated. */
export const onScreenDots =
  (pitch = 3.3, strength = 0.2): Change =>
  (picture) => {
    const [cos, sin] = [Math.cos(0.05), Math.sin(0.05)]
    const turn = (2 * Math.PI) / pitch
    return repainted(picture, (red, green, blue, { x, y }) => {
      const row = Math.sin((y * cos - x * sin) * turn) * 0.5
      const dot = (shift: number) => Math.sin((x * cos + y * sin) * turn + shift) * 0.7 + row - 1.2
      return [red, green, blue].map((item, at) => item * (1 + (strength / 2) * dot(at * 2.1)))
    })
  }

/** Two documents in one photo, the second below the first. */
export const together = (first: Canvas, second: Canvas): Canvas => {
  const gap = Math.round(first.height * 0.06)
  const canvas = createCanvas(Math.max(first.width, second.width), first.height + gap + second.height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#6f6558'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(first, 0, 0)
  pen.drawImage(second, 0, first.height + gap)
  return canvas
}

const greyOf = (red: number, green: number, blue: number) => red * 0.299 + green * 0.587 + blue * 0.114

type Paint = (red: number, green: number, blue: number, at: { x: number; y: number }) => number[]

const repainted = (picture: Canvas, paint: Paint): Canvas => {
  const pen = picture.getContext('2d')
  const picked = pen.getImageData(0, 0, picture.width, picture.height)
  const { data } = picked
  for (let at = 0; at < data.length; at += 4)
    data.set(
      paint(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, {
        x: (at / 4) % picture.width,
        y: Math.floor(at / 4 / picture.width),
      }),
      at,
    )
  pen.putImageData(picked, 0, 0)
  return picture
}
