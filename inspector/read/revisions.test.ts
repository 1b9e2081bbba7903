import { expect, test } from 'vitest'
import { bankStatement, okafor } from '../testing/documents.ts'
import { drawPdf } from '../testing/paper.ts'
import { changesAddedTo } from './tamper-signs.ts'

const first = Buffer.from(await drawPdf(bankStatement(okafor)))
const index = first.toString('latin1').slice(first.lastIndexOf('startxref')).trim()

/** The file with objects appended after its end, as an editor saves a change. */
const updated = (file: Buffer, added: string, end = index) =>
  Buffer.concat([file, Buffer.from(`\n${added}\n${end}\n`, 'latin1')])

const signed = (file: Buffer) => {
  const plain = updated(file, '9 0 obj << /Type /Sig /ByteRange [0 100 300 00000000] >> endobj')
  const covered = String(plain.length - 1 - 300).padStart(8, '0')
  return Buffer.from(plain.toString('latin1').replace('00000000', covered), 'latin1')
}

const edit = '5 0 obj << /Type /Page /Contents 6 0 R >> endobj'

test('an original file, a signed one, or one with proofs of its signature counts no change', () => {
  expect(changesAddedTo(first)).toBe(0)
  expect(changesAddedTo(signed(first))).toBe(0)
  expect(changesAddedTo(updated(signed(first), '1 0 obj << /Type /Catalog /DSS 12 0 R >> endobj'))).toBe(0)
})

test.each([
  ['a page that is saved anew', updated(first, edit)],
  [
    'an end mark that a remark parts from its index',
    updated(first, edit, index.replace('%%EOF', '% 1\n%%EOF')),
  ],
  ['a change behind the signature', updated(signed(first), edit)],
  ['a change before the signature', signed(updated(first, edit))],
  ['a signature that covers another part of the file', updated(first, `${edit} /ByteRange [0 100 300 10]`)],
  [
    'a page hidden among the proofs of a signature',
    updated(signed(first), `${edit} 8 0 obj << /DSS 9 0 R >>`),
  ],
])('%s counts as a change', (_, file) => {
  expect(changesAddedTo(file)).toBe(1)
})
