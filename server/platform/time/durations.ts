/** Durations are built, never multiplied by hand. All answers are milliseconds. */
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => seconds(count * 60)
export const hours = (count: number) => minutes(count * 60)
export const days = (count: number) => hours(count * 24)

export const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)
export const before = (time: Date, milliseconds: number) => new Date(time.getTime() - milliseconds)

/**
 * The same text as `toISOString`, of which a list may need hundreds: that asks for each what day it is, and here
 * the days are remembered. For the years that four figures can write.
 */
export function instantText(date: Date) {
  const time = date.getTime()
  const day = Math.floor(time / days(1))
  const rest = time - days(day)
  const hour = two[Math.floor(rest / hours(1))]
  const minute = two[Math.floor((rest % hours(1)) / minutes(1))]
  const second = two[Math.floor((rest % minutes(1)) / seconds(1))]
  return `${dayText(day, date)}T${hour}:${minute}:${second}.${three[rest % seconds(1)]}Z`
}

const figures = (count: number, size: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(size, '0'))
const two = figures(60, 2)
const three = figures(1000, 3)

const known = new Map<number, string>()
const knownAtMost = 1000

const dayText = (day: number, date: Date) => {
  const told = known.get(day)
  if (told !== undefined) return told
  if (known.size >= knownAtMost) known.clear()
  const text = date.toISOString().slice(0, 10)
  known.set(day, text)
  return text
}
