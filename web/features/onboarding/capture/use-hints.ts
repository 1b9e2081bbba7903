import { type RefObject, useEffect, useState } from 'react'
import { atMost, guideIn, inPicture } from './framing.ts'
import { greyOf, type Hint, hintOf, type Steady, type Subject, steadied, unsure } from './hints.ts'

const interval = 350
// Enough to see letters by, and little enough to be measured three times a second on an old phone.
const side = 320

interface Looking {
  ratio: number
  subject: Subject
  isOn: boolean
}

/** What to say of the live picture inside the guide; null until something is certain. */
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
