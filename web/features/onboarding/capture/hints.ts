import { type RefObject, useEffect, useState } from 'react'
import { atMost, guideIn, inPicture } from './camera.ts'

/** A greyscale picture, row by row: 0 is black, 255 is white. */
export interface Grey {
  light: Uint8ClampedArray
  width: number
  height: number
}

export type Hint = 'dark' | 'bright' | 'empty' | 'glare' | 'blurred' | 'good'

/** The subject in the frame: a document has sharp edges and letters, a face may be soft. */
export type Subject = 'paper' | 'face'

// Measured on drawn passports, licences and bills, blurred and lit in steps. They only give hints: capturing always
// works.
const tooDark = 55
const tooBright = 238
const burnt = 252
const flatSpread = 11
const leastSharpness = { paper: 0.045, face: 0.004 }
// White paper is overexposed everywhere, while a reflection is a spot.
const spot = { least: 0.025, most: 0.3 }

/** Returns the most useful hint for the picture inside the frame. */
export const hintOf = (picture: Grey, subject: Subject): Hint => {
  const { mean, spread, burntShare } = lightOf(picture)
  if (mean < tooDark) return 'dark'
  if (mean > tooBright) return 'bright'
  if (spread < flatSpread) return 'empty'
  if (burntShare > spot.least && burntShare < spot.most) return 'glare'
  // Weak light lowers every contrast, of letters and table alike, so sharpness is relative to the spread.
  return sharpnessOf(picture) / spread ** 2 < leastSharpness[subject] ? 'blurred' : 'good'
}

const lightOf = ({ light }: Grey) => {
  let sum = 0
  let squares = 0
  let burntCount = 0
  for (const value of light) {
    sum += value
    squares += value * value
    if (value >= burnt) burntCount += 1
  }
  const mean = sum / light.length
  return {
    mean,
    spread: Math.sqrt(squares / light.length - mean ** 2),
    burntShare: burntCount / light.length,
  }
}

/** Variance of the Laplacian: letters in focus change quickly from one pixel to the next. */
const sharpnessOf = ({ light, width, height }: Grey) => {
  const at = (x: number, y: number) => light[y * width + x] ?? 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const bend = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y)
      sum += bend
      squares += bend * bend
    }
  const count = Math.max(1, (width - 2) * (height - 2))
  return squares / count - (sum / count) ** 2
}

/** The hint that is shown, and the one that may replace it. */
interface Steady {
  shown: Hint | null
  next: Hint | null
  /** How often in a row the next hint was seen. */
  times: number
}
export const unsure: Steady = { shown: null, next: null, times: 0 }

const enough = 4

/** Shows the first hint at once. Another one replaces it after it was seen several times in a row. */
export const steadied = ({ shown, next, times }: Steady, seen: Hint): Steady => {
  const seenTimes = seen === next ? times + 1 : 1
  return {
    shown: shown === null || seenTimes >= enough ? seen : shown,
    next: seen,
    times: Math.min(seenTimes, enough),
  }
}

/** Converts a canvas's pixels, four bytes each, to greyscale. */
export const greyOf = ({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Grey => {
  const light = new Uint8ClampedArray(width * height)
  for (let point = 0; point < light.length; point += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(point * 4, point * 4 + 3)
    light[point] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { light, width, height }
}

const interval = 350
// Pixels: enough to see letters, and few enough to measure three times a second on an old phone.
const side = 320

interface Looking {
  ratio: number
  subject: Subject
  isOn: boolean
}

/** Returns the hint for the live picture inside the guide. Null until there is a certain one. */
export const useHints = (video: RefObject<HTMLVideoElement | null>, { ratio, subject, isOn }: Looking) => {
  const [steady, setSteady] = useState<Steady>(unsure)
  useEffect(() => {
    if (!isOn) return
    const canvas = document.createElement('canvas')
    const timer = setInterval(() => {
      const seen = video.current && lookAt(video.current, { canvas, ratio, subject })
      if (seen) setSteady((before) => steadied(before, seen))
    }, interval)
    return () => {
      clearInterval(timer)
      setSteady(unsure)
    }
  }, [video, ratio, subject, isOn])
  return isOn ? steady.shown : null
}

interface Look {
  canvas: HTMLCanvasElement
  ratio: number
  subject: Subject
}

const lookAt = (video: HTMLVideoElement, { canvas, ratio, subject }: Look): Hint | null => {
  const picture = { width: video.videoWidth, height: video.videoHeight }
  const place = { width: video.clientWidth, height: video.clientHeight }
  if (picture.width === 0 || place.width === 0) return null
  const part = inPicture(guideIn(place, ratio), { picture, place })
  const { width, height } = atMost(part, side)
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height)
  return hintOf(greyOf(context.getImageData(0, 0, width, height)), subject)
}
