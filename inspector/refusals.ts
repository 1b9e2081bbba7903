import { saveAsJpeg } from '#contract/documents/photo.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { AllowedKind, FileKind } from './read/kind.ts'

/** The specification's sentence, which ends each refusal of a file's kind. */
const allowedTypes = 'Please upload a JPG, PNG, or PDF file.'
const pictureTypes = 'Please choose a photo: a JPEG or a PNG.'

const refusal = (reason: string, message: string) => new Problem('unprocessable', message, { reason })

export const fileEmpty = () => refusal('file_empty', 'This file is empty.')

export const malwareFound = () =>
  refusal(
    'malware_found',
    'This file was refused by the virus scanner. Please do not open it again, and upload another copy of your document.',
  )

const advice: Partial<Record<FileKind['kind'], string>> = {
  heic: saveAsJpeg,
  picture: saveAsJpeg,
  office: 'Open it, save it as a PDF and upload that.',
  archive: 'Open it and upload the document inside.',
  late_pdf: 'Open it, print it to a new PDF and upload that.',
}

const refusedKind = (...sentences: (string | undefined)[]) =>
  new Problem('unsupported', sentences.filter(Boolean).join(' '), { reason: 'type_not_allowed' })

export const typeNotAllowed = ({ kind, name }: FileKind, takesPdf: boolean) =>
  takesPdf
    ? refusedKind(`This is ${name}.`, advice[kind], allowedTypes)
    : refusedKind(`This is ${name}.`, advice[kind] === saveAsJpeg ? saveAsJpeg : undefined, pictureTypes)

/** Only pictures are taken here, so other advice than for a document is needed. */
export const notAPicture = () => new Problem('unsupported', pictureTypes, { reason: 'not_a_picture' })

export const twoKindsAtOnce = (takesPdf: boolean) =>
  refusedKind(
    'This file is two kinds of file in one, so we cannot take it.',
    takesPdf
      ? `Save it again as a plain picture or PDF. ${allowedTypes}`
      : `Save it again as a plain picture. ${pictureTypes}`,
  )

export const typeMismatch = (filename: string, { is, named }: { is: AllowedKind; named: AllowedKind }) =>
  new Problem(
    'unsupported',
    `“${shownName(filename)}” is a ${is.toUpperCase()}; rename or choose a ${named.toUpperCase()}.`,
    { reason: 'type_mismatch' },
  )

export const fileDamaged = (kind: AllowedKind) =>
  refusal(
    'file_damaged',
    kind === 'pdf'
      ? "This PDF couldn't be read to the end; please take it again from where it came and upload the new copy."
      : "This picture couldn't be read to the end; please take it again.",
  )

export const tooManyPixels = (pixels: number) =>
  refusal(
    'image_too_large',
    `This picture has ${Math.round(pixels / 1_000_000)} million pixels, and we can read up to 50 million. Please take an ordinary photo of the page and upload that.`,
  )

export const unpacksTooFar = () =>
  refusal(
    'image_too_large',
    'This picture is far bigger than it should be. Please take an ordinary photo of the page and upload that.',
  )

export const pdfPassword = () =>
  refusal(
    'pdf_password',
    'This PDF opens only with a password. Please remove the password and upload again: open it, choose print, and save it as a new PDF.',
  )

export const tooManyPages = (pages: number, limit: number) =>
  refusal(
    'too_many_pages',
    `This PDF has ${pages.toLocaleString('en-GB')} pages, and we can take up to ${limit.toLocaleString('en-GB')}. Please upload only the pages you were asked for.`,
  )

export const tooHardToOpen = () =>
  refusal(
    'too_complex',
    "We couldn't open this file safely. Please print it to a new PDF, or take a photo of the page, and upload that.",
  )

export const noPreview = () =>
  refusal('no_preview', 'This page cannot be shown here. You can still download the document.')

const shownName = (filename: string) => {
  const last = filename.split(/[\\/]/).at(-1) ?? ''
  return last.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu, '').slice(-80) || 'This file'
}
