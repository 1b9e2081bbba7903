import { expect, test } from 'vitest'
import type { KeyDateKind } from './facts.ts'
import { progressOfStages, stagedTypes, stageName, stagesOfType } from './stages.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 10))
const statesOf = (moves: Parameters<typeof progressOfStages>[1]) =>
  progressOfStages('Purchase', moves).map(({ key, state, since }) => [key, state, since?.getUTCDate()])

test('a matter that nobody has moved is at its first stage', () => {
  expect(statesOf([]).slice(0, 2)).toEqual([
    ['instruction', 'current', undefined],
    ['identity_and_funds', 'ahead', undefined],
  ])
})

test('a matter is at its first stage since it was opened, and says so once it has moved on', () => {
  const opening = { stage: null, at: at(2), words: null }
  expect(statesOf([opening])[0]).toEqual(['instruction', 'current', 2])
  const moved = [opening, { stage: 'searches', at: at(3), words: null }]
  expect(statesOf(moved)[0]).toEqual(['instruction', 'done', 2])
  expect(statesOf([...moved, { stage: 'instruction', at: at(5), words: null }])[0]).toEqual([
    'instruction',
    'current',
    5,
  ])
})

test('the current stage says what it is waiting for, how long that usually takes, and since when', () => {
  const [, , , searches] = progressOfStages('Purchase', [{ stage: 'searches', at: at(3), words: null }])
  expect(searches).toEqual({
    key: 'searches',
    name: 'Searches',
    state: 'current',
    since: at(3),
    words: 'waiting for the council',
    usually: 'usually 10 working days',
  })
})

test('a matter that goes back to an earlier stage has the later ones ahead of it again', () => {
  const moves = ['searches', 'enquiries', 'searches'].map((stage, n) => ({
    stage,
    at: at(3 + n),
    words: null,
  }))
  expect(statesOf(moves).slice(3, 5)).toEqual([
    ['searches', 'current', 5],
    ['enquiries', 'ahead', undefined],
  ])
})

test('the firm’s own words replace the usual ones, for the current stage only', () => {
  const moves = [
    { stage: 'searches', at: at(3), words: 'the water company has not answered' },
    { stage: 'enquiries', at: at(9), words: null },
  ]
  const words = progressOfStages('Purchase', moves).flatMap((stage) => stage.words ?? [])
  expect(words).toEqual(['waiting for the seller’s solicitors'])
})

test('a stage that waits for a date names it once it is entered, and only the date that it is about', () => {
  const moves = [{ stage: 'completion', at: at(9), words: null }]
  const standing = { isOver: false, isClientsTurn: false }
  const wordsWith = (dates: { kind: KeyDateKind; on: string }[]) =>
    progressOfStages('Purchase', moves, { ...standing, dates }).flatMap((stage) => stage.words ?? [])
  expect(wordsWith([])).toEqual(['waiting for the completion date'])
  const exchange = { kind: 'target_exchange', on: '2026-12-01' } as const
  expect(wordsWith([exchange])).toEqual(['waiting for the completion date'])
  expect(wordsWith([exchange, { kind: 'completion', on: '2026-12-18' }])).toEqual([
    'the completion date is 18 December 2026',
  ])
})

test('a stage waits for the client only while it’s their turn', () => {
  const moves = [{ stage: 'report_and_signing', at: at(9), words: null }]
  const wordsWhile = (isClientsTurn: boolean) =>
    progressOfStages('Purchase', moves, { isOver: false, isClientsTurn }).flatMap(
      (stage) => stage.words ?? [],
    )
  expect(wordsWhile(true)).toEqual(['waiting for you'])
  expect(wordsWhile(false)).toEqual([])
})

test('what others are waited for, and the firm’s own words, do not depend on whose turn it is', () => {
  const wordsOf = (move: Pick<Parameters<typeof statesOf>[0][number], 'stage' | 'words'>) =>
    progressOfStages('Purchase', [{ ...move, at: at(9) }], {
      isOver: false,
      isClientsTurn: false,
    }).flatMap((stage) => stage.words ?? [])
  expect(wordsOf({ stage: 'searches', words: null })).toEqual(['waiting for the council'])
  expect(wordsOf({ stage: 'identity_and_funds', words: 'waiting for you both' })).toEqual([
    'waiting for you both',
  ])
})

test('a closed matter waits for nobody, and its last stage is done', () => {
  const progressAt = (stage: string, words: string | null = null) =>
    progressOfStages('Purchase', [{ stage, at: at(9), words }], { isOver: true, isClientsTurn: false })
  expect(progressAt('registration').at(-1)).toMatchObject({ state: 'done', since: at(9), words: null })
  expect(progressAt('searches', 'waiting for the council')[3]).toMatchObject({
    state: 'current',
    since: at(9),
    words: null,
    usually: null,
  })
})

test('a stage of another type is not part of the progress, but keeps its name', () => {
  const [first] = progressOfStages('Sale', [{ stage: 'searches', at: at(3), words: null }])
  expect(first?.state).toBe('current')
  expect(stageName('searches')).toBe('Searches')
})

test('any other type goes through the general stages', () => {
  expect(stagesOfType('A word of the firm’s own')).toBe(stagesOfType('General'))
})

test('a key means one stage in every list, and a list has it once', () => {
  const names = new Map<string, string>()
  for (const type of stagedTypes) {
    const stages = stagesOfType(type)
    expect(new Set(stages.map(({ key }) => key)).size).toBe(stages.length)
    for (const { key, name } of stages) {
      expect(names.get(key) ?? name).toBe(name)
      names.set(key, name)
    }
  }
})
