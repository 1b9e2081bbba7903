import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { EditingSign } from './editing-sign.ts'

interface Figure {
  text: string
  baseline: number
  height: number
  /** Family of its type, without weight and slope. */
  family: string
}

/** Fewer amounts than this show no custom that one of them could break. */
const leastUsual = 4

/** Amounts on a page in another family of type than the others beside them on their line. */
export const mixedFontsOn = async (page: PDFPageProxy, number: number): Promise<EditingSign[]> => {
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
  // The names of fonts are known only after the page's drawing was listed.
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

// "EffraLight" and "Effra" are cuts of one type.
const isSameFamily = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)
