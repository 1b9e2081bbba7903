import FFT from 'fft.js'

/** Points along a side of the square pieces whose waves are measured: a power of two. */
export const side = 128

const window = Float64Array.from({ length: side }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / side))
const fourier = new FFT(side)

/**
 * How strong each wave is in a square piece of grey, row by row; waves beyond the middle run backwards. Measured
 * over a Hann window.
 */
export const powersOf = (piece: Float64Array): Float64Array => {
  const mean = piece.reduce((sum, grey) => sum + grey, 0) / piece.length
  const points = new Float64Array(piece.length * 2)
  for (const [at, grey] of piece.entries())
    points[at * 2] = (grey - mean) * (window[at % side] ?? 0) * (window[Math.floor(at / side)] ?? 0)
  const waves = alongAndAcross(alongAndAcross(points))
  return piece.map((_, at) => (waves[at * 2] ?? 0) ** 2 + (waves[at * 2 + 1] ?? 0) ** 2)
}

/** Transforms each row of complex points and lays it down as a column, so that twice leaves rows as rows. */
const alongAndAcross = (points: Float64Array) => {
  const across = new Float64Array(points.length)
  const waves = new Float64Array(side * 2)
  for (let row = 0; row < side; row++) {
    fourier.transform(waves, points.subarray(row * side * 2, (row + 1) * side * 2))
    for (let at = 0; at < side; at++) {
      across[(at * side + row) * 2] = waves[at * 2] ?? 0
      across[(at * side + row) * 2 + 1] = waves[at * 2 + 1] ?? 0
    }
  }
  return across
}
