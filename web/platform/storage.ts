import { z } from 'zod'
import { now } from './clock.ts'
import { logToConsole } from './console.ts'

/**
 * Reads and writes one stored value. If it is corrupt, or the browser refuses, that is logged and the value counts as
 * absent, because the portal works without storage.
 */
export const stored = <T>(key: string, shape: z.ZodType<T>, { area = 'local' }: { area?: Area } = {}) => ({
  key,
  read: (): T | undefined =>
    safely(key, () => {
      const text = areaOf(area).getItem(key)
      return text === null ? undefined : shape.parse(JSON.parse(text))
    }),
  write: (value: T) => safely(key, () => areaOf(area).setItem(key, JSON.stringify(value))),
  clear: () => safely(key, () => areaOf(area).removeItem(key)),
})

const own = 'portico_own:'

/** Returns the key of a value that this device keeps for one user until they sign out. */
export const ownKey = (owner: string, name: string) => `${own}${owner}:${name}`

/** Returns such a key of something that the portal doesn't have yet, and that is lost when they sign out. */
export const unsavedKey = (owner: string, name: string) => ownKey(owner, `unsaved:${name}`)

/** Returns whether this device keeps something of a user that the portal doesn't have yet. */
export const hasUnsaved = (owner: string) =>
  safely(own, () => Object.keys(localStorage).some((key) => key.startsWith(unsavedKey(owner, '')))) === true

/** Deletes what this device keeps for users. Of the user `but`, only what was kept until a time that is past. */
export const clearOwnStorage = ({ but }: { but?: string } = {}) =>
  safely(own, () => {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(own)) continue
      const isKept = but !== undefined && key.startsWith(ownKey(but, ''))
      if (!isKept || isOver(localStorage.getItem(key))) localStorage.removeItem(key)
    }
  })

const Limited = z.object({ keptUntil: z.iso.datetime() })

const isOver = (text: string | null) => {
  const { data } = Limited.safeParse(text?.startsWith('{') ? JSON.parse(text) : null)
  return data !== undefined && new Date(data.keptUntil) <= now()
}

type Area = 'local' | 'session'
const areaOf = (area: Area) => (area === 'local' ? localStorage : sessionStorage)

const safely = <T>(key: string, act: () => T): T | undefined => {
  try {
    return act()
  } catch (error) {
    logToConsole(`What was stored as ${key} could not be used and is ignored.`, error)
    return undefined
  }
}
