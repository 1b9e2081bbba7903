import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { onePage, packedPdf, rawPdf, stream } from './raw-pdf.ts'

const words = stream('', 'BT /F1 12 Tf 60 780 Td (Hello) Tj ET')
const xfa = '<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"/>'
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>'

/** A page with one link annotation that has the given action. */
export const annotated = (action: string) =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
    words,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] ${action} >>`,
    '(app.alert(1))',
  ])

/** Ways in which a PDF can run or carry something. All must get the same result. */
export const activePdfs: Record<string, Buffer> = {
  'JavaScript in plain sight': onePage(words, '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>', [
    '<< /S /JavaScript /JS (app.alert(1)) >>',
  ]),
  'JavaScript in an object stream': packedPdf('<< /Type /Catalog /Pages 4 0 R /OpenAction 10 0 R >>', {
    data: deflateSync('10 0 << /S /JavaScript /JS (app.alert(1)) >>'),
    first: 5,
  }),
  'JavaScript spelled /J#61vaScript': onePage(
    words,
    '/AA << /WC << /S /J#61vaScript /JS (app.alert(1)) >> >>',
  ),
  'an opening action': onePage(words, '/OpenAction << /S /URI /URI (http://127.0.0.1/) >>'),
  'a program to launch': onePage(words, '', ['<< /S /Launch /F (cmd.exe) >>']),
  'a link to a script': annotated('/A << /S /URI /URI (javascript:alert\\(1\\)) >>'),
  'a link to a script in octal letters': annotated('/A << /S /URI /URI ( java\\163cript:alert) >>'),
  'a link to a script by codes': annotated('/A << /S /#55RI /URI <6A61 76617363726970743A61> >>'),
  'a link to a file of this machine': annotated('/A << /S /URI /URI (file:///c:/windows/calc.exe) >>'),
  'a link that runs a script': annotated('/A << /S /JavaScript /JS 7 0 R >>'),
  'a link that launches': annotated('/A << /S /Launch /F (calc.exe) >>'),
  'a form of XFA': onePage(words, '/AcroForm << /Fields [] /XFA [(template) 6 0 R] >>', [stream('', xfa)]),
  'a form of XFA in one string': onePage(words, `/AcroForm << /Fields [] /XFA (${xfa}) >>`),
  'a form of XFA in one stream': onePage(words, '/AcroForm << /Fields [] /XFA 6 0 R >>', [stream('', xfa)]),
  'a form of XFA somewhere else': onePage(words, '/AcroForm 6 0 R', [
    '<< /Fields [] /XFA 7 0 R >>',
    `(${xfa})`,
  ]),
  'a form of XFA spelled /#58F#41': onePage(words, `/AcroForm << /Fields [] /#58F#41 (${xfa}) >>`),
  'a form of XFA spelled in hexadecimal, in one string': onePage(
    words,
    `/AcroForm << /Fields [] /XFA <${Buffer.from(xfa).toString('hex')}> >>`,
  ),
  'a form of XFA in an object stream': packedPdf('<< /Type /Catalog /Pages 4 0 R /AcroForm 10 0 R >>', {
    data: deflateSync(`10 0 << /Fields [] /XFA (${xfa}) >>`),
    first: 5,
  }),
  'a form of XFA in an object stream that is packed twice': packedPdf(
    '<< /Type /Catalog /Pages 4 0 R /AcroForm 10 0 R >>',
    {
      data: deflateSync(deflateSync(`10 0 << /Fields [] /XFA (${xfa}) >>`)),
      first: 5,
      filter: '[/FlateDecode /FlateDecode]',
    },
  ),
  'a script in an object stream of hexadecimal digits': packedPdf(
    '<< /Type /Catalog /Pages 4 0 R /Names 10 0 R >>',
    {
      data: Buffer.from(
        `${Buffer.from('10 0 << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert(1)) >>] >> >>').toString('hex')}>`,
      ),
      first: 5,
      filter: '/ASCIIHexDecode',
    },
  ),
  'an embedded file': onePage(words, '/Names << /EmbeddedFiles << /Names [(x) 6 0 R] >> >>', [
    '<< /Type /Filespec /F (x.exe) /EF << /F 7 0 R >> >>',
    stream('/Type /EmbeddedFile', 'MZ'),
  ]),
}

/**
 * A zlib stream of `times` ten million bytes of a pattern. The pattern is compressed once and its bytes are repeated,
 * so making the bomb takes no time.
 */
export const flateBomb = (pattern: string, times: number, start = '') => {
  const pack = (bytes: Buffer) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const tenMillion = pack(Buffer.alloc(10_000_000, pattern))
  const parts = Array.from({ length: times }, () => tenMillion)
  // The header, an empty last block, and no checksum: no reader waits for it.
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    pack(Buffer.from(start)),
    ...parts,
    Buffer.from([3, 0, 0, 0, 0, 1]),
  ])
}

/** Expands to just under the limit, and keeps a reader busy for seconds. */
export const slowPdf = () => onePage(stream('/Filter /FlateDecode', flateBomb('q Q ', 12)))

/** PDFs on which a naive reader takes forever, runs out of memory or never ends. */
export const heavyPdfs: Record<string, () => Buffer> = {
  'a page of 875 KB that unpacks to 900 MB': () =>
    onePage(stream('/Filter /FlateDecode', flateBomb('q Q ', 90))),
  'an object stream that unpacks to 900 MB': () =>
    packedPdf('<< /Type /Catalog /Pages 10 0 R >>', {
      data: flateBomb(' ', 90, '10 0 '),
      first: 5,
    }),
  '50,000 pages': () => {
    const kids = Array.from({ length: 50_000 }, (_, at) => `${at + 3} 0 R`).join(' ')
    const pages = `<< /Type /Pages /Count 50000 /Kids [${kids}] >>`
    return rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', pages, ...Array.from({ length: 50_000 }, () => page)])
  },
  'a page tree that bites its tail': () =>
    rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 5 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 5 >>',
    ]),
  'arrays nested 10,000 deep': () =>
    rawPdf([
      `<< /Type /Catalog /Pages 2 0 R /X ${'['.repeat(10_000)}${']'.repeat(10_000)} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      page,
    ]),
  'a page tree 10,000 deep': () => {
    const node = (at: number) => `<< /Type /Pages /Parent ${at + 1} 0 R /Kids [${at + 3} 0 R] /Count 1 >>`
    const nodes = Array.from({ length: 10_000 }, (_, at) => node(at))
    return rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, '<< /Type /Page /MediaBox [0 0 10 10] >>'])
  },
  'two thousand million pages by its own count': () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', page]),
  'forms that draw each other twice, 30 deep': () => {
    const form = (next: number) =>
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${next} 0 R >> >>`,
        '/X Do /X Do',
      )
    const forms = Array.from({ length: 30 }, (_, at) => form(at + 7))
    return onePage(
      stream('', '/X Do'),
      '',
      forms.concat(stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '')),
    )
  },
  'a page a million points high': () => {
    const bytes = onePage(words).toString('latin1').replace('595 842]', '1 1000000]')
    return Buffer.from(bytes, 'latin1')
  },
}

/**
 * A page that any reader displays at once, with compressed objects that no cross-reference table lists. A program that
 * reads every object of these few kilobytes would expand 2 GB. Double compression hides how much that is.
 */
export const hiddenBomb = () => {
  const packed = deflateSync(flateBomb(' ', 200, '10 0 '), { level: 9 })
  return onePage(words, '', [
    stream('/Type /ObjStm /N 1 /First 5 /Filter [/FlateDecode /FlateDecode]', packed),
  ])
}

export const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const pngMagic = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const pngHeader = (width: number, height: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([1, 0, 0, 0, 0], 8)
  return pngChunk('IHDR', data)
}

/** A valid PNG of 20,000 × 20,000 black pixels in about 49 KB. */
export const pixelBomb = (): Buffer => {
  const rows = deflateSync(Buffer.alloc(20_000 * 2501), { level: 9 })
  return Buffer.concat([
    pngMagic,
    pngHeader(20_000, 20_000),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small PNG with compressed text chunks. */
const pngWithNotes = (notes: Buffer[]) =>
  Buffer.concat([
    pngMagic,
    pngHeader(8, 8),
    ...notes.map((packed) => pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]))),
    pngChunk('IDAT', deflateSync(Buffer.alloc(8 * 2))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** A text chunk that expands to 200 MB. */
export const notesBomb = () => pngWithNotes([flateBomb('\0', 20)])

/** Empty text chunks, each of which still takes time to inflate. */
export const manyNotes = (count: number) => pngWithNotes(Array(count).fill(deflateSync('')))

/** The EICAR test file, in two parts so that scanners do not mistake this source for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** The smallest ZIP: an empty directory. */
export const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
