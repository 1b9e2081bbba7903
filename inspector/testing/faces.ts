import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

export interface FaceFacts {
  /** Centre of the face as fractions of the picture, and its height as a fraction of the picture's. */
  x?: number
  y?: number
  size?: number
  areEyesClosed?: boolean
  hasSunglasses?: boolean
  skin?: string
  hair?: string
}

export interface SelfieFacts {
  width?: number
  height?: number
  faces?: FaceFacts[]
}

/** Draws a portrait of an invented person, just good enough for the detector. Always the same. */
export const drawSelfie = ({ width = 1280, height = 960, faces = [{}] }: SelfieFacts = {}) => {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const wall = pen.createLinearGradient(0, 0, width, height)
  wall.addColorStop(0, '#c9cdc8')
  wall.addColorStop(1, '#8e958f')
  pen.fillStyle = wall
  pen.fillRect(0, 0, width, height)
  for (const face of faces) {
    const { x = 0.5, y = 0.46, size = 0.55 } = face
    pen.save()
    pen.translate(x * width, y * height)
    pen.scale((size * height) / 200, (size * height) / 200)
    drawPerson(pen, face)
    pen.restore()
  }
  return canvas
}

/** Draws a person in coordinates around the centre of the face, which is 150 wide and 200 high. */
const drawPerson = (pen: SKRSContext2D, facts: FaceFacts) => {
  const { skin = '#d9a583', hair = '#3a2a20' } = facts
  drawBody(pen, skin)
  drawHair(pen, hair)
  drawHead(pen, skin)
  for (const side of [-1, 1]) drawEye(pen, side, facts)
  drawNose(pen)
  drawMouth(pen)
  drawFringe(pen, hair)
}

const oval = (pen: SKRSContext2D, x: number, y: number, rx: number, ry: number, colour: string, turn = 0) => {
  pen.fillStyle = colour
  pen.beginPath()
  pen.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2)
  pen.fill()
}

const drawBody = (pen: SKRSContext2D, skin: string) => {
  pen.fillStyle = skin
  pen.fillRect(-30, 60, 60, 70)
  pen.fillStyle = 'rgba(60,30,15,0.35)'
  pen.fillRect(-30, 82, 60, 26)
  oval(pen, 0, 190, 150, 75, '#2f4a5e')
}

const drawHair = (pen: SKRSContext2D, hair: string) => oval(pen, 0, -22, 84, 98, hair)

const drawHead = (pen: SKRSContext2D, skin: string) => {
  oval(pen, -72, 0, 10, 22, skin)
  oval(pen, 72, 0, 10, 22, skin)
  pen.save()
  pen.beginPath()
  pen.moveTo(-70, -30)
  pen.bezierCurveTo(-72, -105, 72, -105, 70, -30)
  pen.bezierCurveTo(72, 40, 42, 100, 0, 102)
  pen.bezierCurveTo(-42, 100, -72, 40, -70, -30)
  pen.clip()
  pen.fillStyle = skin
  pen.fillRect(-90, -120, 180, 240)
  const light = pen.createRadialGradient(-15, -25, 15, 0, 0, 110)
  light.addColorStop(0, 'rgba(255,235,215,0.45)')
  light.addColorStop(0.6, 'rgba(120,60,30,0.05)')
  light.addColorStop(1, 'rgba(70,30,15,0.6)')
  pen.fillStyle = light
  pen.fillRect(-90, -120, 180, 240)
  pen.restore()
}

const blurred = (pen: SKRSContext2D, radius: number, draw: () => void) => {
  pen.save()
  pen.filter = `blur(${radius}px)`
  draw()
  pen.restore()
}

const drawEye = (
  pen: SKRSContext2D,
  side: number,
  { areEyesClosed, hasSunglasses, hair = '#3a2a20' }: FaceFacts,
) => {
  const x = side * 31
  const y = -8
  blurred(pen, 5, () => oval(pen, x, y - 3, 21, 13, 'rgba(80,35,20,0.45)'))
  pen.strokeStyle = hair
  pen.lineWidth = 6
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(x - side * 16, -27)
  pen.quadraticCurveTo(x + side * 4, -36, x + side * 20, -26)
  pen.stroke()
  if (hasSunglasses) return oval(pen, x, y + 2, 27, 21, '#15161a')
  if (!areEyesClosed) {
    oval(pen, x, y, 15, 7.5, '#f2ece6')
    oval(pen, x, y, 7.2, 7.2, '#4b3420')
    oval(pen, x, y, 3.4, 3.4, '#0c0806')
    oval(pen, x - 2.5, y - 2.5, 1.6, 1.6, '#ffffff')
  }
  pen.strokeStyle = '#2a1710'
  pen.lineWidth = 2.6
  pen.beginPath()
  if (areEyesClosed) pen.arc(x, y - 9, 16, Math.PI * 0.2, Math.PI * 0.8)
  else pen.ellipse(x, y + 0.5, 15.5, 8.5, 0, Math.PI * 1.03, Math.PI * 1.97)
  pen.stroke()
}

const drawNose = (pen: SKRSContext2D) => {
  blurred(pen, 4, () => {
    oval(pen, 10, 12, 5, 26, 'rgba(90,40,20,0.35)', -0.12)
    oval(pen, -2, 14, 5, 24, 'rgba(255,235,220,0.45)')
    oval(pen, 0, 42, 18, 6, 'rgba(90,40,20,0.45)')
  })
  oval(pen, -8, 37, 4, 2.6, 'rgba(60,25,15,0.75)')
  oval(pen, 8, 37, 4, 2.6, 'rgba(60,25,15,0.75)')
}

const drawMouth = (pen: SKRSContext2D) => {
  blurred(pen, 4, () => oval(pen, 0, 78, 20, 5, 'rgba(90,40,20,0.4)'))
  pen.fillStyle = '#a8544d'
  pen.beginPath()
  pen.moveTo(-27, 62)
  pen.quadraticCurveTo(-10, 53, 0, 57)
  pen.quadraticCurveTo(10, 53, 27, 62)
  pen.quadraticCurveTo(0, 80, -27, 62)
  pen.fill()
  pen.strokeStyle = '#5d2420'
  pen.lineWidth = 2
  pen.beginPath()
  pen.moveTo(-27, 62)
  pen.quadraticCurveTo(0, 66, 27, 62)
  pen.stroke()
}

const drawFringe = (pen: SKRSContext2D, hair: string) => {
  pen.fillStyle = hair
  pen.beginPath()
  pen.moveTo(-74, -18)
  pen.bezierCurveTo(-80, -120, 80, -120, 74, -18)
  pen.bezierCurveTo(66, -60, 40, -74, -10, -70)
  pen.bezierCurveTo(-45, -68, -66, -50, -74, -18)
  pen.fill()
}
