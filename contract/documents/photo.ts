/** A greyscale picture, one byte per pixel, row by row, from 0 (black) to 255 (white). */
export interface GreyPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Measures of a photo, taken at a fixed width so that cameras are comparable. */
export interface PhotoMeasures {
  /** Variance of the Laplacian in the most detailed part. Print in focus has values in the hundreds. */
  sharpness: number
  /** Mean brightness, from 0 (black) to 255 (white). */
  light: number
  /** The share of the picture, 0 to 1, that is overexposed in an otherwise darker scene. */
  glare: number
}

/**
 * What the photo of a page needs for its print to be legible. Measured on drawn pages that were degraded step by step.
 */
export const photoNeeds = {
  /** Minimum pixels of its long and its short side. */
  long: 1000,
  short: 600,
  /** The minimum. Below it, print blurs together. */
  sharpness: 120,
  /** The minimum. */
  light: 60,
  /** The maximum. */
  glare: 0.06,
}

/** The width in pixels at which a photo is measured. */
export const measuredWidth = 1000
const tile = 50

/** Measures a picture of width `measuredWidth`. In a narrower one, print would look sharper than it is. */
export const measurePhoto = (picture: GreyPicture): PhotoMeasures => {
  const light = mean(picture.pixels)
  return { sharpness: sharpnessOf(picture), light, glare: glareOf(picture, light) }
}

// Uses the most detailed tiles, because a blank margin says nothing about focus.
const sharpnessOf = (picture: GreyPicture) => {
  const variances: number[] = []
  for (let y = 1; y + tile < picture.height; y += tile)
    for (let x = 1; x + tile < picture.width; x += tile) variances.push(laplacianVariance(picture, x, y))
  variances.sort((a, b) => a - b)
  return variances[Math.floor(variances.length * 0.95)] ?? 0
}

const laplacianVariance = ({ pixels, width }: GreyPicture, left: number, top: number) => {
  let sum = 0
  let squares = 0
  for (let y = top; y < top + tile; y++) {
    for (let at = y * width + left; at < y * width + left + tile; at++) {
      const around =
        grey(pixels, at - 1) + grey(pixels, at + 1) + grey(pixels, at - width) + grey(pixels, at + width)
      const value = 4 * grey(pixels, at) - around
      sum += value
      squares += value * value
    }
  }
  const count = tile * tile
  return squares / count - (sum / count) ** 2
}

// White paper in good light is white everywhere, so only a white patch in a darker scene counts as glare.
const glareOf = ({ pixels }: GreyPicture, light: number) => {
  let bright = 0
  for (let at = 0; at < pixels.length; at++) if (grey(pixels, at) >= 252) bright += 1
  const blown = bright / pixels.length
  return blown > 0.5 ? 0 : light > 215 ? 0 : blown
}

const mean = (pixels: Uint8Array) => {
  let sum = 0
  for (let at = 0; at < pixels.length; at++) sum += grey(pixels, at)
  return sum / pixels.length
}
const grey = (pixels: Uint8Array, at: number) => pixels[at] ?? 0

/** The advice for a file type that is not accepted, the same wherever the file is sent. */
export const saveAsJpeg =
  "We can't open this kind of picture. Open it on your phone or computer, save as JPEG and upload that."
