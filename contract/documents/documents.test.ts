import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '../tasks.ts'
import {
  canAddTo,
  canDelete,
  correctableFields,
  documentName,
  documents,
  faultOfKind,
  outcomeOf,
  taskFor,
} from './documents.ts'
import { isVerified, nothingRead, stillReading, Validation } from './validation.ts'

type RequiredTask = Pick<Task, 'category' | 'status' | 'reason' | 'title' | 'kind'>
const taskWith = (facts: Partial<RequiredTask>): RequiredTask => ({
  category: 'documents',
  status: 'pending',
  reason: null,
  title: 'Upload proof of address',
  kind: 'proof_of_address',
  ...facts,
})
const funds = taskWith({ title: 'Upload proof of funds', kind: 'proof_of_funds' })

test('a document goes to the first open task that asks for its type or is titled so', () => {
  const open = [taskWith({}), funds]
  expect(taskFor('bank_statement', open)).toBe(open[0])
  expect(taskFor('funds_proof', open)).toBe(funds)
  expect(taskFor('Upload proof of funds', open)).toBe(funds)
  expect(taskFor('bank_statement', [taskWith({ status: 'completed' }), funds])).toBe(funds)
  const again = taskWith({ status: 'completed', reason: 'This is too old.' })
  expect(taskFor('bank_statement', [again, funds])).toBe(again)
})

const readAs = (noun: string): Validation => ({
  ...stillReading,
  metadata: { ...nothingRead, extractedData: { documentDetails: { DocumentType: noun } } },
})

test.each([
  ['identity', 'biometric residence permit', 'Biometric residence permit'],
  ['identity', 'residence permit', 'Residence permit'],
  ['identity', 'national identity card', 'National ID card'],
  ['identity', 'passport', 'National ID card'],
  ['Upload proof of identity', 'residence permit', 'Proof of identity'],
])('a document sent as %s and read as a %s is called %s', (documentType, noun, name) => {
  expect(documentName({ documentType, validation: readAs(noun) })).toBe(name)
})

test('a document that nothing asks for goes to no task', () => {
  expect(taskFor('selfie', [taskWith({}), funds])).toBeNull()
  expect(taskFor('Holiday photo', [taskWith({}), funds])).toBeNull()
  expect(
    taskFor('Pay fees', [taskWith({ title: 'Pay fees', category: 'payments', kind: 'payment' })]),
  ).toBeNull()
})

const statuses = fc.array(
  fc.record({ status: fc.constantFrom('pending' as const, 'verified' as const, 'rejected' as const) }),
)

test('a task is open exactly while all its documents are rejected', () => {
  fc.assert(
    fc.property(statuses, (held) => {
      const isOpen = held.every(({ status }) => status === 'rejected')
      expect(outcomeOf(held) === null).toBe(isOpen)
    }),
  )
})

test('one verified document settles a task, whatever the others are', () => {
  expect(outcomeOf([{ status: 'pending' }, { status: 'verified' }])).toBe('verified')
  expect(outcomeOf([{ status: 'rejected' }, { status: 'pending' }])).toBe('review')
})

test('a document that the firm has accepted can be neither deleted nor added to', () => {
  expect(canDelete({ isAccepted: true })).toBe(false)
  expect(canAddTo([{ isAccepted: false }, { isAccepted: true }])).toBe(false)
  expect(canAddTo([{ isAccepted: false }])).toBe(true)
  expect(canAddTo([])).toBe(true)
})

test('a document that is still being read never counts as verified', () => {
  expect(Validation.parse(stillReading)).toEqual(stillReading)
  expect(isVerified(stillReading)).toBe(false)
})

test('only a valid verdict with a confidence of at least 0.9 verifies', () => {
  const verdict = (valid: boolean, confidence: number) => isVerified({ ...stillReading, valid, confidence })
  expect([verdict(true, 0.9), verdict(true, 0.899), verdict(false, 1)]).toEqual([true, false, false])
})

test('only fields that were read can be corrected, and none once the firm has accepted the document', () => {
  const validation = {
    ...stillReading,
    metadata: { ...nothingRead, fullName: 'A', expiryDate: '2031-06-30' },
  }
  expect(correctableFields({ isAccepted: false, validation })).toEqual(['fullName', 'expiryDate'])
  expect(correctableFields({ isAccepted: true, validation })).toEqual([])
  expect(correctableFields({ isAccepted: false, validation: null })).toEqual([])
})

test('a corrected date is a day of the calendar, and any other value is a line', () => {
  const id = '0197a4a0-0000-7000-8000-000000000001'
  const holds = (field: string, value: string) =>
    documents.correct.input.safeParse({ id, field, value }).success
  expect(holds('expiryDate', '2028-02-29')).toBe(true)
  expect(holds('expiryDate', '2027-02-29')).toBe(false)
  expect(holds('expiryDate', '30 June 2031')).toBe(false)
  expect(holds('fullName', '30 June 2031')).toBe(true)
  expect(holds('fullName', '')).toBe(false)
})

test.each([
  ['a HEIC photo whose kind the browser does not know', { name: 'IMG_1.HEIC', type: '' }],
  ['a TIFF', { name: 'scan', type: 'image/tiff' }],
  ['a WebP', { name: 'a.webp', type: 'image/webp' }],
  ['a BMP', { name: 'a.bmp', type: 'image/bmp' }],
])('%s is to be saved as JPEG', (_, file) => {
  expect(faultOfKind(file)).toMatch(
    /^We can't open this kind of picture\. .+save as JPEG and upload that\. Please upload a JPG, PNG, or PDF file$/,
  )
  expect(faultOfKind(file, { takesPdf: false })).toMatch(/save as JPEG.*Please upload a JPG or PNG picture$/)
})

test('a JPG, PNG or PDF is taken by its kind, or by its name where the browser tells none; other files are not', () => {
  for (const name of ['a.JPG', 'a.jpeg', 'a.png', 'a.pdf']) expect(faultOfKind({ name, type: '' })).toBeNull()
  expect(faultOfKind({ name: 'scan', type: 'application/pdf' })).toBeNull()
  expect(faultOfKind({ name: 'a.pdf', type: '' }, { takesPdf: false })).toBe(
    'Please upload a JPG or PNG picture',
  )
  for (const file of [
    { name: 'a.docx', type: '' },
    { name: 'a.svg', type: 'image/svg+xml' },
  ])
    expect(faultOfKind(file)).toBe('Please upload a JPG, PNG, or PDF file')
})
