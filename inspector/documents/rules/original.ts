import type { ColourStatistics } from '#inspector/read/colour-statistics.ts'
import type { EditingSign, EditingSignName } from '#inspector/read/editing-sign.ts'
import type { PackingHistory } from '#inspector/read/packing-history.ts'
import { doubtful, type Finding, passed, suspicious } from '../finding.ts'

/** From documents to their negatives nothing lies between 0.15 and 0.85. */
const negative = 0.5
/** Scans of documents have 0.13 and more between ink and paper; two-coloured copies of them next to nothing. */
const twoToned = 0.075
const grey = 3
/** Documents reach 1.6; one photographed from a screen 2.1 and more, however faint its dots. */
const dotted = 1.85

/** Of a page that is not there. */
export const unmeasured = { colours: null, moire: 0 }

/**
 * The picture shows the document as it is: no negative, no copy in black and white alone, no dots of a screen
 * or a printer. A scan without colour and a photocopy look alike, so a person looks at either.
 */
export const originalRule = ({
  colours,
  moire,
}: {
  colours: ColourStatistics | null
  moire: number
}): Finding => {
  const words = { rule: 'original', title: 'The original, not a copy' }
  if (moire > dotted)
    return doubtful(
      { ...words, read: 'a fine grid over the whole picture, as of a screen or a print-out' },
      'This looks like a photo of a screen or of a print-out. Please photograph the document itself.',
    )
  if (colours === null) return passed(words)
  if (colours.inverted > negative)
    return doubtful(
      { ...words, read: 'light print on dark ground, as on a negative' },
      'The colours of this picture are turned round, as on a negative. Please photograph the document itself.',
    )
  if (colours.colour >= grey) return passed(words)
  const isTwoToned = colours.between < twoToned
  return doubtful(
    { ...words, read: isTwoToned ? 'nothing between black and white' : 'no colour, as on a photocopy' },
    isTwoToned
      ? 'This looks like a black-and-white copy. Please photograph the document itself.'
      : 'This picture has no colour, so it may be a copy. Please photograph the document itself in colour.',
  )
}

/** An earlier saving shows plainly in a few kinds of waves or fairly in most; chance traces stay below both. */
const traces = [
  { waves: 3, around: 0.45 },
  { waves: 6, around: 0.38 },
]
/** Genuine portraits show at most 0.2 less than their page; what was put in later shows 0.4 to 1 less. */
const mostApart = 0.35
const leastSeen = 60

/**
 * The portrait was saved as often as the page around it. Null where the page shows no earlier saving, or there is no
 * portrait: then nothing can be told, and nothing is said.
 */
export const portraitRule = (history: PackingHistory | null): Finding | null => {
  if (history === null || history.count < leastSeen) return null
  if (!traces.some(({ waves, around }) => history.waves >= waves && history.around >= around)) return null
  const words = { rule: 'portrait_unchanged', title: 'Photo saved together with its page' }
  if (history.around - history.within < mostApart) return passed(words)
  return suspicious({ ...words, read: portraitEvidence }, { flag: 'isTampered', evidence: portraitEvidence })
}

const portraitEvidence =
  'The photo on this document may have been changed: the page around it shows traces of an earlier saving, and the photo shows none.'

/** Nothing in the file says that it was changed after it was made. Signs in `ignored` mean nothing here. */
export const editedRule = (signs: EditingSign[], ignored: EditingSignName[] = []): Finding => {
  const words = { rule: 'not_edited', title: 'File not edited' }
  const told = signs.filter(({ sign }) => !ignored.includes(sign))
  if (told.length === 0) return passed(words)
  const found = suspicious(
    { ...words, read: told.map(({ evidence }) => evidence).join(' ') },
    ...told.map(({ evidence }) => ({ flag: 'isTampered' as const, evidence })),
  )
  const isScreen = told.every(({ sign }) => sign === 'screenshot')
  return isScreen ? { ...found, issue: screenAdvice } : found
}

const screenAdvice =
  'This looks like a picture of a screen. Please upload a photo of the document itself, or the file as you received it.'
