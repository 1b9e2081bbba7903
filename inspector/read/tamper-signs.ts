import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { holdsOneScript } from './active-content.ts'
import { addedSigns, type TextItem } from './annotations.ts'
import { namesCamera } from './camera-note.ts'
import { hasDrawnLetters, showsDrawnLetters } from './drawn-letters.ts'
import { type EditingSign, editorIn, wordProcessorIn } from './editing-sign.ts'
import { readPageText } from './page-text.ts'
import type { Pdf } from './pdf.ts'
import { latin1, spelled } from './pdf-syntax.ts'
import { pixelLimit } from './picture-size.ts'
import { onlyPictureOn } from './seen.ts'

/** Finds signs of editing in an open PDF. Never rejects: what cannot be examined gives no sign. */
export const editingSignsOfPdf = (bytes: Uint8Array, pdf: Pdf): Promise<EditingSign[]> =>
  pdfSigns(bytes, pdf).catch(() => [])

/** Finds signs of editing in a JPEG or PNG. Never rejects. */
export const editingSignsOfPicture = (bytes: Uint8Array): Promise<EditingSign[]> =>
  pictureSigns(bytes).catch(() => [])

/** A page is made and stamped within minutes, sometimes overnight. A later change is suspicious. */
const settledAfterDays = 2
const lookedAtPages = 4

const pdfSigns = async (bytes: Uint8Array, pdf: Pdf): Promise<EditingSign[]> => {
  const signs = [...(await noteSigns(pdf)), ...savedAgain(bytes), ...(await scriptSigns(bytes, pdf))]
  for (let number = 1; number <= Math.min(lookedAtPages, pdf.pages); number++) {
    const page = await pdf.page(number)
    const { items } = await readPageText(page)
    signs.push(
      ...twoTexts(items, number),
      ...(await mixedFontsOn(page, number)),
      ...(await addedSigns(page, number)),
    )
  }
  return signs
}

const noteSigns = async ({ document }: Pdf): Promise<EditingSign[]> => {
  const { info, metadata } = await document.getMetadata()
  const noted = new Map(Object.entries(info))
  const note = (name: string) => String(noted.get(name) ?? '')
  const tools = [
    note('Creator'),
    note('Producer'),
    String(metadata?.get('xmp:creatortool') ?? ''),
    String(metadata?.get('pdf:producer') ?? ''),
  ].join('\n')
  const [editor, processor] = [editorIn(tools), wordProcessorIn(tools)]
  const signs: EditingSign[] = []
  if (editor) signs.push({ sign: 'editor', evidence: `Its notes name ${editor}.` })
  else if (processor) signs.push({ sign: 'word_processor', evidence: `Its notes name ${processor}.` })
  const [made, changed] = [instantOf(note('CreationDate')), instantOf(note('ModDate'))]
  const days = Math.floor((changed - made) / 86_400_000)
  if (days >= settledAfterDays)
    signs.push({ sign: 'saved_again', evidence: `It was changed ${days} days after it was made.` })
  return signs
}

// "D:20261103101500+01'00'" (ISO 32000-1 section 7.9.4). The time zone is ignored: only days are compared.
const instantOf = (date: string) => {
  const [, year = '', month = '01', day = '01'] = /^D:(\d{4})(\d\d)?(\d\d)?/.exec(date) ?? []
  return Date.parse(`${year}-${month}-${day}T00:00:00Z`)
}

const savedAgain = (bytes: Uint8Array): EditingSign[] => {
  const times = changesAddedTo(bytes)
  const often = times === 1 ? 'once' : `${times} times`
  const evidence = `Changes were added to the file ${often} after its first saving.`
  return times === 0 ? [] : [{ sign: 'saved_again', evidence }]
}

/** Finds scripts that run as the file or one of its first pages is opened, printed or closed, not those of a field. */
const scriptSigns = async (bytes: Uint8Array, pdf: Pdf): Promise<EditingSign[]> => {
  const pages = Array.from({ length: Math.min(lookedAtPages, pdf.pages) }, (_, at) => pdf.page(at + 1))
  const ofPages = pages.map(async (page) => (await page).getJSActions())
  const found = await Promise.all([pdf.document.getJSActions(), ...ofPages])
  if (found.every((actions) => actions === null)) return []
  const scripts = found.flatMap((actions) => [...(actions?.values() ?? [])].flat())
  // The reader gives neither what follows an action nor two scripts of one name, and later pages were not looked at.
  if (scripts.length > 0 && scripts.every(onlyPrints) && (await holdsOneScript(bytes)))
    return [
      { sign: 'print_script', evidence: 'It runs a script by itself, which does nothing but print it.' },
    ]
  return [{ sign: 'script', evidence: 'It runs a script by itself, which can change what it shows.' }]
}

const longestPrintScript = 500
const onlyPrints = (script: unknown) =>
  typeof script === 'string' && script.length <= longestPrintScript && printScript.test(script)

// The call alone, or with the settings of a printer before it (Acrobat JavaScript API, Doc.print). No value of the file
// is set, and nothing else is called.
const printScript =
  /^\s*(?:var\s+(\w+)\s*=\s*(?:this\.)?getPrintParams\(\);\s*(?:\1\.\w+\s*=\s*[\w.'"]+;\s*)*)?(?:this\.)?print\([\w\s.,:{}'"]*\);?\s*$/

/** Some programs make bold text by printing the same words twice. Different words in the same place are a sign. */
const twoTexts = (items: TextItem[], page: number): EditingSign[] => {
  const level = items.filter(({ isLevel, text }) => isLevel && /[\p{L}\d]{2}/u.test(text))
  const rows = level.toSorted((a, b) => a.baseline - b.baseline)
  for (const [at, item] of rows.entries()) {
    for (const other of rows.slice(at + 1, at + 40)) {
      if (other.baseline - item.baseline > item.height * 0.5) break
      if (!liesOn(item, other) || squeezed(item.text) === squeezed(other.text)) continue
      const words = `“${item.text.trim()}” and “${other.text.trim()}”`
      return [{ sign: 'two_texts', evidence: `On page ${page}, ${words} lie in the same place.` }]
    }
  }
  return []
}

const liesOn = (a: TextItem, b: TextItem) => {
  const shared = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  return shared > Math.min(a.width, b.width) * 0.6 && Math.abs(a.baseline - b.baseline) < a.height * 0.4
}

const squeezed = (text: string) => text.replace(/\s/g, '')

const opening = { failOn: 'error', limitInputPixels: pixelLimit } as const

const pictureSigns = async (bytes: Uint8Array): Promise<EditingSign[]> => {
  const { format, width, height, exif, xmp, comments } = await sharp(bytes, opening).metadata()
  const notes = [exif, xmp].map((note) => note?.toString('latin1') ?? '')
  const spoken = (comments ?? []).map(({ text }) => text)
  const all = [...notes, ...spoken].join('\n')
  const signs: EditingSign[] = []
  const editor = editorIn(all)
  if (editor) signs.push({ sign: 'editor', evidence: `The notes of the picture name ${editor}.` })
  // Apple writes this word into the metadata of every screenshot.
  if (/ASCII\0{3}Screenshot|UserComment[^<]*>[^<]*Screenshot/i.test(all))
    signs.push({ sign: 'screenshot', evidence: 'The notes of the picture call it a screenshot.' })
  else if (!namesCamera(exif) && isScreen(width, height) && (await isFlat(bytes).catch(unknown)))
    signs.push({
      sign: 'screenshot',
      evidence: `It has the size of a screen, ${width} × ${height}, the even colours of one, and no notes of a camera.`,
    })
  // A camera names itself in its JPEG, and a program that draws a page or saves a screenshot names none.
  else if ((format === 'png' || !namesCamera(exif)) && (await hasDrawnLetters(bytes).catch(unknown)))
    signs.push({
      sign: 'screenshot',
      evidence:
        'Many of its letters look exactly alike wherever they occur, as on a screen. On scanned till receipts few do.',
    })
  return signs
}

/** Finds the sign of a screenshot on a page (1-based) of a PDF that is one picture. Never rejects. */
export const screenshotSignsOfPage = async (page: PDFPageProxy, number: number): Promise<EditingSign[]> => {
  const picture = await onlyPictureOn(page).catch(() => null)
  if (picture === null || !(await showsDrawnLetters(picture).catch(unknown))) return []
  const evidence = `Page ${number} is a picture, and most of its letters look exactly alike wherever they occur, as on a screen.`
  return [{ sign: 'screenshot', evidence }]
}

/** What pixels that cannot be decoded say. The signs found in the notes still count. */
const unknown = () => false

// Phones since 2018 have an aspect ratio near 2 or above, as no paper and hardly any camera has, but many a till receipt.
const isScreen = (width: number, height: number) => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const isSlim = long / short > 1.9 && long / short < 2.4
  return (isSlim && (phoneWidths.has(short) || messageLengths.has(long))) || screens.has(`${long}x${short}`)
}

/** Pixels across the screens of phones since 2018. */
const phoneWidths = new Set([
  720, 828, 1008, 1080, 1125, 1170, 1179, 1200, 1206, 1220, 1224, 1240, 1242, 1260, 1264, 1280, 1284, 1290,
  1320, 1344, 1440,
])

/** Pixels along the longer side to which messengers reduce what they send. */
const messageLengths = new Set([1280, 1600, 2048])

/** Screen sizes of older phones, tablets and desktops. */
const screens = new Set(
  `1136x640 1334x750 2208x1242 1920x1080 2560x1440 1366x768 1536x864 1440x900 1680x1050 1920x1200 2560x1600
  2880x1800 3024x1964 3456x2234 3840x2160 2732x2048 2388x1668 2360x1640 2160x1620 2048x1536`.split(/\s+/),
)

/** Photographed paper has no two areas of one shade. On a screen most of the picture has exactly one. */
const isFlat = async (bytes: Uint8Array) => {
  const { data } = await sharp(bytes, opening)
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: 320, kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = Array.from({ length: 256 }, () => 0)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  return Math.max(...counts) > data.length * 0.35
}

interface Figure {
  text: string
  baseline: number
  height: number
  /** Font family, without weight and slope. */
  family: string
}

/** With fewer amounts in the usual font, another font is no exception. */
const leastUsual = 4

/** Finds amounts set in another font family than the amounts beside them on their line. */
const mixedFontsOn = async (page: PDFPageProxy, number: number): Promise<EditingSign[]> => {
  const figures = await figuresOn(page)
  const usual = mostUsed(figures)
  if (usual === undefined) return []
  const others = figures.filter((figure) => !isSameFamily(figure.family, usual))
  const odd = others.filter((figure) => figures.some((other) => isBeside(figure, other, usual)))
  if (odd.length === 0 || odd.length > 3 || figures.length - others.length < leastUsual) return []
  const amounts = odd.map(({ text }) => `“${text}”`).join(' and ')
  const families = [...new Set(odd.map(({ family }) => family))].join(' and ')
  return [
    {
      sign: 'mixed_fonts',
      evidence: `On page ${number}, ${amounts} is set in ${families} among amounts in ${usual}.`,
    },
  ]
}

const isBeside = (figure: Figure, other: Figure, usual: string) =>
  isSameFamily(other.family, usual) &&
  Math.abs(other.baseline - figure.baseline) < figure.height * 0.5 &&
  Math.abs(other.height - figure.height) < figure.height * 0.2

const figuresOn = async (page: PDFPageProxy): Promise<Figure[]> => {
  const { items } = await page.getTextContent()
  const amounts = items.filter((item) => 'str' in item).filter(({ str }) => isAmount(str))
  if (amounts.length <= leastUsual || new Set(amounts.map(({ fontName }) => fontName)).size < 2) return []
  // The names of fonts are known only after the page's operator list was loaded.
  await page.getOperatorList()
  return amounts
    .map(({ str, transform: [, , c = 0, d = 0, , baseline = 0], fontName }) => ({
      text: str.trim(),
      baseline,
      height: Math.hypot(c, d),
      family: familyOf(page, fontName),
    }))
    .filter(({ family }) => family !== '')
}

const isAmount = (text: string) => /^[£$€]?\s?-?[\d,]+\.\d\d(?:\s?(?:CR|DR|OD))?$/.test(text.trim())

const familyOf = (page: PDFPageProxy, fontName: string) => {
  const font: unknown = page.commonObjs.has(fontName) ? page.commonObjs.get(fontName) : undefined
  const name = typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : ''
  return name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[-,].*$/, '')
    .replace(/(?:PS|MT|Std|Pro|Regular|Roman|Bold|Light|Medium|Italic|Book)+$/, '')
}

const mostUsed = (figures: Figure[]) => {
  const counts = Map.groupBy(figures, ({ family }) => family)
  return [...counts.entries()].toSorted(([, a], [, b]) => b.length - a.length).at(0)?.[0]
}

// "EffraLight" and "Effra" are weights of one typeface.
const isSameFamily = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

/**
 * Counts the changes appended to a PDF after it was first saved (incremental updates, ISO 32000-1 §7.5.6), each with a
 * `startxref`. A signature that covers the file up to its own end (§12.8.1), and the stored proofs of it (ETSI EN 319
 * 142-1 §5.4), change nothing visible and do not count.
 */
export const changesAddedTo = (bytes: Uint8Array): number => {
  const text = latin1(bytes)
  const ends = [...text.matchAll(/startxref\s+\d+/g)].map((match) => endBehind(text, match))
  // A linearised file has two from the start (annex F).
  const usual = /\/Linearized/.test(text.slice(0, 2048)) ? 2 : 1
  return ends.slice(usual).filter((end, at) => {
    const begin = ends[at + usual - 1] ?? 0
    const added = text.slice(begin, end)
    return !isSignature(added, end) && !isProof(added)
  }).length
}

const endBehind = (text: string, match: RegExpExecArray) => {
  const end = match.index + match[0].length
  const mark = text.slice(end, end + 64).indexOf('%%EOF')
  return mark < 0 ? end : end + mark + '%%EOF'.length
}

/** Bytes of line ends that may follow the end mark. */
const slack = 4

const isSignature = (added: string, end: number) => {
  const [, from, length] = /\/ByteRange\s*\[\s*0\s+\d+\s+(\d+)\s+(\d+)\s*\]/.exec(added) ?? []
  return from !== undefined && Math.abs(Number(from) + Number(length) - end) <= slack
}

const proof = new RegExp(`/${spelled('DSS')}\\b`)
const page = new RegExp(`/${spelled('Type')}\\s*/${spelled('Page')}\\b|/${spelled('Contents')}\\s*[\\[\\d]`)

const isProof = (added: string) => proof.test(added) && !page.test(added)
