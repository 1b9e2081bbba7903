import { expect, test } from 'vitest'
import { visibleSegments } from './seen.ts'

test('a page without words is not drawn, however large its picture', async () => {
  const undrawable = { getViewport: () => expect.unreachable(), render: () => expect.unreachable() }
  expect(await visibleSegments(undrawable, [])).toEqual([])
})
