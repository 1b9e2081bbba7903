export interface Bar {
  name: string
  value: number
  /** A wider bar behind this one, if there is a second measure: nine in ten behind the median. */
  outer?: number
}

const rowHeight = 46
const barHeight = 18
const width = 340
const room = 260

/**
 * A bar chart, scaled so that the longest bar fills the width. Hidden from screen readers, because it repeats the table
 * beside it. Its text is in the drawing's own units, and the drawing grows with the text size that somebody has chosen.
 */
export const BarChart = ({ bars, unit }: { bars: readonly Bar[]; unit: string }) => {
  const most = Math.max(...bars.map(({ value, outer = 0 }) => Math.max(value, outer)), 0)
  if (most === 0) return null
  const wide = (value: number) => Math.max(2, (value / most) * room)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${bars.length * rowHeight}`}
      className="w-full max-w-104"
      data-print="exact"
    >
      {bars.map(({ name, value, outer }, at) => (
        <g key={name} transform={`translate(0 ${at * rowHeight})`}>
          <text y={13} fontSize={12} className="fill-ink-soft">
            {name.length > 52 ? `${name.slice(0, 51)}…` : name}
          </text>
          <g transform="translate(1 19)">
            {outer !== undefined && (
              <rect width={wide(outer)} height={barHeight} rx={4} className="fill-brand-tint stroke-brand" />
            )}
            <rect
              y={outer === undefined ? 0 : 5}
              width={wide(value)}
              height={outer === undefined ? barHeight : barHeight - 10}
              rx={outer === undefined ? 4 : 2}
              className="fill-brand"
            />
            <text
              x={wide(Math.max(value, outer ?? 0)) + 7}
              y={barHeight / 2 + 4}
              fontSize={12}
              className="figures fill-ink"
            >
              {Number.isInteger(value) ? value : value.toFixed(1)}
              {unit}
            </text>
          </g>
        </g>
      ))}
    </svg>
  )
}
