import { deflateSync } from 'node:zlib'
import { flateBomb } from './hostile.ts'
import { onePage, packedPdf, rawPdf, stream } from './raw-pdf.ts'

const million = 1_000_000
const words = stream('', 'BT /F1 12 Tf 60 780 Td (Hello) Tj ET')

const packed = (bytes: Uint8Array, times: number): Buffer =>
  times === 0 ? Buffer.from(bytes) : packed(deflateSync(bytes, { level: 9 }), times - 1)
const flated = (times: number) => packed(flateBomb('\0', 150), times - 1)

/** Encodes runs of one byte, each as long as the filter allows. */
const runs = (bytes: number) => {
  const all = Buffer.alloc((bytes / 128) * 2 + 1, Buffer.from([129, 0]))
  all[all.length - 1] = 128
  return all
}

/** Encodes zeros as LZW codes of growing width. The table starts again whenever it is full (PDF 1.7 §7.4.4). */
const lzwZeros = (rounds: number) => {
  let bits = '0'.padStart(9, '0')
  for (let code = 258, width = 9; code < 4096; code++) {
    bits += code.toString(2).padStart(width, '0')
    if (code + 2 >= 1 << width && width < 12) width += 1
  }
  // Eight rounds end on a byte boundary.
  const eight = `${bits}${(256).toString(2).padStart(12, '0')}`.repeat(8)
  const bytes = Buffer.from((eight.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return Buffer.concat(Array(Math.ceil(rounds / 8)).fill(bytes))
}

const hex = (bytes: Buffer) => `${bytes.toString('hex')}>`
const twice = '/Filter [/FlateDecode /FlateDecode]'

/** Small PDFs that expand to far more than any real document, in every notation. */
export const bombs: Record<string, () => Buffer> = {
  'zeros packed twice': () => onePage(stream(twice, flated(2))),
  'zeros packed three times': () =>
    onePage(stream('/Filter [/FlateDecode /FlateDecode /FlateDecode]', flated(3))),
  'filters in their short names': () => onePage(stream('/F [/Fl /Fl]', flated(2))),
  'filters spelled in hexadecimal': () =>
    onePage(stream('/#46ilter [/Flate#44ecode /#46lateDecode]', flated(2))),
  'filters in an object of their own': () =>
    onePage(stream('/Filter 6 0 R', flated(2)), '', ['[/FlateDecode /FlateDecode]']),
  'a stream packed once more than it says': () => onePage(stream('/Filter /FlateDecode', flated(3))),
  'hexadecimal digits around it': () =>
    onePage(stream('/Filter [/ASCIIHexDecode /FlateDecode /FlateDecode]', hex(flated(2)))),
  'runs of one byte, packed': () =>
    onePage(stream('/Filter [/FlateDecode /RunLengthDecode]', deflateSync(runs(500 * million)))),
  'codes of growing width, packed': () =>
    onePage(stream('/Filter [/FlateDecode /LZWDecode]', deflateSync(lzwZeros(80)))),
  'a packed object stream': () =>
    packedPdf('<< /Type /Catalog /Pages 4 0 R /OpenAction 10 0 R >>', {
      data: flateBomb(' ', 20),
      first: 5,
    }),
  'objects that no table names': () =>
    onePage(words, '', [stream(`/Type /ObjStm /N 1 /First 5 ${twice}`, flated(2))]),
  'a picture of ten points': () =>
    onePage(words, '', [stream(`/Type /XObject /Subtype /Image /Width 10 /Height 10 ${twice}`, flated(2))]),
  'streams that lie in one another': () => onePage(Buffer.from('/F/AHx stream\n'.repeat(10_000))),
  'many streams, none of them large': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>',
      ...Array(400).fill(stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(million / 2)))),
    ]),
}
