import { expect, test } from 'vitest'
import { mergeTemplate, parseTemplate } from './merge-text.ts'

const questions = [{ key: 'keys', label: 'Where the keys are' }]
const merged = (text: string, values: Record<string, string> = {}) => mergeTemplate(text, questions, values)

test('fields are filled in, and headings, paragraphs and points are told apart', () => {
  const text =
    'Dear {{ client.name }}\n\n## Keys\nThey are at {{ask.keys}}.\n\n- one\n- two\n\nYours\n{{firm.name}}'
  const values = { 'client.name': 'Grace', 'ask.keys': 'the agent', 'firm.name': 'Hartley & Rowe' }
  expect(merged(text, values)).toEqual({
    missing: [],
    blocks: [
      { kind: 'paragraph', text: 'Dear Grace' },
      { kind: 'heading', text: 'Keys' },
      { kind: 'paragraph', text: 'They are at the agent.' },
      { kind: 'point', text: 'one' },
      { kind: 'point', text: 'two' },
      { kind: 'paragraph', text: 'Yours\nHartley & Rowe' },
    ],
  })
})

test('a field without a value is missing and appears by its name in brackets, but not in a branch that is left out', () => {
  const text =
    '{{matter.completion}} {{if party.lender}}{{party.lender}} {{matter.value}}{{else}}No lender{{end}}'
  expect(merged(text, { 'matter.completion': '  ' })).toEqual({
    missing: ['matter.completion'],
    blocks: [{ kind: 'paragraph', text: '[Completion] No lender' }],
  })
  expect(merged(text, { 'party.lender': 'Dulwich', 'matter.completion': '8 January' }).missing).toEqual([
    'matter.value',
  ])
})

test('a condition alone on its lines leaves no empty paragraph, and “not” turns it round', () => {
  const text = 'One\n\n{{if party.lender}}\nTwo\n{{end}}\n\n{{if not party.lender}}\nThree\n{{end}}'
  expect(merged(text).blocks.map((block) => block.text)).toEqual(['One', 'Three'])
})

test('a value is never parsed as a heading, a paragraph, a point or a field', () => {
  const words = '## Not a heading\n\n- {{firm.name}} \uE0000\uE001'
  expect(merged('{{matter.own_words}}', { 'matter.own_words': words }).blocks).toEqual([
    { kind: 'paragraph', text: words.trim() },
  ])
})

test.each([
  ['{{clint.name}}', /no field “\{\{clint\.name\}\}”/],
  ['{{ask.unknown}}', /no question below has the short name “unknown”/i],
  ['{{toString}}', /no field/],
  ['{{if party.lender}}Lent', /has no “\{\{end\}\}” after it/],
  ['Lent{{end}}', /has no “\{\{if …\}\}” before it/],
  ['{{if party.lender}}a{{else}}b{{else}}c{{end}}', /“\{\{else\}\}” has no/],
  ['{{client.name', /starts with “\{\{” and ends with/],
  ['{{if client name}}x{{end}}', /no field/],
])('%s is refused with a sentence', (text, sentence) => {
  expect(parseTemplate(text, ['keys']).faults.join(' ')).toMatch(sentence)
})

test('a field is bare if no condition on it encloses it', () => {
  const text =
    '{{client.name}}{{if firm.fees}}{{firm.fees}}{{else}}{{firm.estimate}}{{end}}{{if not firm.hours}}{{firm.hours}}{{end}}'
  expect(parseTemplate(text, []).bare).toEqual(['client.name', 'firm.estimate', 'firm.hours'])
})

test('a missing answer is named by its question without the hint in brackets at the end', () => {
  const questions = [
    { key: 'title', label: 'Title number (leave blank if unregistered)' },
    { key: 'hint', label: '(only a hint)' },
  ]
  const { blocks } = mergeTemplate('{{ask.title}} {{ask.hint}}', questions, {})
  expect(blocks).toEqual([{ kind: 'paragraph', text: '[Title number] [(only a hint)]' }])
})
