// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { show } from '#web/testing.tsx'
import { LabelledFrames } from './document-pages.tsx'

test('a label keeps to its frame on paper, where the page is smaller than it was when the label was placed', () => {
  const { container } = show(
    <LabelledFrames items={[{ text: 'Total', x: 0.4, y: 0.5, width: 0.2, height: 0.02 }]} print={[]} />,
  )
  const label = [...container.querySelectorAll('span')].find(({ textContent }) => textContent === 'Total')
  const { style } = [...(label?.querySelectorAll('span') ?? [])].at(-1) ?? {}
  expect(Number.parseFloat(style?.left ?? '')).toBeCloseTo(60, -1)
  expect(Number.parseFloat(style?.top ?? '')).toBeCloseTo(50, -1)
  for (const side of [style?.left, style?.top]) expect(side).toMatch(/%$/)
})
