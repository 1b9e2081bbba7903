// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { z } from 'zod'
import { clearOwnStorage, hasUnsaved, ownKey, stored, unsavedKey } from './storage.ts'

const keep = (key: string, value: Record<string, unknown>) => stored(key, z.looseObject({})).write(value)

test('when a user begins, what was kept for others is deleted, and of their own only what is out of date', () => {
  keep(unsavedKey('ana', 'old form'), { keptUntil: '2020-01-01T00:00:00.000Z' })
  keep(unsavedKey('ben', 'form'), { keptUntil: '2999-01-01T00:00:00.000Z' })
  keep(ownKey('ana', 'message'), { text: 'Hello' })
  clearOwnStorage({ but: 'ana' })
  expect([hasUnsaved('ana'), hasUnsaved('ben')]).toEqual([false, false])
  expect(stored(ownKey('ana', 'message'), z.looseObject({})).read()).toEqual({ text: 'Hello' })

  keep(unsavedKey('ana', 'form'), { keptUntil: '2999-01-01T00:00:00.000Z' })
  clearOwnStorage({ but: 'ana' })
  expect(hasUnsaved('ana')).toBe(true)
  clearOwnStorage()
  expect(hasUnsaved('ana')).toBe(false)
})
