import { createHash } from 'node:crypto'
import { Problem } from '#contract/kit/problem.ts'
import { noSignature, padSize, type SignatureMark } from '#contract/signatures/mark.ts'
import type { Signature } from '#contract/signatures/signatures.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'

/** A drawn or a typed signature. Both are equally binding. */
export interface Mark {
  method: Signature['method']
  picture: Buffer | null
  typedName: string | null
}

/** Reads a drawn or typed signature. Throws `invalid` or `unprocessable` if it can't be read, printed or seen. */
export async function markOf(
  { ports }: Pick<MultiStepCtx, 'ports'>,
  { signatureData, typedName = '' }: Pick<SignatureMark, 'signatureData' | 'typedName'>,
): Promise<Mark> {
  if (signatureData) return { method: 'drawn', picture: await pictureOf(signatureData), typedName: null }
  const missing = await ports.drawing.missingLetters(typedName)
  if (missing.length > 0) throw cannotPrint(missing)
  return { method: 'typed', picture: null, typedName }
}

/** A signature printed as empty boxes would name nobody. */
const cannotPrint = (missing: string[]) => {
  const words = `We cannot print ${missing.slice(0, 3).join(' ')} here. Please draw your signature instead, or type your name in Latin letters.`
  return new Problem('unprocessable', words, { fields: { typedName: words }, reason: 'letters_missing' })
}

/** Returns the SHA-256 of the picture or of the typed name. */
export const digestOf = ({ picture, typedName }: Pick<Mark, 'picture' | 'typedName'>) =>
  createHash('sha256')
    .update(picture ?? typedName ?? '')
    .digest('hex')

const pngPrefix = 'data:image/png;base64,'

/** A high-density screen draws the same pad with more pixels. */
const mostTimes = 4

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Returns the PNG of a data URL, decoded and encoded again, so that nothing but the picture is kept. Throws `Problem`
 * 400 if it is no such picture, 422 if it is damaged or blank.
 */
async function pictureOf(dataUrl: string): Promise<Buffer> {
  if (!dataUrl.startsWith(pngPrefix)) throw notAPicture()
  const letters = dataUrl.slice(pngPrefix.length)
  const bytes = Buffer.from(letters, 'base64')
  // Node's decoder skips characters that are not base64, so it could accept a picture that differs from the one sent.
  if (bytes.toString('base64') !== letters || !bytes.subarray(0, 8).equals(pngSignature)) throw notAPicture()
  // Loaded on demand: few people draw their signature, and an idle portal needs no image library.
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

/** A pen's dot leaves this many pixels. Fewer are no signature. */
const fewest = 12

/**
 * Returns whether the picture has almost no ink, or is mostly ink. Ink is neither transparent nor as light as paper.
 */
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
