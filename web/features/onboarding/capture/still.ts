import { captureLimit } from '#contract/identity/session.ts'
import { atMost, type Box, coveredPart, type Size } from './framing.ts'

const longest = 2400
const quality = 0.9

/** What the camera shows in its place on the page becomes a JPEG that the portal takes, whatever the camera. */
export const takeStill = async (video: HTMLVideoElement, name: string) => {
  const place = { width: video.clientWidth, height: video.clientHeight }
  const part = coveredPart({ width: video.videoWidth, height: video.videoHeight }, place)
  let blob = await jpegOf(video, part, atMost(part, longest))
  for (let side = longest * 0.8; blob.size > captureLimit; side *= 0.8)
    blob = await jpegOf(video, part, atMost(part, side))
  return new File([blob], name, { type: 'image/jpeg' })
}

const jpegOf = async (video: HTMLVideoElement, part: Box, size: Size) => {
  const canvas = Object.assign(document.createElement('canvas'), size)
  const { x, y, width, height } = part
  canvas.getContext('2d')?.drawImage(video, x, y, width, height, 0, 0, size.width, size.height)
  return new Promise<Blob>((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('There is no picture.')))
    canvas.toBlob(take, 'image/jpeg', quality)
  })
}

/** `selfie_2026-11-03_140502.jpg` */
export const stillName = (subject: string, at: Date) => {
  const [date = '', time = ''] = at.toISOString().split('T')
  return `${subject}_${date}_${time.slice(0, 8).replaceAll(':', '')}.jpg`
}
