import { expect, test } from 'vitest'
import { UserId } from '../accounts/accounts.ts'
import { askableIn } from './matter-tabs.ts'

const person = (digit: number) => ({
  id: UserId.parse(`00000000-0000-7000-8000-00000000000${digit}`),
  firstName: 'Amara',
  lastName: 'Okafor',
  role: 'client' as const,
})

test('people whose files are closed to a user are asked by them only on a restricted case that names the user', () => {
  const [people, hidden] = [[person(1)], [person(2)]]
  expect(askableIn({ people, hidden, isPartShown: false })).toEqual(people)
  expect(askableIn({ people, hidden, isPartShown: true })).toEqual([...people, ...hidden])
})
