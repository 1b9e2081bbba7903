import sharp from 'sharp'
import { type GreyPicture, measuredWidth, measurePhoto, type PhotoMeasures } from '#contract/photo.ts'
import type { Picture } from '../ocr/picture.ts'

/** Measures of a photo, as the page takes them too before it sends one. */
export type Quality = PhotoMeasures

export const qualityOf = async (seen: Picture): Promise<Quality> =>
  measurePhoto(await greyOf(seen, measuredWidth))

/** A page may be a point wide and miles long: beyond this the length decides, and not the width. */
const slimmest = 8

const greyOf = async ({ pixels, width, height }: Picture, wide: number): Promise<GreyPicture> => {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: wide, height: wide * slimmest, fit: 'inside', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
