import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { randomFrom } from './random.ts'

/** A cat made of circles and triangles: a picture uploaded by mistake. */
export const drawCat = (seed: number): Canvas => {
  const random = randomFrom(seed)
  const canvas = createCanvas(1600, 1200)
  const pen = canvas.getContext('2d')
  pen.fillStyle = random.pick(['#b9c7b0', '#cfc3a8', '#9fb4c8'])
  pen.fillRect(0, 0, 1600, 1200)
  const fur = random.pick(['#c9822f', '#4a4a4a', '#e6dccb'])
  const shape = (points: [number, number][], colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    for (const [x, y] of points) pen.lineTo(x, y)
    pen.fill()
  }
  const oval = (x: number, y: number, [wide, high]: [number, number], colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(x, y, wide, high, 0, 0, Math.PI * 2)
    pen.fill()
  }
  oval(800, 1050, [480, 330], fur)
  shape(
    [
      [540, 420],
      [560, 150],
      [740, 320],
    ],
    fur,
  )
  shape(
    [
      [1060, 420],
      [1040, 150],
      [860, 320],
    ],
    fur,
  )
  oval(800, 520, [310, 280], fur)
  for (const side of [-1, 1]) {
    oval(800 + side * 120, 470, [55, 45], '#cfe07a')
    oval(800 + side * 120, 470, [14, 42], '#111111')
    for (const whisker of [-25, 0, 25]) pen.fillRect(800 + side * 200 - 90, 600 + whisker, 180, 3)
  }
  shape(
    [
      [770, 570],
      [830, 570],
      [800, 610],
    ],
    '#b0606a',
  )
  for (let hair = 0; hair < 4000; hair++) {
    pen.fillStyle = random.pick(['#00000018', '#ffffff18'])
    pen.fillRect(random.between(0, 1600), random.between(0, 1200), 2, random.between(6, 18))
  }
  return canvas
}

/** An empty sheet, with the grey shades of real paper. */
export const drawBlank = (): Canvas => {
  const canvas = createCanvas(1240, 1754)
  const pen = canvas.getContext('2d')
  const light = pen.createLinearGradient(0, 0, 1240, 1754)
  light.addColorStop(0, '#fbfaf7')
  light.addColorStop(1, '#e3e1dc')
  pen.fillStyle = light
  pen.fillRect(0, 0, 1240, 1754)
  return canvas
}

/** A document on a phone's screen, with the clock and the battery at the top. */
export const onPhoneScreen = (shown: Canvas): Canvas => {
  const canvas = createCanvas(1170, 2532)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, 1170, 2532)
  pen.fillStyle = '#111111'
  pen.font = '48px "Specimen Sans Bold"'
  pen.fillText('9:41', 96, 100)
  pen.fillText('5G', 900, 100)
  pen.fillRect(1000, 66, 80, 36)
  pen.font = '44px "Specimen Sans"'
  pen.fillText('Statements', 470, 220)
  const height = Math.min(2000, (shown.height * 1090) / shown.width)
  pen.drawImage(shown, 40, 300, (shown.width * height) / shown.height, height)
  return canvas
}

/** Lines of print in the window of a browser, on whole pixels, as screens show them. */
export const inWindow = (lines: string[]): Canvas => {
  const canvas = createCanvas(913, 60 + lines.length * 28)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#222222'
  pen.font = '17px "Specimen Sans"'
  for (const [line, text] of lines.entries()) {
    let x = 40
    for (const letter of text) {
      pen.fillText(letter, x, 50 + line * 28)
      x += Math.round(pen.measureText(letter).width)
    }
  }
  return canvas
}
