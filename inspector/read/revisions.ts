import { latin1, spelled } from './pdf-syntax.ts'

/**
 * How often something was added to a PDF after it was first saved (incremental updates, ISO 32000-1 §7.5.6), each
 * told by a pointer to its index. A signature that covers the file up to its own end (§12.8.1), and the proofs that
 * are kept of it (ETSI EN 319 142-1 §5.4), change nothing that is seen and do not count.
 */
export const changesAddedTo = (bytes: Uint8Array): number => {
  const text = latin1(bytes)
  const ends = [...text.matchAll(/startxref\s+\d+/g)].map((match) => endBehind(text, match))
  // A file made to open fast has two from the start (annex F).
  const usual = /\/Linearized/.test(text.slice(0, 2048)) ? 2 : 1
  return ends.slice(usual).filter((end, at) => {
    const begin = ends[at + usual - 1] ?? 0
    const added = text.slice(begin, end)
    return !isSignature(added, end) && !isProof(added)
  }).length
}

const endBehind = (text: string, match: RegExpExecArray) => {
  const end = match.index + match[0].length
  const mark = text.slice(end, end + 64).indexOf('%%EOF')
  return mark < 0 ? end : end + mark + '%%EOF'.length
}

/** Line ends behind the mark. */
const slack = 4

const isSignature = (added: string, end: number) => {
  const [, from, length] = /\/ByteRange\s*\[\s*0\s+\d+\s+(\d+)\s+(\d+)\s*\]/.exec(added) ?? []
  return from !== undefined && Math.abs(Number(from) + Number(length) - end) <= slack
}

const proof = new RegExp(`/${spelled('DSS')}\\b`)
const page = new RegExp(`/${spelled('Type')}\\s*/${spelled('Page')}\\b|/${spelled('Contents')}\\s*[\\[\\d]`)

const isProof = (added: string) => proof.test(added) && !page.test(added)
