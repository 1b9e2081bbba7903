import { carriesTestVirus } from './malware.ts'
import { latin1, objectStreamsOf, spelled } from './object-streams.ts'
import type { Pdf } from './pdf.ts'

export interface ActiveContent {
  /** Scripts, programs to start, forms that send, files inside the file. */
  isActive: boolean
  /** A file inside the file is known to be harmful. */
  isHarmful: boolean
}

/**
 * Whether a PDF could do something, or carries files. Names are found however they are spelled
 * (`/J#61vaScript`) and wherever they stand, in compressed object streams too; the reader's own view
 * adds what is encrypted.
 */
export const activeContentOf = async (bytes: Uint8Array, pdf: Pdf): Promise<ActiveContent> => {
  const text = latin1(bytes)
  const attached = await attachedFiles(pdf).catch(() => [])
  const isActive =
    attached.length > 0 ||
    namesActiveContent(text) ||
    objectStreamsOf(bytes).some((unpacked) => unpacked === null || namesActiveContent(unpacked)) ||
    // Where even the reader cannot tell, the careful answer stands.
    (await runsSomething(pdf).catch(() => true))
  return { isActive, isHarmful: attached.some(carriesTestVirus) }
}

const runsSomething = async ({ document }: Pdf) => {
  const [scripts, opening] = await Promise.all([document.getJSActions(), document.getOpenAction()])
  return scripts !== null || (opening !== null && 'action' in opening && Boolean(opening.action))
}

/** The contents of files inside the file, as far as they can be unpacked. */
const attachedFiles = async ({ document }: Pdf): Promise<Uint8Array[]> => {
  const names = [...((await document.getAttachments())?.keys() ?? [])]
  const contents = await Promise.all(names.slice(0, 20).map((name) => document.getAttachmentContent(name)))
  return contents.map((content) => (content instanceof Uint8Array ? content : new Uint8Array()))
}

const active = ['JavaScript', 'Launch', 'EmbeddedFile', 'RichMedia', 'ImportData', 'SubmitForm', 'Rendition']
const activeName = new RegExp(`/(?:${active.map(spelled).join('|')})`, 'i')
const openAction = new RegExp(`/${spelled('OpenAction')}\\s*(?:(\\[)|(\\d+)\\s+(\\d+)\\s+R|<<([^>]*))`, 'gi')
const goTo = new RegExp(`/S\\s*/${spelled('GoTo')}\\b`, 'i')

const namesActiveContent = (text: string) =>
  activeName.test(text) || [...text.matchAll(openAction)].some((match) => !onlyTurnsToPage(text, match))

// Most word processors write an opening action that only says which page to show.
const onlyTurnsToPage = (text: string, [, array, object, generation, action]: RegExpMatchArray) => {
  if (array !== undefined) return true
  if (action !== undefined) return goTo.test(action)
  const target = new RegExp(`\\b${object}\\s+${generation}\\s+obj\\s*(\\[|<<[^>]*)`).exec(text)
  return target !== null && (target[1] === '[' || goTo.test(target[1] ?? ''))
}
