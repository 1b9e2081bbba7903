import { megabytes, smallUploadLimit } from '#contract/documents.ts'
import { Problem } from '#contract/problem.ts'

/** Base64 writes three bytes as four letters; the rest of the body is a few words. */
export const largestBody = megabytes(8)

const dataUrl = /^data:[\w.+/-]{0,80};base64,/

/** The bytes of a data URL. Throws `Problem` 400 for anything else, 413 above 5 MB. */
export const bytesOf = (imageData: string): Buffer => {
  const head = dataUrl.exec(imageData)?.[0]
  if (head === undefined) throw notAnImage()
  const letters = imageData.slice(head.length)
  if (letters.length > (smallUploadLimit / 3) * 4 + 4) throw tooLarge()
  const bytes = Buffer.from(letters, 'base64')
  // Node's reader leaves out what is not base64: what it did not take would be another file.
  if (bytes.toString('base64') !== letters) throw notAnImage()
  if (bytes.length > smallUploadLimit) throw tooLarge()
  return bytes
}

const notAnImage = () =>
  new Problem('invalid', "We couldn't read that file. Please upload a JPG, PNG, or PDF file.", {
    fields: { imageData: 'Please upload a JPG, PNG, or PDF file' },
  })

const tooLarge = () =>
  new Problem('too_large', 'File too large: Maximum file size is 5MB.', {
    fields: { imageData: 'Maximum file size is 5MB' },
    reason: 'file_too_large',
  })
