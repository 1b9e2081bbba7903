/** Columns and rows that are compared. Each is the mean of a square of pixels this wide. */
const [columns, rows, square] = [17, 16, 8]

/** The size at which a picture is decoded for its fingerprint: greyscale, one byte per pixel. */
export const fingerprintSize = { width: columns * square, height: rows * square }

/** Brightness differences, of 255, that re-encoding a picture does not create. */
const clear = 3
/** A picture with fewer clear steps shows nothing: an empty or dark one resembles every other. */
const fewest = 16

/**
 * Returns a perceptual hash of 256 bits, as 64 hexadecimal digits: whether it gets darker from each place to the next.
 * Saving a picture again changes only a few bits. Null if nothing can be seen.
 */
export const fingerprintOf = (grey: Uint8Array): string | null => {
  const means = Array.from({ length: columns * rows }, (_, place) =>
    meanOf(grey, { column: place % columns, row: Math.floor(place / columns) }),
  )
  const steps = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns - 1 }, (_, column) => stepAt(means, row * columns + column)),
  ).flat()
  if (steps.filter((step) => Math.abs(step) >= clear).length < fewest) return null
  const bits = steps.map((step) => (step > 0 ? '1' : '0')).join('')
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join('')
}

const stepAt = (means: number[], place: number) => (means[place] ?? 0) - (means[place + 1] ?? 0)

const meanOf = (grey: Uint8Array, { column, row }: { column: number; row: number }) => {
  let sum = 0
  for (let y = row * square; y < (row + 1) * square; y++)
    for (let x = column * square; x < (column + 1) * square; x++)
      sum += grey[y * fingerprintSize.width + x] ?? 0
  return sum / square ** 2
}

/**
 * How many of the 256 bits may differ between a picture and a re-saved copy. Of 44 specimens 95% differ in at most 11
 * when saved at half the quality and in 19 at half the size. Two photos of one thing differ in far more.
 */
export const mostBitsApart = 20
