/** A picture without colour: a byte a pixel, row by row, 0 black to 255 white. */
export interface GreyPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Measures of a photo, taken at one width so that they compare between cameras. */
export interface PhotoMeasures {
  /** Variance of the Laplacian where the picture has most detail; print in focus is in the hundreds. */
  sharpness: number
  /** Mean light, 0 black to 255 white. */
  light: number
  /** Share of the picture, 0 to 1, that is blown out to white in an otherwise darker scene. */
  glare: number
}

/** What the photo of a page needs for its print to be read; measured on drawn pages, made worse step by step. */
export const photoNeeds = {
  /** Pixels along its long and its short side. */
  long: 1000,
  short: 600,
  /** At least this; below it print runs together. */
  sharpness: 120,
  /** At least this. */
  light: 60,
  /** At most this. */
  glare: 0.06,
}

/** Pixels across the picture in which a photo is measured. */
export const measuredWidth = 1000
const tile = 50

/** Measures a picture of `measuredWidth`; in a narrower one print looks sharper than it is. */
export const measurePhoto = (picture: GreyPicture): PhotoMeasures => ({
  sharpness: sharpnessOf(picture),
  light: mean(picture.pixels),
  glare: glareOf(picture),
})

// A blank margin says nothing about focus, so the tiles with most detail decide.
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

// White paper in good light is white everywhere: only a white patch in a darker scene is glare.
const glareOf = ({ pixels }: GreyPicture) => {
  let bright = 0
  for (const value of pixels) if (value >= 252) bright += 1
  const blown = bright / pixels.length
  return blown > 0.5 ? 0 : mean(pixels) > 215 ? 0 : blown
}

const mean = (pixels: Uint8Array) => {
  let sum = 0
  for (const value of pixels) sum += value
  return sum / pixels.length
}
const grey = (pixels: Uint8Array, at: number) => pixels[at] ?? 0

/** What whoever sends a picture of a kind that is not taken can do, wherever they send it. */
export const saveAsJpeg = 'Open it on your phone or computer, save as JPEG and upload that.'
