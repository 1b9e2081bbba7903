import { expect, test } from 'vitest'
import { checkAnswers, shownFirmAnswers } from './firm-answers.ts'
import { type FirmField, type FirmForm, formFaults } from './firm-form.ts'
import { firmField, rowField } from './testing/fields.ts'

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const formOf = (...fields: FirmField[]): FirmForm => ({ sections: [{ title: 'Page', fields }] })

const everything = formOf(
  firmField('text', 'name'),
  firmField('number', 'rooms'),
  firmField('money', 'price'),
  firmField('date', 'moved'),
  firmField('choice', 'mortgage', { offers: yesOrNo }),
  firmField('text', 'lender', { shownWhen: { field: 'mortgage', value: 'yes' } }),
  firmField('several', 'pets', { offers: yesOrNo, isRequired: false }),
  firmField('address', 'home'),
  firmField('person', 'agent', { isRequired: false }),
  firmField('group', 'children', { fields: [rowField('text', 'name'), rowField('date', 'born')] }),
)
const answers = {
  name: '  Amara ',
  rooms: '3',
  price: '£450,000',
  moved: '2026-12-01',
  mortgage: 'no',
  pets: [],
  home: { line1: '12 Garden Court', line2: '', town: 'London', postcode: 'w1u4pl', country: '' },
  agent: { name: '', dateOfBirth: '', email: '', phone: '' },
  children: [{ name: 'Ada', born: '2019-03-14' }],
}

test('valid answers are normalised and stored', () => {
  const { answers: kept, faults } = checkAnswers(everything, { ...answers, lender: 'A bank', unknown: 'x' })
  expect(faults).toEqual({})
  expect(kept).toMatchObject({ name: 'Amara', price: '450000.00', home: { postcode: 'W1U 4PL' } })
  // Answers to questions that do not apply are dropped.
  expect(kept).not.toHaveProperty('lender')
  expect(kept).not.toHaveProperty('unknown')
})

test('each invalid answer has an error at its own path', () => {
  const { faults } = checkAnswers(everything, {
    ...answers,
    name: ' ',
    rooms: 'three',
    price: '4.555',
    moved: '2026-13-01',
    mortgage: 'yes',
    home: { ...answers.home, postcode: 'London' },
    agent: { name: '', dateOfBirth: '', email: 'nobody', phone: 'call her' },
    children: [{ name: '', born: '2019-03-14' }],
  })
  expect(faults).toEqual({
    name: 'Please fill this in',
    rooms: 'Please enter a number, such as 3',
    price: 'Please enter an amount in pounds, such as 1,450.00',
    moved: 'Please enter a real date, such as 27 03 1986',
    lender: 'Please fill this in',
    'home.postcode': 'Please enter a UK postcode, such as W1U 4PL, or a country',
    'agent.name': 'Please enter the full name',
    'agent.email': 'Please enter a valid email address',
    'agent.phone': expect.stringMatching(/^This isn’t a phone number/),
    'children.0.name': 'Please fill this in',
  })
  expect(checkAnswers(everything, { ...answers, children: [] }).faults).toEqual({
    children: 'Please add at least one',
  })
})

test('answers of the wrong type are refused without an exception', () => {
  const wrong = Object.fromEntries(Object.keys(answers).map((key) => [key, [{ a: 1 }, 2]]))
  expect(Object.keys(checkAnswers(everything, wrong).faults)).toContain('name')
})

test('an amount or a number with a comma that parts no thousands is refused, and not read a hundredfold', () => {
  const typed = { ...answers, price: '1,450,000.5', rooms: '-1,200' }
  expect(checkAnswers(everything, typed).answers).toMatchObject({ price: '1450000.50', rooms: '-1,200' })
  expect(checkAnswers(everything, { ...answers, price: '342,50', rooms: '1,5' }).faults).toEqual({
    price: 'Please enter an amount in pounds, such as 1,450.00',
    rooms: 'Please enter a number, such as 3',
  })
})

test('a row beyond the most that a group holds is refused, and not dropped without a word', () => {
  const [child] = answers.children
  const rows = (count: number) => ({ ...answers, children: Array.from({ length: count }, () => child) })
  expect(checkAnswers(everything, rows(10)).faults).toEqual({})
  expect(checkAnswers(everything, rows(11)).faults).toEqual({ children: 'Please add at most 10' })
})

test('a person is born in a year that can be, though a date may be long past', () => {
  const agent = { ...answers.agent, name: 'Ann Reilly' }
  const given = (dateOfBirth: string) => ({
    ...answers,
    moved: '1889-05-01',
    agent: { ...agent, dateOfBirth },
  })
  expect(checkAnswers(everything, given('1989-05-01')).faults).toEqual({})
  for (const born of ['0198-05-01', '9999-12-31'])
    expect(checkAnswers(everything, given(born)).faults).toEqual({
      'agent.dateOfBirth': 'Please check the year',
    })
})

test('a question of a group named like a part of every object is blank where nothing was answered', () => {
  const form = formOf(
    firmField('group', 'firms', {
      fields: [rowField('text', 'constructor', { isRequired: false }), rowField('text', 'name')],
    }),
  )
  expect(checkAnswers(form, { firms: [{ name: 'Elm Homes' }] })).toEqual({
    answers: { firms: [{ constructor: '', name: 'Elm Homes' }] },
    faults: {},
  })
})

test('answers are shown as readable text', () => {
  const [page] = shownFirmAnswers(everything, checkAnswers(everything, answers).answers)
  const texts = Object.fromEntries(page?.answers.map(({ name, text }) => [name, text]) ?? [])
  expect(texts).toMatchObject({
    price: '£450,000.00',
    moved: '1 December 2026',
    mortgage: 'No',
    pets: 'Not given',
    home: '12 Garden Court\nLondon\nW1U 4PL',
    'children.0': 'The name: Ada\nThe born: 14 March 2019',
  })
})

test('the faults of a form name the question', () => {
  expect(formFaults(formOf())).toEqual(['The form needs at least one question.'])
  const faulty = formOf(
    firmField('choice', 'one', { offers: yesOrNo.slice(0, 1) }),
    firmField('text', 'one'),
    firmField('text', 'two', { shownWhen: { field: 'three', value: 'yes' } }),
    firmField('choice', 'three', { offers: yesOrNo }),
    firmField('group', 'four'),
  )
  expect(formFaults(faulty)).toEqual([
    '“The one” needs at least two answers to choose.',
    '“The one” has the same short name as another question.',
    '“The two” depends on an answer that no earlier question offers.',
    '“The four” needs a question to repeat.',
  ])
})

test('in a row of a group, a question that ends in a mark of its own is followed by no colon', () => {
  const adult = rowField('choice', 'adult', { label: 'Are they an adult?', offers: yesOrNo })
  const form = formOf(firmField('group', 'people', { fields: [rowField('text', 'name'), adult] }))
  const [section] = shownFirmAnswers(form, { people: [{ name: 'Ada', adult: 'no' }] })
  expect(section?.answers[0]?.text).toBe('The name: Ada\nAre they an adult? No')
})

test('an address reads as on an envelope, in whatever order the database keeps its lines', () => {
  const home = { town: 'Leeds', line1: '4 Mill Lane', line2: 'Flat 2', country: '', postcode: 'LS1 2AB' }
  const [section] = shownFirmAnswers(formOf(firmField('address', 'home')), { home })
  expect(section?.answers[0]?.text).toBe('4 Mill Lane\nFlat 2\nLeeds\nLS1 2AB')
})
