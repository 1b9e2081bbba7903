import { Problem } from '#contract/problem.ts'
import { noSignature, padSize } from '#contract/signatures.ts'

const head = 'data:image/png;base64,'
/** A screen of high density draws the same pad with more pixels. */
const mostTimes = 4
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * The PNG of a data URL, read to its end and written anew, so that nothing but the picture is kept.
 * Throws `Problem` 400 for anything that is not such a picture, 422 for one that is damaged or blank.
 */
export async function pictureOf(dataUrl: string): Promise<Buffer> {
  if (!dataUrl.startsWith(head)) throw notAPicture()
  const letters = dataUrl.slice(head.length)
  const bytes = Buffer.from(letters, 'base64')
  // Node's reader leaves out what is not base64: what it did not take would be another picture.
  if (bytes.toString('base64') !== letters || !bytes.subarray(0, 8).equals(signature)) throw notAPicture()
  // Few sign with a pen, and a portal at rest does without the reader of pictures.
  const { default: sharp } = await import('sharp')
  const limitInputPixels = padSize.width * padSize.height * mostTimes ** 2
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels }).ensureAlpha()
  const { data, info } = await picture
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw damaged()
    })
  if (info.width * padSize.height !== info.height * padSize.width) throw wrongShape()
  if (isBlank(data)) throw blank()
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png()
    .toBuffer()
}

/** Fewer marks than a dot of a pen leaves, or nothing but one colour, is no signature. */
const fewest = 12

/** Ink is what is neither transparent nor as light as the paper. */
const isBlank = (pixels: Buffer) => {
  let ink = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 255, green = 255, blue = 255, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha > 64 && (red + green + blue) / 3 < 200) ink += 1
  }
  return ink < fewest || ink > pixels.length / 4 / 2
}

const refused = (message: string) => ({ fields: { signatureData: message } })

const notAPicture = () =>
  new Problem('invalid', "We couldn't read that signature. Please draw it again.", {
    ...refused('Please send the signature as a PNG picture'),
    reason: 'not_a_picture',
  })
const damaged = () =>
  new Problem('unprocessable', "We couldn't read that signature. Please draw it again.", {
    ...refused('This picture is damaged or too large'),
    reason: 'file_damaged',
  })
const wrongShape = () =>
  new Problem('unprocessable', "We couldn't read that signature. Please draw it again.", {
    ...refused(`Please send a picture of ${padSize.width} by ${padSize.height}`),
    reason: 'wrong_shape',
  })
const blank = () =>
  new Problem('unprocessable', noSignature, { ...refused(noSignature), reason: 'signature_blank' })
