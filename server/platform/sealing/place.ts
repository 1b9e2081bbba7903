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
  margin: number
}

/**
 * Finds a place on a page where nothing is printed: at the bottom right, else further up, else further left.
 * It looks at the picture of the page, so that pictures and scans count as much as text. Null where there is none.
 */
export async function findPlace(picture: Uint8Array, { page, size, margin }: Room): Promise<Place | null> {
  const { data, info } = await sharp(picture).flatten({ background: 'white' }).greyscale().raw().toBuffer({
    resolveWithObject: true,
  })
  const { width, height } = info
  const marked = countsOf(data, { width, height })
  const scale = width / page.width
  const [wide, high, gap] = [size.width, size.height, margin].map((points) => Math.ceil(points * scale)) as [
    number,
    number,
    number,
  ]
  for (let x = width - gap - wide; x >= gap; x -= wide / 2)
    for (let y = height - gap - high; y >= gap; y -= 8) {
      const [left, top] = [Math.floor(x), Math.floor(y)]
      if (marked({ left, top, right: left + wide, bottom: top + high }) === 0)
        return { left: left / width, top: top / height }
    }
  return null
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
