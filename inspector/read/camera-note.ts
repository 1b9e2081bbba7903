/** "Exif" and two zeros come before the TIFF header (Exif 2.32 §4.5.4). */
const beforeHeader = 6
const entrySize = 12
/** Bytes that fit into an entry itself. Longer values lie elsewhere. */
const fits = 4
const [make, model] = [0x010f, 0x0110]

/**
 * Whether the EXIF of a picture names the make or model of a camera or scanner (Exif 2.32 §4.6.4). Programs that save
 * pictures write EXIF too, without either. Damaged EXIF names none.
 */
export const namesCamera = (exif: Uint8Array | undefined): boolean => {
  if (exif === undefined) return false
  const header = exif.subarray(beforeHeader)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  try {
    const isLittle = view.getUint16(0) === 0x4949
    const list = view.getUint32(4, isLittle)
    return Array.from({ length: view.getUint16(list, isLittle) }, (_, at) => list + 2 + at * entrySize).some(
      (entry) => {
        const tag = view.getUint16(entry, isLittle)
        if (tag !== make && tag !== model) return false
        const length = view.getUint32(entry + 4, isLittle)
        const begin = length <= fits ? entry + 8 : view.getUint32(entry + 8, isLittle)
        return /[a-z\d]/i.test(Buffer.from(header.subarray(begin, begin + length)).toString('latin1'))
      },
    )
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
