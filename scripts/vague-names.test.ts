import { expect, test } from 'vitest'
import { gerundFiles, vagueNamesIn } from './vague-names.mjs'

test.each([
  ['plain', 'const nameOf = (one) => one.name'],
  ['with a default', 'function find(one = {}) {}'],
  ['destructured', 'const nameOf = ({ one }) => one'],
  ['destructured with a default', 'const nameOf = ({ name: one = "" }) => one'],
  ['destructured deep inside', 'const nameOf = ({ client: { one } }) => one'],
  ['in an array', 'const lines = pairs.map(([name, one]) => one)'],
  ['all the others of an object', 'const save = ({ id, ...one }) => one'],
  ['rest', 'function save(...one) {}'],
  ['of a method', 'class Store { save(one) {} }'],
  ['of a function inside another', 'const save = () => { rows.map((one) => one.id) }'],
])('a parameter that is %s has no vague name', (_, code) => {
  for (const name of ['one', 'what', 'told', 'asked', 'it'])
    expect(vagueNamesIn('server/a.mjs', `\n${code.replaceAll('one', name)}`)).toEqual([
      `server/a.mjs:2: ${name}`,
    ])
})

test.each([
  ['of a constructor that declares a field', 'class Store { constructor(private readonly one: Db) {} }'],
  ['with a type', 'const nameOf = (one: Client) => one.name'],
  ['of a type', 'interface Props { change: (one: Client) => void }'],
  ['of a signature', 'interface Store { save(one: Client): void }'],
])('a parameter %s has no vague name', (_, code) => {
  expect(vagueNamesIn('server/a.ts', code)).toEqual(['server/a.ts:1: one'])
})

test.each([
  ['constant', 'const one = store.find({ one: 1 })'],
  ['constant of a type', 'const one: Client = store.find()'],
  ['variable without a value', 'let one'],
  ['destructured variable', 'const { name: one = "", ...more } = client'],
  ['element of an array', 'const [, one] = text.split(" ")'],
  ['variable of a loop', 'for (const one of clients) save(one)'],
  ['variable of a function inside', 'const save = () => { const one = 1; return one }'],
  ['fault that is caught', 'try { save() } catch (one) { log(one) }'],
  ['function', 'export function one() {}'],
  ['function in a variable', 'export const one = () => 1'],
])('a %s has no vague name', (_, code) => {
  for (const name of ['one', 'what', 'told', 'asked', 'it'])
    expect(vagueNamesIn('server/a.ts', code.replaceAll('one', name))).toEqual([`server/a.ts:1: ${name}`])
})

test.each([
  ['Asked', 'type Asked = Input<typeof payments.pay>'],
  ['Asked', 'interface Asked<A> { id: A }'],
  ['Told', 'class Told {}'],
  ['ToldDetails', 'export interface ToldDetails { name: string }'],
  ['SlotsAsked', 'export type SlotsAsked = Output<typeof slots>'],
  ['SlotsAsked', 'export const SlotsAsked = z.strictObject({ id })'],
  ['One', 'type One = string'],
  ['What', 'type What = string'],
])('a type or schema is not called %s', (name, code) => {
  expect(vagueNamesIn('contract/a.ts', code)).toEqual([`contract/a.ts:1: ${name}`])
})

test('a name that only begins or ends like a vague one is right', () => {
  const code = [
    'type OneTimeCode = string',
    'interface Unasked { askedAt: Date }',
    'const askedAt = clock()',
    'const [isAsked, setAsked] = useState(false)',
    'const oneTimeCode = newCode()',
  ]
  expect(vagueNamesIn('server/a.ts', code.join('\n'))).toEqual([])
})

test.each([
  'server/a.test.ts',
  'web/features/tasks/a.test.tsx',
  'server/testing/a.ts',
  'server/features/tasks/testing.ts',
  'e2e/a.ts',
  'bench/a.ts',
])('in %s, a parameter, a variable and a type have no vague name, as in the sources', (path) => {
  expect(vagueNamesIn(path, 'const one = 1\ntype Asked = string')).toEqual([
    `${path}:1: one`,
    `${path}:2: Asked`,
  ])
  expect(vagueNamesIn(path, 'const nameOf = (it) => it.name')).toEqual([`${path}:1: it`])
})

test('every vague name is listed in the order of its place, in JSX too', () => {
  const code = 'const List = ({ one }) => (\n  <ul>{one.map((told) => <li>{told}</li>)}</ul>\n)'
  expect(vagueNamesIn('web/a.tsx', code)).toEqual(['web/a.tsx:1: one', 'web/a.tsx:2: told'])
})

test('a property and a word in a text are no names of a variable', () => {
  const code = [
    'const regionNames = regions.map((region) => region.what)',
    'const labelOf = ({ what: label }: Region) => label',
    "const words = ['one', `told ${asked}`] // what is asked",
    'const { one: client } = found',
  ]
  expect(vagueNamesIn('server/a.ts', code.join('\n'))).toEqual([])
})

test('a file is not named by a gerund alone, and a noun in -ing or a longer name is right', () => {
  const wrong = ['server/features/payments/taking.ts', 'web/telling.test.tsx', 'scripts/moving.mjs']
  const right = [
    'contract/onboarding/onboarding.ts',
    'server/platform/files/keyring.test.ts',
    'web/features/matters/testing.ts',
    'server/process/testing/raw.ts',
    'web/ui/finding-card.tsx',
  ]
  expect(gerundFiles([...wrong, ...right])).toEqual(wrong.map((path) => `${path}: named by a gerund alone`))
})
