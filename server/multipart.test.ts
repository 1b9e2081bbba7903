import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { recipe } from '#inspector/testing/documents.ts'
import { drawPdf } from '#inspector/testing/paper.ts'
import { filesOf } from './features/documents/testing/documents.ts'
import { openSession, press, toSession } from './features/onboarding/testing.ts'
import { openPortal } from './testing/portal.ts'

const portal = await openPortal()
const ana = await portal.client()
const page = Buffer.from(await drawPdf(recipe))
await press(ana, ...toSession)
// The address of a session is enough, without an account.
const capturePictures = onboarding.takePicture.path.replace(':token', await openSession(ana))
const runs = Number(process.env['FUZZ_RUNS'] ?? 150)

interface Part {
  head: string
  body: Buffer
}
interface Form {
  type: string
  payload: Buffer
}

const post = ({ type, payload }: Form, { url = documents.upload.path as string, isSignedIn = true } = {}) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    cookies: isSignedIn ? Object.fromEntries(ana.jar) : {},
    payload,
  })

const disposition = 'content-disposition: form-data'
const kind: Part = { head: `${disposition}; name="documentType"`, body: Buffer.from('legal') }
const file: Part = { head: `${disposition}; name="file"; filename="a.pdf"`, body: page }

interface Spelling {
  boundary?: string
  line?: string
  end?: string | undefined
}

const written = (parts: readonly Part[], { boundary = 'b', line = '\r\n', end }: Spelling = {}) =>
  Buffer.concat([
    ...parts.flatMap(({ head, body }) => [
      Buffer.from(`--${boundary}${line}${head}${line}${line}`),
      body,
      Buffer.from(line),
    ]),
    Buffer.from(end ?? `--${boundary}--\r\n`),
  ])

const formBy = (boundary: string, type = `multipart/form-data; boundary=${boundary}`): Form => ({
  type,
  payload: written([kind, file], { boundary }),
})

test.each([
  [1, 201],
  [70, 201],
  [71, 201],
  [300, 400],
])('a boundary of %i letters is answered with %i, with a session and without', async (length, status) => {
  const form = formBy('b'.repeat(length))
  expect((await post(form)).statusCode).toBe(status)
  const stranger = await post(form, { url: capturePictures, isSignedIn: false })
  // That form has other fields, so it is invalid whatever the boundary is.
  expect(stranger.statusCode).toBe(400)
})

test.each<[string, Form]>([
  ['an empty boundary', formBy('b', 'multipart/form-data; boundary=')],
  ['an empty boundary in quotation marks', formBy('b', 'multipart/form-data; boundary=""')],
  ['a boundary that nothing in the body bears', formBy('b', 'multipart/form-data; boundary=c')],
  [
    'no name on its file',
    { ...formBy('b'), payload: written([kind, { ...file, head: `${disposition}; filename="a.pdf"` }]) },
  ],
  ['no name on a field', { ...formBy('b'), payload: written([kind, { ...kind, head: disposition }, file]) }],
  ['the same field twice', { ...formBy('b'), payload: written([kind, kind, file]) }],
])('a form with %s is refused with 400', async (_, form) => {
  const before = filesOf(portal)
  const reply = await post(form)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid'])
  expect(filesOf(portal)).toEqual(before)
})

const boundary = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('b', 'b'.repeat(70), "0'()+_,-./:=?", 'b b') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'b'.repeat(71),
      'b'.repeat(257),
      'b'.repeat(300),
      '-',
      '--',
      '\u00e9',
      '"',
      'b;c',
      '%00',
    ),
  },
)
const typeOf = (text: string) =>
  fc.constantFrom(
    `multipart/form-data; boundary=${text}`,
    `multipart/form-data; boundary="${text}"`,
    `multipart/form-data; boundary='${text}'`,
    `Multipart/Form-Data;BOUNDARY=${text}; charset=utf-8`,
    `multipart/form-data; boundary=${text}; boundary=other`,
    `multipart/form-data; boundary*=utf-8''${encodeURIComponent(text)}`,
    `multipart/mixed; boundary=${text}`,
    'multipart/form-data',
  )

const names = fc.constantFrom(
  '"file"',
  'file',
  '"documentType"',
  '"taskId"',
  '""',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"\u0000"',
  `"${'n'.repeat(300)}"`,
  '"fi\r\n le"',
  '"',
)
const filenames = fc.constantFrom(
  '',
  '; filename="a.pdf"',
  '; filename=""',
  '; filename',
  "; filename*=utf-8''%e2%82",
  '; filename="a\\".pdf"',
  `; filename="${'\u{1f600}'.repeat(200)}.pdf"`,
  '; filename="CON"',
)
const dispositions = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(names, filenames).map(([name, rest]) => `${disposition}; name=${name}${rest}`),
  },
  { weight: 1, arbitrary: filenames.map((rest) => `${disposition}${rest}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'x: y',
      'content-disposition',
      'content-disposition:',
      'content-disposition: attachment; name="file"',
      `${disposition}; name="file"\r\n${disposition}; name="other"; filename="x"`,
      `content-disposition: form-data;\r\n name="file"; filename="a.pdf"`,
      `${disposition}; name="file"; name="other"`,
    ),
  },
)
const extras = fc.constantFrom(
  '',
  '\r\ncontent-type: application/pdf',
  '\r\ncontent-type:',
  '\r\ncontent-type: ;;;=',
  '\r\ncontent-type: application/json',
  '\r\ncontent-type: text/plain; charset=utf-7',
  '\r\ncontent-transfer-encoding: base64',
  '\r\ncontent-transfer-encoding: quoted-printable',
  `\r\nx: ${'h'.repeat(100_000)}`,
  '\r\nx: 1'.repeat(60),
  '\r\n folded: line',
)
const nested = written([file], { boundary: 'inner' })
const bodies = fc.constantFrom(
  page,
  Buffer.alloc(0),
  Buffer.from('legal'),
  Buffer.from(page.toString('base64')),
  Buffer.from('{"a":'),
  Buffer.from('\r\n--'),
  Buffer.alloc(20_000, '-'),
  nested,
)
const part = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(kind, file) },
  {
    weight: 2,
    arbitrary: fc.record({
      head: fc.tuple(dispositions, extras).map((heads) => heads.join('')),
      body: bodies,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      head: `${disposition}; name="file"\r\ncontent-type: multipart/mixed; boundary=inner`,
      body: nested,
    }),
  },
)
const forms = fc
  .record({
    boundary,
    parts: fc.array(part, { maxLength: 14 }),
    line: fc.oneof(
      { weight: 5, arbitrary: fc.constant('\r\n') },
      { weight: 1, arbitrary: fc.constantFrom('\n', '\r') },
    ),
    end: fc.constantFrom(undefined, '', '--', '\r\n', '--b-', '--b--', '--b--\r\nepilogue'),
    kept: fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
  })
  .chain(({ boundary, parts, line, end, kept }) => {
    const whole = written(parts, { boundary, line, end })
    return typeOf(boundary).map((type) => ({
      type: latin(type),
      payload: whole.subarray(0, Math.ceil(whole.length * kept)),
    }))
  })
// Only what a header can hold, because a client cannot send the rest.
const latin = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

test('a form of any grammar is answered without a fault, and leaves no file that has no document', async () => {
  const property = fc.asyncProperty(forms, fc.boolean(), async (form, isSignedIn) => {
    const before = filesOf(portal)
    const reply = await post(form, isSignedIn ? {} : { url: capturePictures, isSignedIn })
    expect(reply.statusCode, reply.body.slice(0, 300)).toBeLessThan(500)
    expect(reply.headers['x-request-id']).toBeTruthy()
    const { length } = filesOf(portal)
    expect(length - before.length).toBe(reply.statusCode === 201 ? 1 : 0)
  })
  await fc.assert(property, { numRuns: runs })
})
