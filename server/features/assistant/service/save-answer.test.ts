import { expect, test } from 'vitest'
import { withoutParticulars } from './save-answer.ts'

const names: [firstName: string, lastName: string, question: string][] = [
  ['Zoë', 'Ødegård', 'Is Zoë Ødegård, or zoë, on the deed?'],
  ['Élodie', 'Brontë', 'Is Élodie Brontë, or élodie, on the deed?'],
  // The accent as a sign of its own, as some keyboards send it.
  ['José', 'Núñez', 'Is Jose\u0301 Nu\u0301n\u0303ez, or jose\u0301, on the deed?'],
  ['محمد', 'علي', 'Is محمد علي, or محمد, on the deed?'],
]

test.each(names)(
  '%s %s is not named in what the firm and a model are shown',
  (firstName, lastName, question) => {
    expect(withoutParticulars(question, { firstName, lastName })).toBe(
      'Is (name) (name), or (name), on the deed?',
    )
  },
)

test('a word that only begins or ends like a name stays', () => {
  const asker = { firstName: 'Ann', lastName: 'Brontë' }
  const question = 'Does the annual planning of brontësaurus matter?'
  expect(withoutParticulars(question, asker)).toBe(question)
})
