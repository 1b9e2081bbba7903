import { weWillCheck } from '#contract/documents/validation.ts'
import type { ColourStatistics } from '#inspector/read/colour-statistics.ts'
import type { CompressionHistory } from '#inspector/read/compression-history.ts'
import type { EditingSign, EditingSignName } from '#inspector/read/editing-sign.ts'
import { doubtful, type Finding, passed, suspicious } from '../finding.ts'

/** Measured documents are below 0.13 and their negatives above 0.95. */
const negative = 0.5
/** Scans of documents have 0.13 and more between ink and paper; pure black-and-white copies have next to nothing. */
const twoToned = 0.075
const grey = 3
/** Measured documents reach 1.6; photos of a screen have 2.1 and more, however faint its dots. */
const dotted = 1.85

/** Values for a page that does not exist. */
export const unmeasured = { colours: null, moire: 0 }

/**
 * Checks that the picture shows the original document: no negative, no pure black-and-white copy, no dots of a screen
 * or a printer. A greyscale scan and a photocopy look alike, so a person checks either.
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
      { ...words, read: 'a fine grid over the whole picture, like that of a screen or a printout' },
      'This looks like a photo of a screen or a printout. Please photograph the document itself.',
    )
  if (colours === null) return passed(words)
  if (colours.inverted > negative)
    return doubtful(
      { ...words, read: 'light print on dark ground, as on a negative' },
      'The colours of this photo are reversed, as on a negative. Please photograph the document itself.',
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

/** Earlier compression shows strongly in a few frequencies or fairly in most. Chance traces stay below both. */
const traces = [
  { waves: 3, around: 0.45 },
  { waves: 6, around: 0.38 },
]
/** Genuine portraits show at most 0.2 less than their page; pasted ones show 0.4 to 1 less. */
const mostApart = 0.35
const leastSeen = 60

/**
 * Checks that the portrait was compressed together with its page. Null if the page shows no earlier compression, or
 * there is no portrait: then nothing can be told.
 */
export const portraitRule = (history: CompressionHistory | null): Finding | null => {
  if (history === null || history.count < leastSeen) return null
  if (!traces.some(({ waves, around }) => history.waves >= waves && history.around >= around)) return null
  const words = { rule: 'portrait_unchanged', title: 'Photo saved together with its page' }
  if (history.around - history.within < mostApart) return passed(words)
  return suspicious({ ...words, read: portraitEvidence }, { flag: 'isTampered', evidence: portraitEvidence })
}

const portraitEvidence =
  'The photo on this document may have been changed: the page around it shows traces of an earlier saving, and the photo shows none.'

/** Checks that the file has no signs of later editing. Signs in `ignored` do not count. */
export const editedRule = (signs: EditingSign[], ignored: EditingSignName[] = []): Finding => {
  const words = { rule: 'not_edited', title: 'File not edited' }
  const counted = signs.filter(({ sign }) => !ignored.includes(sign))
  if (counted.length === 0) return passed(words)
  const read = counted.map(({ evidence }) => evidence).join(' ')
  const edits = counted.filter(({ sign }) => sign !== 'print_script')
  if (edits.length === 0) return doubtful({ ...words, read }, weWillCheck)
  const found = suspicious(
    { ...words, read },
    ...edits.map(({ evidence }) => ({ flag: 'isTampered' as const, evidence })),
  )
  const isScreen = counted.every(({ sign }) => sign === 'screenshot')
  return isScreen ? { ...found, issue: screenAdvice } : found
}

const screenAdvice =
  'This looks like a picture of a screen. Please upload a photo of the document itself, or the file as you received it.'
