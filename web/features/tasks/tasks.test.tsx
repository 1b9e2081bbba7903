// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { answer, show } from '#web/testing.tsx'
import { useTaskList } from './hooks.tsx'

/** As the guard of clients' pages: the page is mounted only while nothing is pending. */
const Guarded = () => (useTaskList({ enabled: true }).isPending ? <p>Waiting</p> : <Inside />)
const Inside = () => {
  const { error, data, refetch } = useTaskList({ enabled: true })
  return (
    <>
      <p>{error?.message ?? `${data?.length} tasks`}</p>
      <button type="button" onClick={() => void refetch()}>
        Try again
      </button>
    </>
  )
}

test('a portal that cannot answer is not asked again and again, only when the client wants it', async () => {
  let requests = 0
  let isBusy = true
  const list = answer(tasks.list, () => {
    requests += 1
    if (isBusy) throw new Problem('unavailable', 'The portal is busy.')
    return []
  })
  const { cache } = show(<Guarded />, [list])
  await screen.findByText('The portal is busy.')
  // A repetition would begin as the page is mounted, or wait for its turn as a request under way.
  await act(async () => {})
  expect(cache.isFetching()).toBe(0)
  expect(requests).toBe(1)

  isBusy = false
  screen.getByText('Try again').click()
  expect(await screen.findByText('0 tasks')).toBeInTheDocument()
  expect(requests).toBe(2)
})

test('a visitor has no tasks, which is not an error', async () => {
  const list = answer(tasks.list, () => {
    throw new Problem('unauthenticated', 'Please sign in.')
  })
  const Stranger = () => <p>{useTaskList({ enabled: true }).data === null ? 'none' : '…'}</p>
  show(<Stranger />, [list])
  expect(await screen.findByText('none')).toBeInTheDocument()
})
