import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const file = new URL('RESULTS.md', import.meta.url)
const title = '# Figures of the last runs'

/** Writes a section into bench/RESULTS.md, replacing that of its last run. Other sections stay. */
export function writeSection(heading: string, figures: string) {
  const section = `## ${heading}\n\n${today()} on ${machine()}.\n\n${figures.trim()}\n`
  const others = sectionsOf(existsSync(file) ? readFileSync(file, 'utf8') : '')
  const at = others.findIndex((other) => other.startsWith(`## ${heading}\n`))
  const sections = at < 0 ? [...others, section] : others.with(at, section)
  writeFileSync(file, [title, ...sections.map((section) => section.trim())].join('\n\n').concat('\n'))
  console.log(section)
}

const sectionsOf = (text: string) => text.split(/^(?=## )/m).filter((part) => part.startsWith('## '))

const today = () => new Date().toISOString().slice(0, 10)

const machine = () => {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory} GiB, Node ${process.version}`
}
