import { chunk } from '#web/shell/chunk.ts'
import type { Feature } from '#web/shell/feature.ts'

export const search: Feature = {
  frame: {
    Search: chunk(async () => (await import('./entry.tsx')).SearchButton),
    SearchEntry: chunk(async () => (await import('./entry.tsx')).SearchEntry),
  },
}
