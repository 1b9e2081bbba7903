import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Random } from './random.ts'

/** Something that happens to a document between the printer and the file. Returns the changed picture. */
export type Change = (picture: Canvas, random: Random) => Canvas

/** Rotates clockwise by degrees. The corners stay empty until it is put on a desk. */
export const turned =
  (degrees: number): Change =>
  (picture) => {
    const angle = (degrees * Math.PI) / 180
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
    const { width, height } = picture
    const [canvas, pen] = sheet(width * cos + height * sin, width * sin + height * cos)
    pen.translate(canvas.width / 2, canvas.height / 2)
    pen.rotate(angle)
    pen.drawImage(picture, -width / 2, -height / 2)
    return canvas
  }

/** Puts it on a wooden table with a few objects. `margin` is a fraction of the longer side. */
export const onDesk =
  (margin = 0.08, clutter = 6): Change =>
  (picture, random) => {
    const edge = Math.round(Math.max(picture.width, picture.height) * margin)
    const [canvas, pen] = sheet(picture.width + edge * 2, picture.height + edge * 2)
    drawWood(canvas, random)
    for (let thing = 0; thing < clutter; thing++) drawThing(canvas, random)
    pen.save()
    pen.shadowColor = '#00000090'
    pen.shadowBlur = edge / 6
    pen.drawImage(picture, edge, edge)
    pen.restore()
    // No photographed paper is pure white; pure white would count as glare.
    pen.fillStyle = 'rgba(70,60,40,0.06)'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    return canvas
  }

/** The camera was too near: cuts a fraction off each side. */
export const cropped =
  ({ top = 0, right = 0, bottom = 0, left = 0 }): Change =>
  (picture) => {
    const { width, height } = picture
    const [canvas, pen] = sheet(width * (1 - left - right), height * (1 - top - bottom))
    pen.drawImage(picture, -width * left, -height * top)
    return canvas
  }

/** Resizes to a camera's resolution, in pixels along the longer side. */
export const sized =
  (longSide: number): Change =>
  (picture) => {
    let now = picture
    const wanted = longSide / Math.max(picture.width, picture.height)
    // Halving first keeps thin strokes, as the lens does.
    while (now.width * 0.5 > picture.width * wanted) now = scaled(now, now.width * 0.5)
    return scaled(now, picture.width * wanted)
  }

const scaled = (picture: Canvas, width: number) => {
  const [canvas, pen] = sheet(width, (picture.height * width) / picture.width)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Out of focus. The radius is in pixels of a picture 1,000 long. */
export const blurred =
  (radius: number): Change =>
  (picture) => {
    const [canvas, pen] = sheet(picture.width, picture.height)
    pen.filter = `blur(${(radius * Math.max(picture.width, picture.height)) / 1000}px)`
    pen.drawImage(picture, 0, 0)
    return canvas
  }

/** A flash reflection on the lamination. `size` is the radius as a fraction of the width. */
export const glared =
  (size: number, at?: { x: number; y: number }): Change =>
  (picture, random) => {
    const { width, height } = picture
    const x = (at?.x ?? random.between(0.25, 0.75)) * width
    const y = (at?.y ?? random.between(0.2, 0.8)) * height
    const pen = picture.getContext('2d')
    const light = pen.createRadialGradient(x, y, 0, x, y, size * width)
    light.addColorStop(0, '#ffffffff')
    light.addColorStop(0.55, '#fffffff0')
    light.addColorStop(1, '#ffffff00')
    pen.fillStyle = light
    pen.fillRect(0, 0, width, height)
    return picture
  }

/** The shadow of the hand that holds the phone. `depth` is 0 to 1. */
export const shadowed =
  (depth: number): Change =>
  (picture, random) => {
    const { width, height } = picture
    const pen = picture.getContext('2d')
    const start = random.between(0.2, 0.6)
    const shade = pen.createLinearGradient(0, height * random.next(), width, height * random.next())
    shade.addColorStop(start, '#00000000')
    shade.addColorStop(Math.min(1, start + 0.12), `rgba(0,0,0,${depth})`)
    pen.fillStyle = shade
    pen.fillRect(0, 0, width, height)
    return picture
  }

/** Poor light: 1 is unchanged, 0.3 nearly dark. */
export const dimmed =
  (light: number): Change =>
  (picture) => {
    const pen = picture.getContext('2d')
    pen.fillStyle = `rgba(8,6,2,${1 - light})`
    pen.fillRect(0, 0, picture.width, picture.height)
    return picture
  }

/** Noise of a small sensor, in steps of 255. */
export const grainy =
  (strength: number): Change =>
  (picture, random) => {
    const pen = picture.getContext('2d')
    const picked = pen.getImageData(0, 0, picture.width, picture.height)
    const { data } = picked
    for (let at = 0; at < data.length; at += 4) {
      const step = (random.next() + random.next() - 1) * strength
      for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + step
    }
    pen.putImageData(picked, 0, 0)
    return picture
  }

const sheet = (width: number, height: number) => {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  return [canvas, canvas.getContext('2d')] as const
}

const drawWood = (canvas: Canvas, random: Random) => {
  const { width, height } = canvas
  const pen = canvas.getContext('2d')
  pen.fillStyle = random.pick(['#7a5c3e', '#4b4f57', '#a58a68', '#3c2f25', '#c9c4ba'])
  pen.fillRect(0, 0, width, height)
  for (let line = 0; line < 60; line++) {
    const y = random.between(0, height)
    pen.strokeStyle = random.pick(['#00000018', '#ffffff12', '#00000028'])
    pen.lineWidth = random.between(1, height / 120)
    pen.beginPath()
    pen.moveTo(0, y)
    pen.bezierCurveTo(width * 0.3, y + height * 0.02, width * 0.6, y - height * 0.02, width, y)
    pen.stroke()
  }
}

// Draws a pen, a cup or the corner of another document.
const drawThing = (canvas: Canvas, random: Random) => {
  const { width, height } = canvas
  const pen = canvas.getContext('2d')
  const size = Math.max(width, height) * random.between(0.03, 0.12)
  pen.save()
  pen.translate(
    random.between(0, width),
    random.pick([random.between(0, 0.1), random.between(0.9, 1)]) * height,
  )
  pen.rotate(random.between(0, Math.PI * 2))
  pen.fillStyle = random.pick(['#203a63', '#8a2b2b', '#d9d4c7', '#2c2c2c', '#e4e0d5', '#3f6b4b'])
  if (random.next() < 0.4) pen.fillRect(-size * 2, -size * 0.1, size * 4, size * 0.2)
  else if (random.next() < 0.5) pen.fillRect(-size, -size * 0.7, size * 2, size * 1.4)
  else {
    pen.beginPath()
    pen.arc(0, 0, size * 0.8, 0, Math.PI * 2)
    pen.fill()
  }
  pen.restore()
}
