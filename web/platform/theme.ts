import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createEmitter } from './emitter.ts'
import { stored } from './storage.ts'

export const Theme = z.enum(['light', 'dark', 'system'])
export type Theme = z.infer<typeof Theme>

// `public/theme.js` reads the same key before the first paint.
const memory = stored('portico_theme', Theme)
const changes = createEmitter()
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

const chosenTheme = (): Theme => memory.read() ?? 'system'

export const chooseTheme = (theme: Theme) => {
  memory.write(theme)
  paint()
  changes.emit()
}

/** Follows the system, and the other tabs, for as long as the page lives. */
export const followTheme = () => {
  prefersDark().addEventListener('change', paint)
  addEventListener('storage', ({ key }) => {
    if (key !== memory.key) return
    paint()
    changes.emit()
  })
  paint()
}

export const useTheme = () => useSyncExternalStore(changes.subscribe, chosenTheme)

const paint = () => {
  const theme = chosenTheme()
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark().matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#0f1516' : '#fafaf7')
}
