/** Builds PDFs object by object, so that they can be wrong in exactly one way. */
export const rawPdf = (objects: (string | Uint8Array)[]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = 9
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [at, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const start = length
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`))
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

export const stream = (dictionary: string, data: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(data)
  const head = `<< ${dictionary} /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

/** A PDF with one page and its content stream. `catalog` is added to the catalog, `more` becomes objects 6 and on. */
export const onePage = (content: Buffer, catalog = '', more: (string | Uint8Array)[] = []) =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    content,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ])

interface Packed {
  data: Buffer
  first: number
  /** The filters of `data`, `/FlateDecode` by default. */
  filter?: string
}

/** A PDF with a cross-reference stream, whose object 10 is in the object stream `packed`. Object 1 is the catalog. */
export const packedPdf = (catalog: string, { data, first, filter = '/FlateDecode' }: Packed): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const add = (number: number, body: Buffer) => {
    offsets.push(parts.reduce((sum, { length }) => sum + length, 0))
    parts.push(Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  add(1, Buffer.from(catalog))
  add(2, stream(`/Type /ObjStm /N 1 /First ${first} /Filter ${filter}`, data))
  add(4, Buffer.from('<< /Type /Pages /Kids [5 0 R] /Count 1 >>'))
  add(5, Buffer.from('<< /Type /Page /Parent 4 0 R /MediaBox [0 0 595 842] >>'))
  const start = parts.reduce((sum, { length }) => sum + length, 0)
  const [catalogAt = 0, packedAt = 0, pagesAt = 0, pageAt = 0] = offsets
  const rows = [
    row(0, 0, 65535),
    row(1, catalogAt, 0),
    row(1, packedAt, 0),
    row(1, start, 0),
    row(1, pagesAt, 0),
    row(1, pageAt, 0),
    ...Array.from({ length: 4 }, () => row(0, 0, 0)),
    row(2, 2, 0),
  ]
  const table = stream('/Type /XRef /Size 11 /W [1 4 2] /Root 1 0 R', Buffer.concat(rows))
  return Buffer.concat([
    ...parts,
    Buffer.from('3 0 obj\n'),
    table,
    Buffer.from(`\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
}

const row = (type: number, a: number, b: number) => {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(type, 0)
  bytes.writeUInt32BE(a, 1)
  bytes.writeUInt16BE(b, 5)
  return bytes
}
