// @vitest-environment jsdom
import { useSuspenseQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { query } from './queries.ts'
import { endSession, registerDraft, useCurrentUser } from './session.ts'

test('a page that is drawn once more at the end of a session fetches nothing', async () => {
  let requests = 0
  let draw = () => {}
  const Page = () => {
    const [, again] = useState(0)
    draw = () => again((times) => times + 1)
    return <p>Tasks: {useSuspenseQuery(query(tasks.list, {})).data.length}</p>
  }
  const Guarded = () => (useCurrentUser().user ? <Page /> : <p>Nobody</p>)
  const { cache } = show(<Guarded />, [
    answer(accounts.current, () => personOf()),
    answer(tasks.list, () => {
      requests += 1
      return []
    }),
  ])
  await screen.findByText('Tasks: 0')
  act(() => {
    endSession(cache)
    draw()
  })
  await screen.findByText('Nobody')
  await waitFor(() => expect(cache.getQueryData(query(tasks.list, {}).queryKey)).toBeUndefined())
  expect(requests).toBe(1)
})

test('what somebody typed to register is not left to the next person when a session ends', async () => {
  registerDraft.write({ firstName: 'Amara', lastName: 'Okafor', username: 'amara', email: '', phone: '' })
  const { cache } = show(<p>Tasks</p>)
  act(() => endSession(cache))
  expect(registerDraft.read()).toBeUndefined()
  await waitFor(() => expect(cache.isFetching()).toBe(0))
})
