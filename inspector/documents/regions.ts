import type { Region } from '#contract/documents/validation.ts'

interface TurnedBox {
  /** Of its middle, in pixels. */
  x: number
  y: number
  width: number
  height: number
  /** Radians, clockwise. */
  angle: number
}

/** A box in pixels of its picture as the upright part of the page that holds it. */
export const regionOf = (
  box: TurnedBox,
  page: { number: number; width: number; height: number },
  name: string,
): Region => {
  const [cos, sin] = [Math.abs(Math.cos(box.angle)), Math.abs(Math.sin(box.angle))]
  const width = box.width * cos + box.height * sin
  const height = box.width * sin + box.height * cos
  const left = clamped((box.x - width / 2) / page.width)
  const top = clamped((box.y - height / 2) / page.height)
  const right = clamped((box.x + width / 2) / page.width)
  const bottom = clamped((box.y + height / 2) / page.height)
  return {
    page: page.number,
    x: left,
    y: top,
    width: rounded(right - left),
    height: rounded(bottom - top),
    what: name,
  }
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000
const clamped = (share: number) => rounded(Math.min(1, Math.max(0, share)))
