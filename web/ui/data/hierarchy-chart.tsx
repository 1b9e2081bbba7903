import { classes } from '../classes.ts'

export interface ChartBox {
  key: string
  title: string
  /** A line below the title. */
  detail: string
  /** `main` is the box that the others lead to. `strong` marks important boxes. */
  variant: 'main' | 'strong' | 'plain'
  /** The boxes that it leads to, each with the words on the line. */
  to: readonly { key: string; words: string }[]
}

const [boxWidth, boxHeight, gapX, gapY] = [184, 76, 20, 60]
/** The whole drawing grows with the text size that somebody has chosen: its text is in its own units, as its boxes. */
const inRem = (units: number) => `${units / 16}rem`
/** Width on each side for the lines that pass a row. */
const laneWidth = 96

/**
 * Boxes with lines down to the one that they all lead to. Hidden from screen readers, because it repeats the table
 * beside it. The links must not form a cycle.
 */
export const HierarchyChart = ({ boxes }: { boxes: readonly ChartBox[] }) => {
  const { places, width, height } = layOut(boxes)
  const at = (key: string) => places.get(key) ?? { x: 0, y: 0 }
  const lines = boxes.flatMap(({ key, to }) =>
    to.map((link, index) => ({
      key: `${key}-${link.key}`,
      words: link.words,
      ...lineOf(at(key), at(link.key), { offset: (index - (to.length - 1) / 2) * 44, width }),
    })),
  )
  return (
    // If it is wider than the phone, it can be scrolled by keyboard too.
    <div role="region" aria-label="Chart" tabIndex={0} className="overflow-x-auto pb-2" data-print="exact">
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        className="mx-auto h-auto w-full"
        style={{ maxWidth: inRem(width), minWidth: inRem(Math.min(width, Math.max(300, width * 0.72))) }}
      >
        {lines.map(({ key, path }) => (
          <path key={key} d={path} className="fill-none stroke-edge" strokeWidth={1.5} />
        ))}
        {boxes.map((box) => (
          <Box key={box.key} box={box} place={at(box.key)} />
        ))}
        {lines.map(({ key, words, label }) => (
          <Label key={key} place={label} words={words} />
        ))}
      </svg>
    </div>
  )
}

interface Place {
  x: number
  y: number
}

interface Bounds {
  /** Distance of the line's start from the middle of its box, which keeps several lines of one box apart. */
  offset: number
  width: number
}

/**
 * Returns the line between two boxes. It leads straight down to the next row, but along the side to a later row, so
 * that no box is in its way.
 */
function lineOf(from: Place, to: Place, { offset, width }: Bounds) {
  if (to.y - from.y > boxHeight + gapY) {
    const isLeft = from.x + boxWidth / 2 + offset <= width / 2
    const lane = isLeft ? laneWidth / 2 : width - laneWidth / 2
    const [start, end] = isLeft ? [from.x, to.x] : [from.x + boxWidth, to.x + boxWidth]
    return {
      path: `M${start} ${from.y + boxHeight / 2} H${lane} V${to.y + boxHeight / 2} H${end}`,
      label: { x: lane, y: from.y + boxHeight + gapY / 2 },
    }
  }
  const [x1, y1, x2, y2] = [from.x + boxWidth / 2 + offset, from.y + boxHeight, to.x + boxWidth / 2, to.y]
  const bend = (y2 - y1) / 2
  return {
    path: `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`,
    label: { x: x1 + (x2 - x1) * 0.12, y: y1 + gapY * 0.35 },
  }
}

const Label = ({ place, words }: { place: Place; words: string }) => {
  const text = words.length > 22 ? `${words.slice(0, 21)}…` : words
  const wide = text.length * 7 + 12
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <rect x={-wide / 2} y={-10} width={wide} height={20} rx={10} className="fill-surface stroke-line" />
      <text y={4} textAnchor="middle" fontSize={12} className="figures fill-ink font-semibold">
        {text}
      </text>
    </g>
  )
}

const boxClasses = {
  main: 'fill-brand-tint stroke-brand',
  strong: 'fill-surface stroke-brand',
  plain: 'fill-surface stroke-line',
}

const Box = ({ box: { title, detail, variant }, place }: { box: ChartBox; place: Place }) => (
  <g transform={`translate(${place.x} ${place.y})`}>
    <rect
      width={boxWidth}
      height={boxHeight}
      rx={12}
      strokeWidth={variant === 'plain' ? 1 : 1.75}
      className={boxClasses[variant]}
    />
    {linesOf(title).map((line, index, lines) => (
      <text
        key={line}
        x={boxWidth / 2}
        y={(detail === '' ? 43 : 34) - (lines.length - 1) * 8 + index * 17}
        textAnchor="middle"
        fontSize={13.5}
        className="fill-ink font-semibold"
      >
        {line}
      </text>
    ))}
    <text
      x={boxWidth / 2}
      y={62}
      textAnchor="middle"
      fontSize={12}
      className={classes('figures', variant === 'plain' ? 'fill-ink-soft' : 'fill-ink')}
    >
      {detail}
    </text>
  </g>
)

const most = 23

/** Breaks a title into at most two lines. The table has the whole name. */
function linesOf(title: string): string[] {
  if (title.length <= most) return [title]
  const cut = title.lastIndexOf(' ', most)
  const [first, rest] =
    cut > 6 ? [title.slice(0, cut), title.slice(cut + 1)] : [title.slice(0, most), title.slice(most)]
  return [first, rest.length > most ? `${rest.slice(0, most - 1)}…` : rest]
}

/** Places each box above all boxes that it leads to, and centres each row. */
function layOut(boxes: readonly ChartBox[]) {
  const levels = new Map<string, number>()
  const levelOf = (key: string): number => {
    const known = levels.get(key)
    if (known !== undefined) return known
    const to = boxes.find((box) => box.key === key)?.to ?? []
    const level = to.length === 0 ? 0 : Math.max(...to.map((link) => levelOf(link.key))) + 1
    levels.set(key, level)
    return level
  }
  const rows = Map.groupBy(boxes, ({ key }) => levelOf(key))
  const top = Math.max(0, ...rows.keys())
  const isPassed = boxes.some(({ key, to }) => to.some((link) => levelOf(key) - levelOf(link.key) > 1))
  const side = isPassed ? laneWidth : 2
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length))
  const wide = (count: number) => count * boxWidth + (count - 1) * gapX
  const places = new Map<string, Place>()
  for (const [level, row] of rows)
    row.forEach(({ key }, index) => {
      const x = side + (wide(widest) - wide(row.length)) / 2 + index * (boxWidth + gapX)
      places.set(key, { x, y: 2 + (top - level) * (boxHeight + gapY) })
    })
  return { places, width: wide(widest) + 2 * side, height: (top + 1) * boxHeight + top * gapY + 4 }
}
