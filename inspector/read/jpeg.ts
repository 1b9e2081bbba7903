export interface Size {
  width: number
  height: number
}

/** A phone's 8000 × 6000 photo passes; a picture that claims more is refused before it is unpacked. */
export const pixelLimit = 50_000_000

/** Pixels a JPEG claims, from its first frame header; nothing when it has none that can be read. */
export const jpegSize = (bytes: Uint8Array): Size | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += marker === 0xff ? 1 : isBare(marker) ? 2 : 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

// C4, C8 and CC lie in the range of frame headers but are tables (ITU-T T.81 table B.1).
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
