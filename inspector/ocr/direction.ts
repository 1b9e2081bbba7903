import { between, type Strip } from './strip.ts'

/** The direction in which most print runs, -π/2 to π/2: the lines vote, long ones most. */
export const leaningOf = (strips: Strip[]) => {
  const voters = strips.filter(({ width, height }) => width > height * 2.5)
  const votes = voters.map(({ angle, width }) => ({ angle, width }))
  // Lines that run another way, such as a number up the side of a page, must not bend the answer.
  const peak = votes.toSorted((a, b) => support(b.angle, votes) - support(a.angle, votes))[0]
  if (!peak) return 0
  let [x, y] = [0, 0]
  for (const { angle, width } of votes) {
    if (apart(angle, peak.angle) > 0.26) continue
    x += Math.cos(2 * angle) * width
    y += Math.sin(2 * angle) * width
  }
  return Math.atan2(y, x) / 2
}

const support = (angle: number, votes: { angle: number; width: number }[]) =>
  votes.reduce((sum, vote) => sum + (apart(vote.angle, angle) < 0.17 ? vote.width : 0), 0)

/** Radians between two lines that have no front and back. */
const apart = (a: number, b: number) => Math.abs(between(2 * a, 2 * b)) / 2

/** Short words tell their direction badly, so they take that of the page; others keep their own lean. */
export const levelled = (strips: Strip[], leaning: number): Strip[] =>
  strips.map((strip) => {
    const isSquare = strip.width < strip.height * 2.5
    if (!isSquare && apart(strip.angle, leaning) < 0.35) return strip
    if (!isSquare) return strip
    const isAcross = apart(strip.angle, leaning) > Math.PI / 4
    const [width, height] = isAcross ? [strip.height, strip.width] : [strip.width, strip.height]
    return { ...strip, width, height, angle: leaning }
  })
