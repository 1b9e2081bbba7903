import { expect, test } from 'vitest'
import { type GuideBlock, guideSearch, help } from '#contract/help.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { openPortal } from '#server/testing/portal.ts'
import { allGuides } from './guides.ts'
import { parseGuide } from './parse-guide.ts'

const portal = await openPortal()
const visitor = portal.visitor()
const client = await portal.client()
/** An auditor signs in only while an inspection is open. */
const staff = (role: StaffRole) =>
  portal.staff(role, role === 'auditor' ? { inspects: [newId<MatterId>()] } : {})
const feeEarner = await staff('fee_earner')
const admin = await staff('administrator')

type Person = Pick<typeof visitor, 'ask'>
const idsFor = async (person: Person) => (await person.ask(help.contents, {})).map(({ id }) => id)
const find = async (person: Person, question: string) =>
  (await person.ask(guideSearch.find, { question })).map(
    ({ guideId, sectionId }) => `${guideId}#${sectionId}`,
  )

/** Returns all words of a block, with their links. */
const wordsOf = (block: GuideBlock) => {
  if (block.kind === 'heading' || block.kind === 'paragraph') return block.words
  if (block.kind === 'list') return block.items.flatMap(({ words, below }) => [...words, ...below.flat()])
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2)
  return []
}

test('a visitor and a client read the client’s guide and the accessibility statement, and no others', async () => {
  expect(await idsFor(visitor)).toEqual(['client', 'accessibility'])
  expect(await idsFor(client)).toEqual(['client', 'accessibility'])
  for (const id of ['fee-earner', 'administrator', 'operations'])
    for (const person of [visitor, client])
      await expect(person.ask(help.guide, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test.each(['fee_earner', 'compliance_officer', 'cashier', 'auditor'] as const)(
  'a %s reads the guides for the firm, and none for administrators',
  async (role) => {
    const ids = await idsFor(await staff(role))
    expect(ids).toEqual(expect.arrayContaining(['client', 'fee-earner', 'compliance', 'cashier']))
    expect(ids).not.toContain('administrator')
    expect(ids).not.toContain('operations')
  },
)

test('an administrator reads every guide', async () => {
  expect(await idsFor(admin)).toEqual(allGuides().map(({ guide }) => guide.id))
  for (const id of await idsFor(admin)) {
    const { title, blocks } = await admin.ask(help.guide, { id })
    expect(title.length).toBeGreaterThan(3)
    expect(blocks.length).toBeGreaterThan(2)
  }
})

test('a person of the firm without a second factor reads the guides for everyone', async () => {
  const real = await openPortal({ isDemo: false })
  const bare = await real.staff('administrator', { lacksSecondFactor: true })
  expect(await idsFor(bare)).toEqual(['client', 'accessibility'])
})

test('a link to a guide for another audience is shown as plain text', async () => {
  const targets = async (person: Person, id: string) =>
    (await person.ask(help.guide, { id })).blocks.flatMap(wordsOf).flatMap(({ to }) => to ?? [])
  expect(await targets(admin, 'administrator')).toContain('/help/operations#backup')
  expect(await targets(feeEarner, 'compliance')).toEqual(['/help/inspector'])
  const forFirm = await Promise.all((await idsFor(feeEarner)).map((id) => targets(feeEarner, id)))
  const guides = new Set(forFirm.flat().flatMap((to) => /^\/help\/([a-z-]+)/.exec(to)?.[1] ?? []))
  expect([...guides].filter((id) => ['administrator', 'operations'].includes(id))).toEqual([])
})

test('every link between guides leads to an existing section', () => {
  const guides = allGuides().map(({ guide }) => guide)
  const places = new Set(
    guides.flatMap(({ id, blocks }) => [
      `/help/${id}`,
      ...blocks.flatMap((block) => (block.kind === 'heading' ? `/help/${id}#${block.id}` : [])),
    ]),
  )
  const links = guides.flatMap(({ blocks }) => blocks.flatMap(wordsOf)).flatMap(({ to }) => to ?? [])
  const own = links.filter((to) => to.startsWith('/'))
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((to) => !places.has(to))).toEqual([])
})

test('each section of a guide has a unique id', () => {
  for (const { guide } of allGuides()) {
    const ids = guide.blocks.flatMap((block) => (block.kind === 'heading' ? block.id : []))
    expect(ids, guide.id).toEqual([...new Set(ids)])
  }
})

test.each([
  ['how do I reject a document', 'fee-earner#review-documents'],
  ['invite a couple', 'fee-earner#invite-a-client'],
  ['hand over a case to a colleague', 'fee-earner#be-away-and-hand-over'],
  ['hide a case from colleagues', 'fee-earner#restrict-a-case'],
  ['client lost phone', 'fee-earner#when-a-client-is-stuck'],
  ['refund', 'cashier#refund-a-payment-that-was-taken-twice'],
  ['politically exposed person', 'compliance#decide-what-calls-for-a-look'],
])('Obi answers "%s" from %s for a fee earner', async (question, place) => {
  expect(await find(feeEarner, question)).toContain(place)
})

test('only an administrator finds passages for administrators', async () => {
  expect(await find(admin, 'how do I restore a backup')).toContain('operations#restoring')
  for (const person of [feeEarner, client, visitor])
    expect((await find(person, 'how do I restore a backup')).join()).not.toMatch(/operations|administrator/)
  expect(await find(visitor, 'forgot my password')).toEqual(['client#sign-in-again'])
})

test.each(['what is the capital of France', 'how do I bake a cake', 'xyzzy'])(
  'nothing is found where no guide answers "%s"',
  async (question) => {
    for (const person of [visitor, feeEarner, admin]) expect(await find(person, question)).toEqual([])
  },
)

test('a passage contains the first words of its section, without mark-up', async () => {
  const [first] = await visitor.ask(guideSearch.find, { question: 'witness' })
  expect(first).toMatchObject({ guideTitle: 'Guide for clients', title: 'Sign a deed with a witness' })
  expect(first?.text).toMatch(/^A deed has to be signed/)
  expect(first?.text).not.toMatch(/[*_`]/)
  expect(first?.text.length).toBeLessThanOrEqual(281)
})

test('whoever asks too often is told to wait', async () => {
  const limited = await openPortal({ isRateLimited: true })
  const asker = limited.visitor()
  const ask = () => asker.ask(guideSearch.find, { question: 'pay' })
  for (let count = 0; count < 120; count += 1) await ask()
  await expect(ask()).rejects.toMatchObject({ code: 'too_many' })
})

test('unknown Markdown is refused, and known Markdown is parsed into its parts', () => {
  const parse = (text: string) => parseGuide('docs/guides/planted.md', `# Title\n\nLead.\n\n${text}`)
  expect(() => parse('<script>alert(1)</script>')).toThrow('"html"')
  expect(() => parse('Words <b onclick="alert(1)">here</b>.')).toThrow('"html"')
  expect(() => parse('> said')).toThrow('"blockquote"')
  const link = parse('[go](javascript:alert(1)) on').blocks[0]
  expect(link && wordsOf(link).map(({ to }) => to)).toEqual(['docs/guides/javascript:alert(1)', null])
  const { blocks, phrasings } = parse(
    '## A & B: "two"\n\n<!-- asked: one, two -->\n\n1. **x** `y`\n   - z\n\n![What is seen](pictures/a.webp)',
  )
  expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'list', 'picture'])
  expect(blocks[0]).toMatchObject({ id: 'a--b-two', level: 2 })
  expect([...phrasings]).toEqual([['a--b-two', 'one, two']])
  expect(blocks[2]).toEqual({ kind: 'picture', name: 'a.webp', alternative: 'What is seen' })
})
