import type { Holder } from './holders.ts'
import { randomFrom } from './random.ts'
import type { Surface } from './surface.ts'

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Draws a head and shoulders in place of the holder's photo. The same person always looks the same. */
export const drawPortrait = ({ pen }: Surface, { x, y, width, height }: Frame, holder: Holder) => {
  const letters = [...(holder.surname + holder.givenNames + holder.birthDate)]
  const random = randomFrom(letters.reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0)
  const skin = random.pick(['#e8c39e', '#c68642', '#8d5524', '#f1d3b8'])
  const hair = random.pick(['#2b1d12', '#6b4423', '#b8893b', '#777777'])
  const [middle, eyes] = [x + width / 2, y + height * 0.44]
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  pen.fillStyle = '#d9dde2'
  pen.fillRect(x, y, width, height)
  const oval = (at: { x: number; y: number }, size: [number, number], colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(at.x, at.y, width * size[0], height * size[1], 0, 0, Math.PI * 2)
    pen.fill()
  }
  oval({ x: middle, y: y + height * 1.05 }, [0.48, 0.26], '#34445c')
  oval({ x: middle, y: y + height * 0.38 }, [0.31, 0.27], hair)
  oval({ x: middle, y: y + height * 0.72 }, [0.12, 0.14], skin)
  oval({ x: middle, y: y + height * 0.46 }, [0.26, 0.27], skin)
  for (const side of [-1, 1]) {
    const eye = { x: middle + side * width * 0.11, y: eyes }
    oval(eye, [0.055, 0.022], '#ffffff')
    oval(eye, [0.024, 0.02], '#2f3b2f')
    oval({ x: eye.x, y: eyes - height * 0.05 }, [0.07, 0.01], hair)
  }
  oval({ x: middle, y: y + height * 0.53 }, [0.03, 0.04], '#00000022')
  oval({ x: middle, y: y + height * 0.61 }, [0.09, 0.015], '#9c4a43')
  pen.restore()
}
