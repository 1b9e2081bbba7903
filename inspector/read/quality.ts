import sharp from 'sharp'
import { type GreyPicture, measuredWidth, measurePhoto, type PhotoMeasures } from '#contract/photo.ts'
import type { Picture } from '../ocr/picture.ts'

/** Measures of a photo, as the page takes them too before it sends one. */
export type Quality = PhotoMeasures

export const qualityOf = async (seen: Picture): Promise<Quality> =>
  measurePhoto(await greyOf(seen, measuredWidth))

const greyOf = async ({ pixels, width, height }: Picture, wide: number): Promise<GreyPicture> => {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: wide, kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
