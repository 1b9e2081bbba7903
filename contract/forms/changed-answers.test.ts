import { expect, test } from 'vitest'
import { changesIn, compareAnswers } from './changed-answers.ts'
import { shownSubmitted } from './firm-answers.ts'
import type { FirmField, FirmForm } from './firm-form.ts'
import { firmField, rowField } from './testing/fields.ts'

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const formOf = (...fields: FirmField[]): FirmForm => ({ sections: [{ title: 'Money', fields }] })
const mortgaged = formOf(
  firmField('choice', 'mortgage', { label: 'Do you need a mortgage?', offers: yesOrNo }),
  firmField('text', 'lender', { label: 'Lender', shownWhen: { field: 'mortgage', value: 'yes' } }),
  firmField('money', 'price', { label: 'Price' }),
)
const children = formOf(
  firmField('group', 'children', {
    label: 'Child',
    fields: [rowField('text', 'name', { label: 'Name' }), rowField('date', 'born', { label: 'Born' })],
  }),
)
const given = (questions: FirmForm, formData: Record<string, unknown>) =>
  ({ form: 'firm_form', questions, formData }) as const
/** Every line of a comparison: its label, what is answered now, and what was before. */
const linesOf = (...[newest, earlier]: Parameters<typeof compareAnswers>) =>
  compareAnswers(newest, earlier).flatMap(({ answers }) =>
    answers.map(({ label, text, before }) => [label, text, before]),
  )

test('a changed answer is shown with what it was, in the words of its form', () => {
  const earlier = given(mortgaged, { mortgage: 'yes', lender: 'A bank', price: '450000.00' })
  const newest = given(mortgaged, { mortgage: 'yes', lender: 'A bank', price: '445000.00' })
  expect(linesOf(newest, earlier)).toEqual([
    ['Do you need a mortgage?', 'Yes', null],
    ['Lender', 'A bank', null],
    ['Price', '£445,000.00', '£450,000.00'],
  ])
  expect(changesIn(compareAnswers(newest, earlier))).toBe(1)
})

test('an answer that is no longer asked for stays to be read where it was, and a new one was not asked before', () => {
  const without = given(mortgaged, { mortgage: 'no', price: '1.00' })
  const withLender = given(mortgaged, { mortgage: 'yes', lender: 'A bank', price: '1.00' })
  expect(linesOf(without, withLender)).toEqual([
    ['Do you need a mortgage?', 'No', 'Yes'],
    ['Lender', 'No longer asked', 'A bank'],
    ['Price', '£1.00', null],
  ])
  expect(linesOf(withLender, without)[1]).toEqual(['Lender', 'A bank', 'Not asked'])
})

test('a question that was never answered is no change, whether or not it was asked', () => {
  const optional = formOf(firmField('text', 'pets', { label: 'Pets', isRequired: false }))
  const nothing = formOf(firmField('text', 'other', { label: 'Other', isRequired: false }))
  expect(linesOf(given(optional, { pets: '' }), given(nothing, { other: '' }))).toEqual([
    ['Pets', 'Not given', null],
  ])
})

test('a page that the form no longer has is shown for the answers that were given on it', () => {
  const old = {
    sections: [
      ...mortgaged.sections,
      { title: 'Your home', fields: [firmField('text', 'pets', { label: 'Pets' })] },
    ],
  }
  const kept = { mortgage: 'no', price: '1.00' }
  const steps = compareAnswers(given(mortgaged, kept), given(old, { ...kept, pets: 'A cat' }))
  expect(steps.map(({ title }) => title)).toEqual(['Money', 'Your home'])
  expect(steps[1]?.answers).toMatchObject([{ label: 'Pets', text: 'No longer asked', before: 'A cat' }])
})

test('an answer is the same although the firm words it otherwise, or it was ticked in another order', () => {
  const words = (label: string) =>
    formOf(firmField('several', 'pets', { label, offers: yesOrNo.map((offer) => ({ ...offer, label })) }))
  const newest = given(words('B'), { pets: ['yes', 'no'] })
  const earlier = given(words('A'), { pets: ['no', 'yes'] })
  expect(changesIn(compareAnswers(newest, earlier))).toBe(0)
})

test('another file of the same name is a change', () => {
  const form = formOf(firmField('file', 'scan', { label: 'Scan' }))
  const scan = (documentId: string) => given(form, { scan: { documentId, name: 'scan.pdf' } })
  expect(linesOf(scan('b'), scan('a'))).toEqual([
    ['Scan', 'scan.pdf', 'Another file with the same name: scan.pdf'],
  ])
})

test('rows are compared with the rows that they were, also where an earlier one was removed', () => {
  const [ada, ben, cleo] = [
    { name: 'Ada', born: '2010-01-01' },
    { name: 'Ben', born: '2012-02-02' },
    { name: 'Cleo', born: '2014-03-03' },
  ]
  const rows = (...list: object[]) => given(children, { children: list })
  const text = ({ name }: { name: string }, day: string) => `Name: ${name}\nBorn: ${day}`
  expect(linesOf(rows({ ...ben, born: '2012-02-20' }, cleo), rows(ada, ben))).toEqual([
    ['Child (1)', text(ben, '20 February 2012'), 'Born: 2 February 2012'],
    ['Child (2)', text(cleo, '3 March 2014'), text(ada, '1 January 2010')],
  ])
  expect(linesOf(rows(cleo, ben), rows(ben))).toEqual([
    ['Child (1)', text(cleo, '3 March 2014'), 'Not listed'],
    ['Child (2)', text(ben, '2 February 2012'), null],
  ])
  expect(linesOf(rows(), rows(ada))).toEqual([
    ['Child', 'None', null],
    ['Child', 'No longer listed', text(ada, '1 January 2010')],
  ])
  expect(changesIn(compareAnswers(rows(ben, ada), rows(ada, ben)))).toBe(0)
})

test('answers compared with themselves read as they do elsewhere', () => {
  const sections = [...mortgaged.sections, { ...children.sections[0], title: 'Children' }]
  const form = { sections: sections.map((section) => ({ fields: [], ...section })) }
  const list = [{ name: 'Ada', born: '2010-01-01' }]
  const answers = given(form, { mortgage: 'no', lender: '', price: '1.00', children: list })
  const steps = compareAnswers(answers, answers)
  expect(changesIn(steps)).toBe(0)
  const words = steps.map((step) => ({
    ...step,
    answers: step.answers.map(({ before: _, ...line }) => line),
  }))
  expect(words).toEqual(shownSubmitted(answers))
})

test('the built-in forms are compared too, with what somebody no longer says of a public role', () => {
  const details = { politicallyExposedDetails: 'A mayor' }
  const of = (formData: Record<string, unknown>) =>
    ({ form: 'risk_assessment', questions: null, formData }) as const
  const changed = linesOf(
    of({ politicallyExposed: false, riskFactors: [] }),
    of({ politicallyExposed: true, ...details, riskFactors: ['cash_intensive'] }),
  ).filter(([, , before]) => before !== null)
  expect(changed).toEqual([
    [expect.stringContaining('politically exposed'), 'No', 'Yes'],
    ['Details of the public role', 'No longer asked', 'A mayor'],
    ['Does any of this apply to your case?', 'None', 'A business that takes much of its money in cash'],
  ])
})
