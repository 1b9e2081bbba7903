import { guideIn, type Size } from '../framing.ts'
import type { Subject } from '../hints.ts'

/** The frame over the live picture, in the proportions of what is held into it; around it the picture is dimmed. */
export const Guide = ({ place, ratio, subject }: { place: Size; ratio: number; subject: Subject }) => {
  const { x, y, width, height } = guideIn(place, ratio)
  const outline =
    subject === 'face'
      ? ovalPath(place.width / 2, place.height / 2, { across: width / 2, down: height / 2 })
      : cornersPath({ x, y, width, height })
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${place.width} ${place.height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path
        d={`M0 0H${place.width}V${place.height}H0Z${outline}`}
        fillRule="evenodd"
        className="fill-brand-deep/60"
      />
      <path d={outline} fill="none" strokeWidth="2.5" className="stroke-on-deep" />
    </svg>
  )
}

const rounding = 12

const cornersPath = ({ x, y, width, height }: Size & { x: number; y: number }) => {
  const r = rounding
  const turn = (right: number, down: number) => `a${r} ${r} 0 0 1 ${right} ${down}`
  return [
    `M${x + r} ${y}h${width - 2 * r}${turn(r, r)}v${height - 2 * r}${turn(-r, r)}`,
    `h${2 * r - width}${turn(-r, -r)}v${2 * r - height}${turn(r, -r)}Z`,
  ].join('')
}

const ovalPath = (x: number, y: number, { across, down }: { across: number; down: number }) =>
  `M${x - across} ${y}a${across} ${down} 0 1 1 ${2 * across} 0a${across} ${down} 0 1 1 ${-2 * across} 0Z`
