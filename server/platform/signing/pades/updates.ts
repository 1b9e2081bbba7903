import { type ByteRange, putContents, readRange } from './byte-range.ts'

/**
 * Updates that the portal appends to a file it sealed (ISO 32000-1 §7.5.6): proof that certificates were good, and a
 * time stamp over everything before it. There is only one way to write each, so that an update is ours if and only if
 * writing it again gives the same bytes.
 */
export interface Update {
  certificates: readonly Buffer[]
  ocsps: readonly Buffer[]
  crls: readonly Buffer[]
  /** The time stamp as DER, or `room` for one. Null if the update has none. */
  stamp: Buffer | 'room' | null
}

/** Where the next update goes, and the objects it extends. */
export interface Revision {
  /** Length of the file so far, in bytes. */
  end: number
  /** The first free object number. */
  size: number
  startxref: number
  root: string
  /** `/Info` and `/ID` as in the trailer. */
  kept: string
  /** Numbers and references of the three objects that an update rewrites. */
  proof: { number: number; certificates: string; ocsps: string; crls: string }
  fields: List
  annotations: List
}
interface List {
  number: number
  entries: string
}

/** Room for one time stamp with its certificates, in bytes. */
const stampRoom = 16_384

export interface Written {
  /** The bytes to append. */
  bytes: Buffer
  /** The byte range of the time stamp, within the whole file. */
  range: ByteRange | null
  next: Revision
}

const references = String.raw`((?:\d+ \d+ R )*)`

/** Reads what `addPlaceholder` put before the seal. Returns null if a file was sealed without it, as before PAdES. */
export function openRevision(pdf: Buffer, { end }: ByteRange, sealAt: number): Revision | null {
  const before = pdf.toString('latin1', Math.max(0, sealAt - 20_000), sealAt)
  const list = String.raw`(\d+) 0 obj\n\[ ${references}\]\nendobj\n\n`
  const found = new RegExp(
    String.raw`\n(\d+) 0 obj\n<<\n/Type /DSS\n>>\nendobj\n\n${list}${list}\d+ 0 obj\n<<\n/Type /Sig\n[^<>]*$`,
  ).exec(before)
  const after = pdf.toString('latin1', Math.max(0, end - 2000), end)
  const trailer = /trailer\n<<\n(.*)>>\n\nstartxref\n(\d+)\n%%EOF$/s.exec(
    after.slice(after.lastIndexOf('trailer')),
  )
  if (!found || !trailer) return null
  const [, proof, fieldsAt, fields = '', annotationsAt, annotations = ''] = found
  const [, entries = '', startxref] = trailer
  const size = /\/Size (\d+)/.exec(entries)?.[1]
  const root = /\/Root (\d+ \d+ R)/.exec(entries)?.[1]
  if (size === undefined || root === undefined) return null
  const kept = [/\/Info \d+ \d+ R/, /\/ID \[[^\]]*\]/].flatMap((part) => part.exec(entries)?.[0] ?? [])
  return {
    end,
    size: Number(size),
    startxref: Number(startxref),
    root,
    kept: kept.join(' '),
    proof: { number: Number(proof), certificates: '', ocsps: '', crls: '' },
    fields: { number: Number(fieldsAt), entries: fields },
    annotations: { number: Number(annotationsAt), entries: annotations },
  }
}

export function writeUpdate(revision: Revision, update: Update): Written {
  const { proof, fields, annotations } = revision
  const objects: [number: number, body: Buffer | string][] = []
  let size = revision.size
  const add = (body: Buffer | string) => {
    objects.push([size, body])
    size += 1
    return `${size - 1} 0 R `
  }
  const streams = (all: readonly Buffer[]) => all.map((bytes) => add(streamOf(bytes))).join('')
  const nextProof = {
    number: proof.number,
    certificates: proof.certificates + streams(update.certificates),
    ocsps: proof.ocsps + streams(update.ocsps),
    crls: proof.crls + streams(update.crls),
  }
  if (size > revision.size) objects.push([proof.number, proofOf(nextProof)])
  const next = { ...revision, proof: nextProof }
  const stampAt = size
  if (update.stamp !== null) {
    const stamp = add(emptyStamp)
    const field = add(
      `<< /Type /Annot /Subtype /Widget /FT /Sig /F 132 /Rect [0 0 0 0] /T (Time stamp ${size}) /V ${stamp}>>`,
    )
    next.fields = { ...fields, entries: fields.entries + field }
    next.annotations = { ...annotations, entries: annotations.entries + field }
    for (const { number, entries } of [next.fields, next.annotations]) objects.push([number, `[ ${entries}]`])
  }
  const { bytes, places, startxref } = serialized({ ...revision, size }, objects)
  const range = update.stamp === null ? null : fillRange(bytes, revision.end, places.get(stampAt) ?? 0)
  if (range !== null && Buffer.isBuffer(update.stamp))
    putContents(bytes, shifted(range, -revision.end), update.stamp)
  return { bytes, range, next: { ...next, size, startxref, end: revision.end + bytes.length } }
}

const streamOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])

const proofOf = ({ certificates, ocsps, crls }: Revision['proof']) =>
  `<< /Type /DSS /Certs [ ${certificates}] /OCSPs [ ${ocsps}] /CRLs [ ${crls}] >>`

const stampHead = '<< /Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161 '

const emptyStamp = `${stampHead}/ByteRange [${' '.repeat(44)}] /Contents <${'0'.repeat(stampRoom * 2)}> >>`

const shifted = ({ first, second, end }: ByteRange, by: number) => ({
  first: first + by,
  second: second + by,
  end: end + by,
})

/** Writes the byte range of the time stamp's contents, and returns it for the whole file. */
function fillRange(bytes: Buffer, start: number, at: number): ByteRange {
  const opening = bytes.indexOf('[', bytes.indexOf('/ByteRange', at))
  const first = bytes.indexOf('<', bytes.indexOf('/Contents', opening))
  const second = bytes.indexOf('>', first) + 1
  const range = shifted({ first, second, end: bytes.length }, start)
  bytes.write(`0 ${range.first} ${range.second} ${range.end - range.second}`, opening + 1, 'latin1')
  return range
}

function serialized(
  { end, size, root, kept, startxref: previous }: Revision,
  objects: readonly [number: number, body: Buffer | string][],
) {
  const places = new Map<number, number>()
  const parts: Buffer[] = [Buffer.from('\n')]
  let length = 1
  const put = (bytes: Buffer) => {
    parts.push(bytes)
    length += bytes.length
  }
  for (const [number, body] of objects) {
    places.set(number, length)
    put(Buffer.from(`${number} 0 obj\n`))
    put(Buffer.from(body))
    put(Buffer.from('\nendobj\n'))
  }
  const startxref = end + length
  const table = [...places]
    .toSorted(([a], [b]) => a - b)
    .map(([number, place]) => `${number} 1\n${String(end + place).padStart(10, '0')} 00000 n \n`)
  put(
    Buffer.from(
      `xref\n${table.join('')}trailer\n<< /Size ${size} /Root ${root} ${kept} /Prev ${previous} >>\nstartxref\n${startxref}\n%%EOF`,
    ),
  )
  return { bytes: Buffer.concat(parts), places, startxref }
}

export interface ReadUpdate extends Written {
  update: Update
}

/** Reads the update at the end of a revision. Returns null unless the bytes there are exactly one of ours. */
export function readUpdate(pdf: Buffer, revision: Revision): ReadUpdate | null {
  const { streams, at } = streamsAt(pdf, revision)
  const proof =
    /^\d+ 0 obj\n<< \/Type \/DSS \/Certs \[ ([\d R]*)\] \/OCSPs \[ ([\d R]*)\] \/CRLs \[ ([\d R]*)\] >>\nendobj\n/.exec(
      pdf.toString('latin1', at, at + 50_000),
    )
  const added = (list: string | undefined, known: string) =>
    [...(list ?? '').slice(known.length).matchAll(/(\d+) 0 R /g)].flatMap(
      ([, number]) => streams.get(Number(number)) ?? [],
    )
  const stampAt = at + (proof?.[0].length ?? 0)
  const update: Update = {
    certificates: added(proof?.[1], revision.proof.certificates),
    ocsps: added(proof?.[2], revision.proof.ocsps),
    crls: added(proof?.[3], revision.proof.crls),
    stamp: stampAfter(pdf, stampAt),
  }
  const written = writeUpdate(revision, update)
  const isOurs = pdf.subarray(revision.end, written.next.end).equals(written.bytes)
  return isOurs ? { ...written, update } : null
}

function streamsAt(pdf: Buffer, { end }: Revision) {
  const streams = new Map<number, Buffer>()
  let at = end + 1
  for (;;) {
    const head = /^(\d+) 0 obj\n<< \/Length (\d+) >>\nstream\n/.exec(pdf.toString('latin1', at, at + 80))
    if (!head) return { streams, at }
    const from = at + head[0].length
    const until = from + Number(head[2])
    streams.set(Number(head[1]), pdf.subarray(from, until))
    at = until + '\nendstream\nendobj\n'.length
  }
}

/** Returns the position of the seal's own byte range, before all appended time stamps. Negative if there is none. */
export function findSeal(pdf: Buffer) {
  let at = pdf.lastIndexOf('/ByteRange')
  while (at > stampHead.length && pdf.toString('latin1', at - stampHead.length, at) === stampHead)
    at = pdf.lastIndexOf('/ByteRange', at - 1)
  return at
}

/** Returns the contents with the zeros that fill their room, so that writing them again gives the same bytes. */
function stampAfter(pdf: Buffer, at: number): Buffer | null {
  const head = pdf.toString('latin1', at, at + 200)
  const start = head.indexOf(stampHead)
  const range = start < 0 ? null : readRange(pdf, at + start + stampHead.length)
  return range && Buffer.from(pdf.toString('latin1', range.first + 1, range.second - 1), 'hex')
}
