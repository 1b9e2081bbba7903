/** Points along a side of the square pieces whose waves are measured: a power of two. */
export const side = 128

const window = Float64Array.from({ length: side }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / side))

/**
 * How strong each wave is in a square piece of grey, row by row; waves beyond the middle run backwards. By the
 * fast Fourier transform of Cooley and Tukey, over a Hann window.
 */
export const powersOf = (piece: Float64Array): Float64Array => {
  const mean = piece.reduce((sum, grey) => sum + grey, 0) / piece.length
  const real = piece.map(
    (grey, at) => (grey - mean) * (window[at % side] ?? 0) * (window[Math.floor(at / side)] ?? 0),
  )
  const imaginary = new Float64Array(piece.length)
  for (const step of [1, side])
    for (let line = 0; line < side; line++)
      alongLine(real, imaginary, { from: step === 1 ? line * side : line, step })
  return real.map((value, at) => value ** 2 + (imaginary[at] ?? 0) ** 2)
}

const alongLine = (
  real: Float64Array,
  imaginary: Float64Array,
  { from, step }: { from: number; step: number },
) => {
  const [re, im] = [new Float64Array(side), new Float64Array(side)]
  for (let at = 0; at < side; at++) {
    re[reversed[at] ?? 0] = real[from + at * step] ?? 0
    im[reversed[at] ?? 0] = imaginary[from + at * step] ?? 0
  }
  transform(re, im)
  for (let at = 0; at < side; at++) {
    real[from + at * step] = re[at] ?? 0
    imaginary[from + at * step] = im[at] ?? 0
  }
}

/** Each number up to `side` with its bits in the other order. */
const reversed = Array.from({ length: side }, (_, at) => {
  let [rest, turned] = [at, 0]
  for (let bit = 1; bit < side; bit *= 2) {
    turned = turned * 2 + (rest % 2)
    rest = Math.floor(rest / 2)
  }
  return turned
})

const turns = Float64Array.from({ length: side / 2 }, (_, at) => (-2 * Math.PI * at) / side)
const [cosines, sines] = [turns.map(Math.cos), turns.map(Math.sin)]

const transform = (re: Float64Array, im: Float64Array) => {
  for (let length = 2; length <= side; length *= 2)
    for (let start = 0; start < side; start += length)
      for (let at = 0; at < length / 2; at++) {
        const [near, far] = [start + at, start + at + length / 2]
        const turn = (at * side) / length
        const [cos, sin] = [cosines[turn] ?? 0, sines[turn] ?? 0]
        const r = (re[far] ?? 0) * cos - (im[far] ?? 0) * sin
        const i = (re[far] ?? 0) * sin + (im[far] ?? 0) * cos
        re[far] = (re[near] ?? 0) - r
        im[far] = (im[near] ?? 0) - i
        re[near] = (re[near] ?? 0) + r
        im[near] = (im[near] ?? 0) + i
      }
}
