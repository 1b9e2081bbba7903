import { expect, test } from 'vitest'
import { vagueParametersIn } from './parameter-names.mjs'

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
  for (const name of ['one', 'what', 'told', 'asked'])
    expect(vagueParametersIn('server/a.mjs', `\n${code.replaceAll('one', name)}`)).toEqual([
      `server/a.mjs:2: ${name}`,
    ])
})

test.each([
  ['of a constructor that declares a field', 'class Store { constructor(private readonly one: Db) {} }'],
  ['with a type', 'const nameOf = (one: Client) => one.name'],
  ['of a type', 'interface Props { change: (one: Client) => void }'],
  ['of a signature', 'interface Store { save(one: Client): void }'],
])('a parameter %s has no vague name', (_, code) => {
  expect(vagueParametersIn('server/a.ts', code)).toEqual(['server/a.ts:1: one'])
})

test('every vague name is listed in the order of its place, in JSX too', () => {
  const code = 'const List = ({ one }) => (\n  <ul>{one.map((told) => <li>{told}</li>)}</ul>\n)'
  expect(vagueParametersIn('web/a.tsx', code)).toEqual(['web/a.tsx:1: one', 'web/a.tsx:2: told'])
})

test('a property, a word in a text and a variable are no parameters', () => {
  const code = [
    'const regionNames = regions.map((region) => region.what)',
    'const labelOf = ({ what: label }: Region) => label',
    "const words = ['one', `told ${asked}`] // what is asked",
    'const one = store.find({ one: 1 })',
  ]
  expect(vagueParametersIn('server/a.ts', code.join('\n'))).toEqual([])
})
