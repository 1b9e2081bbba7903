import { type GreyPicture, measuredWidth, measurePhoto, photoNeeds } from '#contract/documents/photo.ts'

/**
 * A first look at a chosen photo, on the sender's own device: what the inspector may find hard to read, in
 * words. It only advises. A PDF, and a picture that this browser cannot open, have no faults here.
 */
export const faultsOfPhoto = async (file: File): Promise<string[]> => {
  if (!file.type.startsWith('image/')) return []
  const photo = await lookAt(file).catch(() => null)
  return photo ? faultsOf(photo) : []
}

interface Photo {
  picture: GreyPicture
  /** Pixels of the photo as it was taken. */
  taken: { width: number; height: number }
}

const faultsOf = ({ picture, taken }: Photo): string[] => {
  const { sharpness, light, glare } = measurePhoto(picture)
  const isSmall =
    Math.max(taken.width, taken.height) < photoNeeds.long ||
    Math.min(taken.width, taken.height) < photoNeeds.short
  // What is dark or small also looks blurred: the cause is told, not the effect.
  if (light < photoNeeds.light) return ['This photo looks dark.']
  if (isSmall) return ['This picture is small, so the print may be hard to read.']
  return [
    ...(sharpness < photoNeeds.sharpness ? ['This photo looks blurred.'] : []),
    ...(glare > photoNeeds.glare ? ['A reflection seems to cover part of this photo.'] : []),
  ]
}

const lookAt = async (file: File): Promise<Photo | null> => {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(measuredWidth, width)
  canvas.height = Math.max(1, Math.round((height * canvas.width) / width))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  // Print on a transparent picture stands on white paper.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    picture: { pixels: greyOf(data), width: canvas.width, height: canvas.height },
    taken: { width, height },
  }
}

// The weights of ITU-R BT.601, as the inspector's own decoder has them.
const greyOf = (data: Uint8ClampedArray) => {
  const pixels = new Uint8Array(data.length / 4)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] =
      (data[at * 4] ?? 0) * 0.299 + (data[at * 4 + 1] ?? 0) * 0.587 + (data[at * 4 + 2] ?? 0) * 0.114
  return pixels
}
