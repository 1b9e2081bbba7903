import { expect, test } from 'vitest'
import { retired, retiredIn } from './vocabulary.mjs'

test('a retired name is found in a file and in a file name, with its line and the term to use', () => {
  expect(retiredIn('server/a.ts', 'const a = 1\nctx.announce(a)')).toEqual([
    'server/a.ts:2: .announce( → publish',
  ])
  expect(retiredIn('server/fair-gate.ts', '')).toEqual([
    'server/fair-gate.ts:0: fair-gate → keyed limiter, semaphore',
  ])
})

test('ordinary words of the same letters are left alone', () => {
  for (const line of ['what is happening with my case', 'stocks, shares and holdings?', 'they announce it'])
    expect(retiredIn('a.ts', line)).toEqual([])
})

test('no retired name is the term for another', () => {
  for (const [, instead] of retired) expect(retiredIn('a.ts', instead)).toEqual([])
})
