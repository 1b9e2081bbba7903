import { expect, test } from 'vitest'
import { guessColumns, ImportColumns, rememberColumns } from './columns.ts'

test('columns are guessed by what other systems call them, each once', () => {
  expect(
    guessColumns(['Client Ref', 'FORENAME', 'Surname', 'E-mail Address', 'Tel.', 'Matter No', 'Email']),
  ).toEqual(['clientReference', 'firstName', 'lastName', 'email', 'phone', 'caseReference', null])
})

test('columns of costs, dates and supervisors are found by the names other systems use', () => {
  const headers = ['Supervising Partner', 'Purchase Price', 'Estimated Costs', 'WIP', 'Completion Date']
  expect(guessColumns(headers)).toEqual([
    'caseSupervisor',
    'caseValue',
    'caseCostsEstimate',
    'caseCostsSoFar',
    'caseCompletion',
  ])
})

test('the mapping of a column is remembered, even that it was left out', () => {
  const headers = ['Ref', 'Surname', 'Description']
  const remembered = rememberColumns(headers, ['clientReference', 'lastName', null])
  expect(guessColumns(['REF', 'Description', 'Email'], remembered)).toEqual([
    'clientReference',
    null,
    'email',
  ])
})

test.each([
  [['firstName', 'lastName'], 'tells one client from another'],
  [['email', 'email'], 'one column only'],
  [['email', 'caseTitle'], 'case reference'],
  [['email', 'caseReference'], 'case title'],
])('columns that tell nothing apart are refused: %s', (columns, words) => {
  expect(ImportColumns.safeParse(columns).error?.issues[0]?.message).toContain(words)
})

test.each([
  ['Case,Reference,Name,Email', ['caseTitle', 'caseReference', 'fullName', 'email']],
  ['Reference,Matter,Name,Email', ['caseReference', 'caseTitle', 'fullName', 'email']],
  ['Case title,Our ref,Name,Email', ['caseTitle', 'caseReference', 'fullName', 'email']],
  ['Case,Case title,Email', ['caseReference', 'caseTitle', 'email']],
  ['Case reference,Case title,Reference,Email', ['caseReference', 'caseTitle', 'clientReference', 'email']],
  ['Reference,Name,Email', ['clientReference', 'fullName', 'email']],
])('the columns %s are taken for what they plainly are beside each other', (headers, fields) => {
  expect(guessColumns(headers.split(','))).toEqual(fields)
})
