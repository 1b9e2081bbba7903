import sharp from 'sharp'
import { fingerprintOf, fingerprintSize } from './fingerprint.ts'
import { pixelLimit, type Size } from './picture-size.ts'

// Otherwise an SVG or a TIFF that claims to be a JPEG or PNG would reach its own parser.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

const open = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: pixelLimit, sequentialRead: true })

/** Decodes the whole picture, so that a truncated one is noticed. Returns its upright size and its fingerprint. */
export const decodePicture = async (bytes: Uint8Array): Promise<Size & { fingerprint: string | null }> => {
  const { autoOrient } = await open(bytes).metadata()
  const grey = await open(bytes)
    .autoOrient()
    .flatten({ background: 'white' })
    .resize({ ...fingerprintSize, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { width: autoOrient.width, height: autoOrient.height, fingerprint: fingerprintOf(grey) }
}

/**
 * Makes a copy to display: upright, at most `width` pixels wide, and re-encoded, so that neither the location of the
 * photo nor anything hidden in the file reaches the screen.
 */
export const previewPicture = async (
  bytes: Uint8Array,
  { width, isSquare }: { width: number; isSquare: boolean },
): Promise<Uint8Array> =>
  open(bytes)
    .autoOrient()
    .resize(isSquare ? { width, height: width, fit: 'cover' } : { width, withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 84, progressive: true })
    .toBuffer()
