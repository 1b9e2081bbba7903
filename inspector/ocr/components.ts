/** Points that hang together, and how sure the map is of them on average. */
export interface Blob {
  /** x and y by turns. */
  points: number[]
  score: number
}

export interface HeatMap {
  values: Float32Array
  width: number
  height: number
}

/** Groups of neighbouring points above a threshold, smallest left out. */
export const blobsOf = (map: HeatMap, { threshold, least }: { threshold: number; least: number }): Blob[] => {
  const isTaken = new Uint8Array(map.values.length)
  const blobs: Blob[] = []
  for (let at = 0; at < map.values.length; at++) {
    if (isTaken[at] || (map.values[at] ?? 0) <= threshold) continue
    const blob = blobFrom(at, { map, isTaken, threshold })
    if (blob.points.length >= least * 2) blobs.push(blob)
  }
  return blobs
}

interface Search {
  map: HeatMap
  isTaken: Uint8Array
  threshold: number
}

const blobFrom = (start: number, { map, isTaken, threshold }: Search): Blob => {
  const { values, width } = map
  const points: number[] = []
  const open = [start]
  let sum = 0
  const visit = (at: number) => {
    if (isTaken[at] || (values[at] ?? 0) <= threshold) return
    isTaken[at] = 1
    open.push(at)
  }
  isTaken[start] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    points.push(x, (at - x) / width)
    sum += values[at] ?? 0
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < values.length) visit(at + width)
  }
  return { points, score: sum / (points.length / 2) }
}
