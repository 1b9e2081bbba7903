import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Kibibytes as sent to a browser that accepts Brotli. */
export interface Bundle {
  fonts: number
  /** All scripts of the whole product. */
  all: number
}

/** Adds up the built files. `measureFirstPaint` measures in Chromium how much of them a page loads. */
export function measureBundle(folder = 'dist/web/assets'): Bundle {
  const names = readdirSync(folder)
  const sum = (ending: string) => {
    const bytes = names
      .filter((name) => name.endsWith(ending))
      .map((name) => statSync(join(folder, name)).size)
    return Math.round((bytes.reduce((total, size) => total + size, 0) / 1024) * 10) / 10
  }
  return { fonts: sum('.woff2'), all: sum('.js.br') }
}
