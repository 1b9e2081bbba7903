import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeHtml } from '#contract/kit/text.ts'
import type { FileStore } from '#server/platform/files/port.ts'
import { timeText } from '#server/platform/time/zone.ts'
import type { CollectedData, Enclosed, Part } from './collect-personal-data.ts'

interface Sources {
  files: FileStore
  indexPage: AsyncIterable<string>
  at: Date
}

/**
 * Streams the archive. Rows are read and files opened only when they are packed, so that at most part of one file is in
 * memory. Files lost before are listed in a note. If a file can no longer be read, the archive breaks off, because half
 * an export must not look complete.
 */
export function archiveOf(
  { parts, files, lost }: Pick<CollectedData, 'parts' | 'files' | 'lost'>,
  { files: store, indexPage, at }: Sources,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let open: Readable | null = null
  zip.on('error', (error: Error) => output.destroy(error))
  // Closes the open file if the client stops reading.
  output.on('close', () => open?.destroy())
  const add = (path: string, sized: { size?: number; compress?: boolean }, begin: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { mtime: at, ...sized }, (give) => {
      begin().then(
        (bytes) => {
          open = bytes
          bytes.on('error', (error) => output.destroy(error))
          give(null, bytes)
        },
        (error: Error) => output.destroy(error),
      )
    })

  add('index.html', {}, async () => Readable.from(inPieces(indexPage)))
  if (lost.length > 0) zip.addBuffer(Buffer.from(noteOf(lost)), 'MISSING FILES.txt', { mtime: at })
  for (const part of parts)
    add(`data/${part.name}.json`, {}, async () => Readable.from(inPieces(jsonOf(part))))
  for (const { path, key, sha256, size } of files)
    add(path, { size, compress: false }, () => store.read(key, { sha256 }))
  zip.end()
  return output
}

/** What the archive says of files that belong in it but could not be read. */
const noteOf = (lost: readonly Enclosed[]) =>
  [
    "These files belong in this archive and are missing from it, because they couldn't be read. We have been alerted. Please ask us about it.",
    '',
    ...lost.map(({ path }) => path),
    '',
  ].join('\n')

async function* jsonOf({ title, rows }: Part) {
  let before = `{\n"title": ${JSON.stringify(title)},\n"rows": [`
  for await (const row of rows()) {
    yield `${before}\n${JSON.stringify(row, null, 2)}`
    before = ','
  }
  yield `${before === ',' ? '' : before}\n]\n}\n`
}

const pieceLength = 32 * 1024

/** Joins words into pieces of 32 KiB, because passing on each word would take longer than making it. */
async function* inPieces(words: AsyncIterable<string>) {
  let piece = ''
  for await (const word of words) {
    piece += word
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

interface Heading {
  firm: string
  person: string
  at: Date
}

/** Writes the export as a page for people, without scripts and without anything fetched from elsewhere. */
export async function* indexPageOf(collected: CollectedData, heading: Heading) {
  yield beginning(collected, heading)
  for (const part of collected.parts) {
    yield `<section id="${escapeHtml(part.name)}"><h2>${escapeHtml(part.title)}</h2>${part.count === 0 ? '<p>Nothing.</p>' : ''}`
    for await (const row of part.rows()) yield list(row)
    yield '</section>\n'
  }
  yield '</main>\n</body>\n</html>\n'
}

const beginning = (
  { parts, lost, hasMerged }: CollectedData,
  { firm, person, at }: Heading,
) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What ${escapeHtml(firm)}’s portal holds about you</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What ${escapeHtml(firm)}’s portal holds about you</h1>
<p>Made for ${escapeHtml(person)} on ${escapeHtml(timeText(at))} (London). The same information is in the folder <code>data</code> in machine-readable form (JSON), and your files are in the folder <code>files</code>, as you sent them.</p>
<p>Keep this archive somewhere safe: it contains copies of your documents. It leaves out passwords and keys, other people's data, and records that the law lets us keep back. You can also write to us and ask for what we hold outside this portal.</p>
${hasMerged ? `<p>${escapeHtml(ofMerged)}</p>` : ''}
${lost.length === 0 ? '' : `<section><h2>Missing files</h2><p>${escapeHtml(noteOf(lost))}</p></section>`}
<nav aria-label="Contents"><ol>${parts.map(entry).join('')}</ol></nav>
`

const ofMerged =
  'Another account of yours was merged into this one. What belonged to that account and was not moved is marked “From merged account”, with its email address.'

const entry = ({ name, title, count }: Part) =>
  `<li><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a> (${count})</li>`

const list = (row: Record<string, unknown>) =>
  `<dl>${Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) => `<div><dt>${escapeHtml(labelOf(name))}</dt><dd>${valueOf(name, value)}</dd></div>`,
    )
    .join('')}</dl>`

/** "createdAt" → "Created at" */
const labelOf = (name: string) => {
  const words = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const valueOf = (name: string, value: unknown) => {
  if (isTime(value)) return `<time datetime="${value.toISOString()}">${escapeHtml(timeText(value))}</time>`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return escapeHtml(value)
  if (name === 'files' && Array.isArray(value)) return value.map(link).join('<br>')
  return typeof value === 'object'
    ? `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
    : escapeHtml(JSON.stringify(value))
}

const isTime = (value: unknown): value is Date =>
  typeof value === 'object' && value !== null && 'toISOString' in value

const link = (path: string) => `<a href="${escapeHtml(encodeURI(path))}">${escapeHtml(path)}</a>`

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.55 Georgia, 'Times New Roman', serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1, h2 { font-weight: 500; line-height: 1.2; }
h2 { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid; }
dl { margin: 1rem 0; padding: 1rem; border: 1px solid; border-radius: 10px; break-inside: avoid; }
dl div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 1rem; }
dt { opacity: 0.75; }
section > p { white-space: pre-line; overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
pre { margin: 0; white-space: pre-wrap; font-size: 0.85em; }
@media (max-width: 36rem) { dl div { display: block; } dd { margin-bottom: 0.5rem; } }
`
