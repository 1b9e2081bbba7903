import { type AllowedKind, carriesTestVirus, isAllowed, isTwoKinds, kindOf } from './read/kind.ts'
import { endOfPdf } from './read/pdf-syntax.ts'
import { jpegSize, pixelLimit, pngSize } from './read/picture-size.ts'
import * as refuse from './refusals.ts'

/** What the browser sent with the bytes. Neither is trusted: the content decides what a file is. */
export interface UploadFacts {
  filename: string
  declaredType?: string | undefined
  /** False where only a picture is taken. */
  takesPdf?: boolean
}

/**
 * Checks what can be told without unpacking anything. Takes a few milliseconds for 10 MB, so it is safe to call
 * anywhere. Throws `Problem` 415 or 422.
 */
export const screenUpload = (bytes: Uint8Array, { filename, takesPdf = true }: UploadFacts): AllowedKind => {
  if (bytes.length === 0) throw refuse.fileEmpty()
  if (carriesTestVirus(bytes)) throw refuse.malwareFound()
  const seen = kindOf(bytes)
  const { kind } = seen
  if (!isAllowed(kind)) throw refuse.typeNotAllowed(seen, takesPdf)
  if (kind === 'pdf' && !takesPdf) throw refuse.notAPicture()
  const named = kindNamed(filename)
  if (named !== undefined && named !== kind) throw refuse.typeMismatch(filename, { is: kind, named })
  if (kind === 'pdf') screenPdf(bytes)
  else screenPicture(bytes, kind)
  if (isTwoKinds(bytes, kind)) throw refuse.twoKindsAtOnce(takesPdf)
  return kind
}

// A name without an extension, or with an unknown one, is accepted.
const kindNamed = (filename: string): AllowedKind | undefined => {
  const ending = /\.([a-z]+)\s*$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  if (['jpg', 'jpeg', 'jpe', 'jfif'].includes(ending)) return 'jpeg'
  return ending === 'png' || ending === 'pdf' ? ending : undefined
}

const screenPdf = (bytes: Uint8Array) => {
  if (endOfPdf(bytes) === 'cut') throw refuse.fileDamaged('pdf')
}

/** The longest side of a JPEG (ITU-T T.81 table B.2), and more than any picture of a document has. */
const longestSide = 65_535

const screenPicture = (bytes: Uint8Array, kind: 'jpeg' | 'png') => {
  const size = kind === 'jpeg' ? jpegSize(bytes) : pngSize(bytes)
  if (size === undefined || size.width === 0 || size.height === 0) throw refuse.fileDamaged(kind)
  const pixels = size.width * size.height
  if (pixels > pixelLimit) throw refuse.tooManyPixels(pixels)
  // A row of pixels has a fixed cost for the decoder, so fifty million rows of one pixel would take seconds.
  if (Math.max(size.width, size.height) > longestSide) throw refuse.tooHardToOpen()
}
