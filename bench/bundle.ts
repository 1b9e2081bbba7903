import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

export interface Bundle {
  /** Gzipped kibibytes of script that `/auth` loads first: the entry, the page, and all they import. */
  auth: number
  styles: number
  fonts: number
  /** All scripts of the whole product. */
  all: number
}

const kib = (bytes: number) => Math.round((bytes / 1024) * 10) / 10

/** Reads the built page's own manifest. */
export function measureBundle(folder = 'dist/web'): Bundle {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const wanted = new Set<string>()
  const take = (name: string) => {
    if (wanted.has(name)) return
    wanted.add(name)
    for (const next of manifest[name]?.imports ?? []) take(next)
  }
  for (const [name, chunk] of Object.entries(manifest))
    if (chunk.isEntry || chunk.src?.endsWith('features/accounts/page.tsx')) take(name)
  const zipped = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  const chunks = [...wanted].flatMap((name) => manifest[name] ?? [])
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  const assets = readdirSync(join(folder, 'assets')).map((name) => join('assets', name))
  const sum = (files: string[], size: (file: string) => number) =>
    kib(files.reduce((total, file) => total + size(file), 0))
  return {
    auth: sum(
      [...new Set(chunks.map(({ file }) => file))].filter((file) => file.endsWith('.js')),
      zipped,
    ),
    styles: sum([...styles], zipped),
    fonts: sum(
      assets.filter((file) => file.endsWith('.woff2')),
      (file) => readFileSync(join(folder, file)).length,
    ),
    all: sum(
      assets.filter((file) => file.endsWith('.js')),
      zipped,
    ),
  }
}
