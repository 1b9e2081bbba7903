import { readFileSync } from 'node:fs'

/** Which Portico this is, such as `0.1.0`. */
export function version(): string {
  const about: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  )
  return about.version
}
