// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { read } from '#contract/kit/endpoint.ts'
import { answer, holdTimers, settle, show } from './testing.tsx'

test('held timers fire together, but for those that were cleared, also by one of them', async () => {
  const fire = holdTimers(500)
  const fired: string[] = []
  clearTimeout(setTimeout(() => fired.push('cleared'), 500))
  setTimeout(() => {
    fired.push('first')
    clearTimeout(second)
  }, 500)
  const second = setTimeout(() => fired.push('second'), 500)
  const other = setTimeout(() => fired.push('other'), 501)
  setTimeout(() => fired.push('third'), 500)
  await fire()
  clearTimeout(other)
  expect(fired).toEqual(['first', 'third'])
})

test('to wait for what does not become so ends with an error', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await expect(settle(() => false)).rejects.toThrow('this is not so after 1000 turns: () => false')
})

test('an answer that comes when its test is over reaches nobody', () => {
  const letters = read('/api/letters', {
    output: z.array(z.string()),
    audience: 'client',
    summary: 'Only for this test',
  })
  const held = Promise.withResolvers<string[]>()
  const reach = vi.fn<() => void>()
  // Runs after what `show` has registered: the last comes first.
  onTestFinished(async () => {
    held.resolve(['one'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(reach).not.toHaveBeenCalled()
  })
  show(null, [answer(letters, () => held.promise)])
  void fetch('/api/letters', { method: 'GET' }).then(reach)
})
