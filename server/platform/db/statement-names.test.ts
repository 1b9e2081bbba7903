import { expect, test } from 'vitest'
import { minutes } from '../time/durations.ts'
import { mostNamed, openStatementNames } from './statement-names.ts'

const statement = (number: number) => ({ text: `select ${number} /* ${'long enough '.repeat(5)}*/ where $1` })

test('a statement that nothing has run for a while gives its name to one that runs often', () => {
  let now = 0
  const nameIfOften = openStatementNames(() => now)
  const runOften = (number: number) => {
    let last: unknown
    for (let times = 0; times < 5; times++) last = nameIfOften(statement(number), [true])
    return last
  }
  for (let number = 0; number < mostNamed; number++)
    expect(runOften(number)).toEqual({ ...statement(number), name: `often_${number}` })
  expect(runOften(mostNamed)).toEqual(statement(mostNamed))

  now = minutes(10)
  expect(nameIfOften(statement(0), [true])).toMatchObject({ name: 'often_0' })
  expect(runOften(mostNamed)).toMatchObject({ name: `often_${mostNamed}` })

  expect(nameIfOften(statement(0), [true])).toMatchObject({ name: 'often_0' })
  expect(nameIfOften(statement(1), [true])).toEqual(statement(1))
  expect(nameIfOften(statement(2), [true])).toMatchObject({ name: 'often_2' })
})

test('what may be several statements, or has a name, is left as it is', () => {
  const nameIfOften = openStatementNames()
  const own = { ...statement(2), name: 'own' }
  for (let times = 0; times < 9; times++) {
    expect(nameIfOften(statement(1), [])).toEqual(statement(1))
    expect(nameIfOften(own, [true])).toBe(own)
  }
})
