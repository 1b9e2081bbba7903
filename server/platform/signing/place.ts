import sharp from 'sharp'

/** Where on a page, as fractions of what is seen of it; the origin is top left. */
export interface Place {
  left: number
  top: number
}

interface Room {
  /** Of the page and of what is to stand on it, in points. */
  page: { width: number; height: number }
  size: { width: number; height: number }
}

/** In points: nothing stands closer to the edge of a page, and where it is blank no closer than `usual`. */
const least = 36
const usual = 56
/** In points, between what is printed and what is put beside it. */
const clearance = 8

/**
 * Finds a place on a page where nothing is printed, inside the margins that its print keeps: at the bottom right,
 * else further up, else further left. It looks at the picture of the page, so that pictures and scans count as much as text. Null where there is none.
 */
export async function findPlace(picture: Uint8Array, { page, size }: Room): Promise<Place | null> {
  const { data, info } = await sharp(picture).flatten({ background: 'white' }).greyscale().raw().toBuffer({
    resolveWithObject: true,
  })
  const { width, height } = info
  const marked = countsOf(data, { width, height })
  const scale = width / page.width
  const pixels = (points: number) => Math.ceil(points * scale)
  const [wide, high, clear] = [pixels(size.width), pixels(size.height), pixels(clearance)]
  const isMarked = (box: Box) => marked(box) > 0
  const { leftmost, rightmost } = marginsOf(printedColumns(isMarked, { width, height }), {
    width,
    least: pixels(least),
    usual: pixels(usual),
  })
  for (let x = Math.max(rightmost - wide, leftmost); x >= leftmost; x -= wide / 2)
    for (let y = height - pixels(least) - high; y >= pixels(least); y -= 8) {
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const around = {
        left: Math.max(0, left - clear),
        top: top - clear,
        right: left + wide + clear,
        bottom: top + high + clear,
      }
      if (left + wide <= width - pixels(least) && !isMarked(around))
        return { left: left / width, top: top / height }
    }
  return null
}

/** Print that comes near an edge shows the margin there; where none does, it is the usual one. */
const marginsOf = (
  [first, last]: readonly [number, number],
  { width, least: nearest, usual: ordinary }: { width: number; least: number; usual: number },
) => ({
  leftmost: first < width / 4 ? Math.max(first, nearest) : ordinary,
  rightmost: last > (width * 3) / 4 ? Math.min(last, width - nearest) : width - ordinary,
})

/** The first and the last column of pixels in which anything is printed; of a blank page its middle. */
const printedColumns = (
  isMarked: (box: Box) => boolean,
  { width, height }: { width: number; height: number },
): [number, number] => {
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) =>
    isMarked({ left: at, top: 0, right: at + 1, bottom: height }),
  )
  return [columns[0] ?? width / 2, columns.at(-1) ?? width / 2]
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Lighter than this counts as paper. */
const paper = 225

/** How many marks a box holds, of any box in the same short time (a summed-area table). */
const countsOf = (pixels: Uint8Array, { width, height }: { width: number; height: number }) => {
  const sums = new Uint32Array((width + 1) * (height + 1))
  const at = (x: number, y: number) => y * (width + 1) + x
  const sum = (x: number, y: number) => sums[at(Math.min(x, width), Math.min(y, height))] ?? 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isMark = (pixels[y * width + x] ?? 255) < paper ? 1 : 0
      sums[at(x + 1, y + 1)] = isMark + sum(x, y + 1) + sum(x + 1, y) - sum(x, y)
    }
  return ({ left, top, right, bottom }: Box) =>
    sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
}
