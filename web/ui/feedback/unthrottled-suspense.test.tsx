// @vitest-environment jsdom
import { type ReactNode, use } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { notifyLoaded } from '#web/platform/emitter.ts'
import { UnthrottledSuspense } from './unthrottled-suspense.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Waits for enough turns of the event loop to finish anything that needs no timer. */
const turns = async () => {
  for (let turns = 0; turns < 50; turns += 1) await nextTurn()
}

const nextTurn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })

function draw(content: ReactNode) {
  // Renders as in a browser, because React never throttles rendering in an act environment.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const place = document.createElement('div')
  createRoot(place).render(content)
  return place
}

const Answer = ({ answer }: { answer: Promise<string> }) => use(answer)

test('what has come is shown at once, and no clock keeps a stand-in', async () => {
  const answer = Promise.withResolvers<string>()
  const place = draw(
    <UnthrottledSuspense standIn="Soon">
      <Answer answer={answer.promise} />
    </UnthrottledSuspense>,
  )
  await turns()
  expect(place.textContent).toBe('Soon')
  answer.resolve('Here')
  await answer.promise
  notifyLoaded()
  await turns()
  expect(place.textContent).toBe('Here')
})

test('what has not come yet is still stood in for when something else comes', async () => {
  const place = draw(
    <UnthrottledSuspense standIn="Soon">
      <Answer answer={new Promise<never>(() => {})} />
    </UnthrottledSuspense>,
  )
  await turns()
  notifyLoaded()
  await turns()
  expect(place.textContent).toBe('Soon')
})
