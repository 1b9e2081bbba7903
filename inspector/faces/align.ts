import type { Point } from './landmarks.ts'
import type { Area } from './square.ts'

/** Where the points of each part stand among the 68. */
const parts = { leftEye: [36, 42], rightEye: [42, 48], mouth: [48, 68] } as const

export const pointsOf = (points: Point[], part: keyof typeof parts) => points.slice(...parts[part])

/**
 * The square of a face as the describing network was taught to see it (dlib's alignment without turning):
 * as large as the distance from eyes to mouth demands, and placed around them.
 */
export const aligned = (points: Point[]): Area => {
  const eyes = [middleOf(pointsOf(points, 'leftEye')), middleOf(pointsOf(points, 'rightEye'))]
  const mouth = middleOf(pointsOf(points, 'mouth'))
  const distances = eyes.map(({ x, y }) => Math.hypot(x - mouth.x, y - mouth.y))
  const side = Math.floor(distances.reduce((sum, distance) => sum + distance, 0) / distances.length / 0.45)
  const middle = middleOf([...eyes, mouth])
  return {
    x: Math.floor(Math.max(0, middle.x - 0.5 * side)),
    y: Math.floor(Math.max(0, middle.y - 0.43 * side)),
    width: side,
    height: side,
  }
}

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
