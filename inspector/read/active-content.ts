import { carriesTestVirus } from './kind.ts'
import { objectStreamsOf } from './packed-streams.ts'
import type { Pdf } from './pdf.ts'
import { latin1, spelled } from './pdf-syntax.ts'

export interface ActiveContent {
  /** Scripts, launch actions, forms that submit data, or embedded files. */
  isActive: boolean
  /** An embedded file is known to be harmful. */
  isHarmful: boolean
}

/**
 * Whether a PDF can run something or carries files. Finds names however they are spelled (`/J#61vaScript`) and anywhere
 * in the file, compressed object streams included. What the PDF reader itself reports covers encrypted content.
 */
export const activeContentOf = async (bytes: Uint8Array, pdf: Pdf): Promise<ActiveContent> => {
  const text = latin1(bytes)
  const attached = await attachedFiles(pdf).catch(() => [])
  const isActive =
    attached.length > 0 ||
    namesActiveContent(text) ||
    (await objectStreamsOf(bytes)).some((held) => held === null || namesActiveContent(held)) ||
    // If the reader fails too, the file counts as active.
    (await runsSomething(pdf).catch(() => true))
  return { isActive, isHarmful: attached.some(carriesTestVirus) }
}

const runsSomething = async (pdf: Pdf) => {
  const { document } = pdf
  const [scripts, opening, { info }] = await Promise.all([
    document.getJSActions(),
    document.getOpenAction(),
    document.getMetadata(),
  ])
  // An XFA form can run scripts of its own, so it counts as active whatever it contains.
  if (scripts !== null || ('IsXFAPresent' in info && info.IsXFAPresent === true)) return true
  return (opening !== null && 'action' in opening && Boolean(opening.action)) || linksRunSomething(pdf)
}

/** Later pages are not checked for links: on them only names in the raw file are found. */
const pagesWithLinks = 20

const linksRunSomething = async (pdf: Pdf) => {
  for (let number = 1; number <= Math.min(pdf.pages, pagesWithLinks); number++) {
    const page = await pdf.page(number)
    const all: { unsafeUrl?: string; actions?: object | null }[] = await page.getAnnotations()
    if (all.some(({ unsafeUrl, actions }) => actions || (unsafeUrl && !isPlainLink(unsafeUrl)))) return true
  }
  return false
}

/** Web addresses, mailto, tel and links within the document are plain. Any other scheme can start a program. */
const isPlainLink = (address: string) => {
  // Programs that open links ignore whitespace and control bytes, so the check does as well.
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(address.replace(/[\0-\x20\xfe\xff]/g, '')) ?? []
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme)
}

const linkAddress = new RegExp(
  `/${spelled('URI')}\\s*(?:\\(((?:\\\\[^]|[^\\\\)]){0,2000})|<([\\da-f\\s]{0,4000})>)`,
  'gi',
)

const leadsToProgram = (text: string) =>
  [...text.matchAll(linkAddress)].some(([, written, hex]) => !isPlainLink(decodePdfString(written, hex)))

/** The characters of a PDF string, written with octal escapes or in hexadecimal (PDF 1.7 §7.3.4). */
const decodePdfString = (written: string | undefined, hex = '') =>
  written === undefined
    ? Buffer.from(hex.replace(/\s/g, ''), 'hex').toString('latin1')
    : written
        .replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
        .replace(/\\[\r\n]+/g, '')
        .replace(/\\/g, '')

/** The contents of the first 20 embedded files, as far as they can be unpacked. */
const attachedFiles = async ({ document }: Pdf): Promise<Uint8Array[]> => {
  const names = [...((await document.getAttachments())?.keys() ?? [])]
  const contents = await Promise.all(names.slice(0, 20).map((name) => document.getAttachmentContent(name)))
  return contents.map((content) => (content instanceof Uint8Array ? content : new Uint8Array()))
}

const active = ['JavaScript', 'Launch', 'EmbeddedFile', 'RichMedia', 'ImportData', 'SubmitForm', 'Rendition']
const activeName = new RegExp(`/(?:${active.map(spelled).join('|')})`, 'i')
/**
 * Needs the character after the name, because four letters alone also occur by chance in the images of a large file.
 */
const xfa = new RegExp(`/${spelled('XFA')}(?=[\\0\\s(<[%])`)
const openAction = new RegExp(`/${spelled('OpenAction')}\\s*(?:(\\[)|(\\d+)\\s+(\\d+)\\s+R|<<([^>]*))`, 'gi')
const goTo = new RegExp(`/S\\s*/${spelled('GoTo')}\\b`, 'i')

const namesActiveContent = (text: string) =>
  activeName.test(text) ||
  xfa.test(text) ||
  leadsToProgram(text) ||
  [...text.matchAll(openAction)].some((match) => !onlyTurnsToPage(text, match))

// Most word processors write an open action that only says which page to show.
const onlyTurnsToPage = (text: string, [, array, object, generation, action]: RegExpMatchArray) => {
  if (array !== undefined) return true
  if (action !== undefined) return goTo.test(action)
  const target = new RegExp(`\\b${object}\\s+${generation}\\s+obj\\s*(\\[|<<[^>]*)`).exec(text)
  return target !== null && (target[1] === '[' || goTo.test(target[1] ?? ''))
}

const ends = '(?=[\\0\\s(<[/%])'
const script = new RegExp(`/${spelled('JS')}${ends}`, 'g')
const following = new RegExp(`/${spelled('Next')}${ends}`)
/** The numbers that an object stream begins with (PDF 1.7 §7.5.7). */
const objectNumbers = /^\s*\d+\s+\d+\s/

/**
 * Whether a PDF holds exactly one script, wherever it would be run, and no action followed by another (PDF 1.7 §12.6.2;
 * bookmarks have the same key). False if a part of the file cannot be searched.
 */
export const holdsOneScript = async (bytes: Uint8Array): Promise<boolean> => {
  const parts = [latin1(bytes)]
  for (const held of await objectStreamsOf(bytes)) {
    if (held === null || !objectNumbers.test(held)) return false
    parts.push(held)
  }
  if (parts.some((part) => following.test(part))) return false
  return parts.reduce((count, part) => count + [...part.matchAll(script)].length, 0) === 1
}
