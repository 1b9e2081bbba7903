import { describe, expect, test } from 'vitest'
import { documentSandbox, type TrialStatus } from '#contract/document-sandbox.ts'
import { documents, megabytes } from '#contract/documents/documents.ts'
import { type Check, nothingRead, type Validation } from '#contract/documents/validation.ts'
import { okafor, utilityBill } from '#inspector/testing/documents.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { goodBill, openAdaeze, readOf, upload } from '#server/features/documents/testing/documents.ts'
import { photographPassport } from '#server/features/documents/testing/passport.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { resultOf } from './result.ts'

const portal = await openPortal()

const urlOf = (bytes: Uint8Array, type = 'application/pdf') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const bill = { documentType: 'utility_bill', imageData: urlOf(goodBill) } as const

const everythingKept = async () => {
  const tables = await portal.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit'",
  )
  const counts: string[] = []
  for (const { name } of tables.rows)
    counts.push(`${name} ${(await portal.pool.query(`select from ${name}`)).rowCount}`)
  return counts
}

test("without a key, the portal's inspector checks the file and says that it is the simulation", async () => {
  const ada = await portal.client()
  expect(await ada.ask(documentSandbox.checkKey, {})).toEqual({
    valid: false,
    message: "No GBG key is configured. The firm's own inspector answers as the simulation.",
    usingSimulation: true,
  })
})

test('a valid bill passes with its actual findings, compared with the user', async () => {
  const ada = await openAdaeze(portal)

  const { result, ...rest } = await ada.ask(documentSandbox.run, {
    ...bill,
    metadata: { testRequest: true, userId: 'somebody-else' },
  })

  expect(rest).toMatchObject({ documentType: 'utility_bill', usingSimulation: true, pictures: [{ page: 1 }] })
  expect(rest.pictures[0]?.image).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(result).toMatchObject({ status: 'PASS', errors: [], issues: [] })
  expect(result.score).toBeGreaterThanOrEqual(90)
  expect(result.flags.requiresManualReview).toBe(false)
  expect(Object.keys(result.extractedData).toSorted()).toEqual([
    'addressDetails',
    'documentDetails',
    'financialDetails',
    'personalDetails',
  ])
})

test('the same file has the same result here as in an upload', async () => {
  const ada = await openAdaeze(portal)
  const { document } = await upload(ada, goodBill, { documentType: 'utility_bill' })
  const { validation } = await readOf(ada, document)
  const { result } = await ada.ask(documentSandbox.run, bill)
  expect(result).toEqual(resultOf(validation, result.referenceId))
})

test('the result of a photographed passport says what was read, and where', async () => {
  const ada = await portal.client()
  const imageData = urlOf(await photographPassport(), 'image/jpeg')
  const { result, pictures } = await ada.ask(documentSandbox.run, { documentType: 'passport', imageData })
  expect(result).toMatchObject({
    status: 'PASS',
    extractedData: {
      personalDetails: { FirstName: 'AMARA', LastName: 'OKAFOR', BirthDate: '1990-04-17' },
      documentDetails: { DocumentNumber: '533401286', ExpiryDate: '2031-06-30' },
    },
  })
  expect(pictures).toHaveLength(1)
  expect(result.regions.length).toBeGreaterThan(3)
  for (const { x, y, width, height } of result.regions) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.001)
  }
})

test('a file that does not match fails, with the text of each rule', async () => {
  const ada = await openAdaeze(portal)
  const stale = await drawPdf(utilityBill({ ...okafor, date: '3 March 2026' }))
  const { result } = await ada.ask(documentSandbox.run, { ...bill, imageData: urlOf(stale) })
  expect(result).toMatchObject({ status: 'FAIL', flags: { isExpired: true } })
  expect(result.score).toBeLessThanOrEqual(60)
  expect(result.errors.join()).toMatch(/read “3 March 2026”/)
  expect(result.issues).toHaveLength(1)
})

test('a file tried by a person of the firm is not compared with any client', async () => {
  const priya = await portal.staff('fee_earner')
  const { result } = await priya.ask(documentSandbox.run, bill)
  expect(result.status).not.toBe('PASS')
  expect(result.errors).toEqual([])
  expect(result.warnings.join()).toMatch(/not checked/)
})

test('nothing of a tried file is stored, except an audit event with its reference', async () => {
  const ada = await openAdaeze(portal)
  const before = await everythingKept()

  const { result } = await ada.ask(documentSandbox.run, bill)

  expect(await everythingKept()).toEqual(before)
  expect(await ada.ask(documents.list, {})).toEqual([])
  const { rows } = await portal.pool.query("select details from audit where event = 'document.tried'")
  const { referenceId, status } = result
  expect(rows).toContainEqual({ details: { referenceId, documentType: 'utility_bill', status } })
})

describe('a file', () => {
  const post = async (imageData: unknown) => {
    const ada = await portal.client()
    const reply = await ada.send(
      'POST',
      documentSandbox.run.path,
      { documentType: 'passport', imageData },
      {},
    )
    return { status: reply.status, body: reply.body as { message: string; reason?: string; fields: object } }
  }

  test.each([
    ['that is missing', undefined, 400, { fields: { imageData: 'No image selected' } }],
    ['that is empty text', '', 400, { fields: { imageData: 'No image selected' } }],
    ['that is a link', 'https://example.com/me.jpg', 400, { code: 'invalid' }],
    ['that is not base64', 'data:image/png;base64,<svg onload=alert(1)>', 400, { code: 'invalid' }],
    ['that is base64 with something hidden in it', 'data:image/png;base64,iVBO\nRw0KGgo=', 400, {}],
    ['of no bytes', 'data:image/png;base64,', 422, { reason: 'file_empty' }],
    ['of a web page', urlOf(Buffer.from('<html><script>'), 'image/png'), 415, { code: 'unsupported' }],
    ['of a drawing with scripts', urlOf(Buffer.from('<svg/>'), 'image/png'), 415, { code: 'unsupported' }],
    ['cut off', urlOf(goodBill.slice(0, 400)), 422, { reason: 'file_damaged' }],
  ])('%s is refused', async (_, imageData, status, body) => {
    expect(await post(imageData)).toMatchObject({ status, body })
  })

  test('of up to 5 MB is accepted, and a larger one is refused in the words of the page', async () => {
    const most = Buffer.alloc(megabytes(5), '<p>')
    expect(await post(urlOf(most))).toMatchObject({ status: 415 })
    const words = 'File too large: Maximum file size is 5MB.'
    expect(await post(urlOf(Buffer.alloc(megabytes(5) + 1)))).toMatchObject({
      status: 413,
      body: { message: words, reason: 'file_too_large' },
    })
    expect(await post(urlOf(Buffer.alloc(megabytes(7))))).toMatchObject({ status: 413 })
  })

  test('is of the type of its content, whatever its name', async () => {
    const ada = await portal.client()
    const imageData = urlOf(await drawPhoto(), 'application/pdf')
    const { pictures } = await ada.ask(documentSandbox.run, { documentType: 'passport', imageData })
    expect(pictures).toEqual([{ page: 1, image: expect.stringMatching(/^data:image\/jpeg;base64,/) }])
  })
})

test('the limit of other request bodies does not change', async () => {
  const ada = await portal.client()
  const reply = await ada.send('POST', '/api/login', { username: 'x'.repeat(megabytes(3)) }, {})
  expect(reply.status).toBe(413)
})

test('a user who tries too often is refused before the file is received', async () => {
  const limited = await openPortal({ isRateLimited: true })
  const ada = await limited.client()
  const post = () => ada.send('POST', documentSandbox.run.path, {}, {})
  for (let n = 0; n < 120; n += 1) expect((await post()).status).toBe(400)
  expect((await post()).status).toBe(429)
})

test('outside the demo the tool is for administrators alone', async () => {
  const real = await openPortal({ isDemo: false })
  const attempts = async (person: Pick<Client, 'send'>) => [
    (await person.send('GET', documentSandbox.checkKey.path, undefined, {})).status,
    (await person.send('POST', documentSandbox.run.path, bill, {})).status,
  ]
  expect(await attempts(await real.client())).toEqual([403, 403])
  expect(await attempts(await real.staff('fee_earner'))).toEqual([403, 403])
  expect(await attempts(await real.staff('administrator'))).toEqual([200, 200])
  expect(await attempts(real.visitor())).toEqual([401, 401])
})

describe('a verdict in the words of the provider', () => {
  const check = (outcome: Check['outcome']): Check => ({
    rule: 'name_matches',
    title: 'Name matches',
    outcome,
    read: 'A',
    expected: 'B',
    source: null,
  })
  const verdict = (facts: Partial<Validation>, flags = {}): Validation => ({
    valid: false,
    confidence: 0,
    issues: [],
    checks: [],
    ...facts,
    metadata: { ...nothingRead, verificationFlags: { ...nothingRead.verificationFlags, ...flags } },
  })
  const cases: [words: string, verdict: Validation, status: TrialStatus, score: number][] = [
    ['verified', verdict({ valid: true, confidence: 0.97 }), 'PASS', 97],
    ['valid, but not surely', verdict({ valid: true, confidence: 0.85 }), 'CAUTION', 80],
    ['with a failed rule', verdict({ confidence: 0.75, checks: [check('failed')] }), 'FAIL', 60],
    [
      'with a doubt',
      verdict({ confidence: 0.75, issues: ['?'], checks: [check('not_checked')] }),
      'CAUTION',
      75,
    ],
    ['with signs of editing', verdict({ confidence: 0.9 }, { isTampered: true }), 'FAIL', 60],
    ['of nothing read', verdict({ checks: [check('failed')] }), 'PENDING_REVIEW', 0],
  ]
  test.each(cases)('%s', (_, validation, status, score) => {
    expect(resultOf(validation, 'ref')).toMatchObject({ status, score })
  })

  test('lists each rule with the actual and the expected value', () => {
    const checks = [check('passed'), check('failed'), check('not_checked')]
    const { errors, warnings } = resultOf(verdict({ checks }), 'ref')
    expect(errors).toEqual(['Name matches: read “A”, expected “B”.'])
    expect(warnings).toEqual(['Name matches: not checked, read “A”, expected “B”.'])
  })

  test('lists which of the rules that hold do so only probably', () => {
    const doubts = ['Name matches: probably (read: A; expected: B).']
    const judged = verdict({ valid: true, confidence: 0.8, checks: [check('passed')] })
    const metadata = { ...judged.metadata, flagEvidence: { requiresManualReview: doubts } }
    expect(resultOf({ ...judged, metadata }, 'ref').warnings).toEqual(doubts)
  })
})
