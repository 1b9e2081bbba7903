// @vitest-environment jsdom
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { create, read } from '#contract/kit/endpoint.ts'
import { Problem, type ProblemCode } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { invalidate, query, useCommand } from './queries.ts'

const words = { audience: 'client', summary: 'Only for this test' } as const
const letters = read('/api/letters', { output: z.array(z.string()), ...words })
const drafts = read('/api/drafts', { output: z.number(), ...words })
const write = create('/api/letters', { input: z.strictObject({}), output: z.string(), ...words })

const Letters = () => <p>Letters: {useQuery(query(letters, {})).data?.join()}</p>

const Page = () => {
  const [isListed, setListed] = useState(true)
  const { mutate, isSuccess } = useCommand(write, { refreshes: [letters] })
  return (
    <>
      {isListed && <Letters />}
      <button type="button" onClick={() => setListed(false)}>
        Leave
      </button>
      <button type="button" onClick={() => mutate({})}>
        {isSuccess ? 'Sent' : 'Send'}
      </button>
    </>
  )
}

/** A page whose list of letters is answered only when it is released. */
const open = () => {
  const portal = { letters: ['one'], waiting: [] as (() => void)[], requests: 0 }
  const { cache } = show(<Page />, [
    answer(letters, async () => {
      portal.requests += 1
      const list = [...portal.letters]
      await new Promise<void>((release) => portal.waiting.push(release))
      return list
    }),
    answer(write, () => 'written'),
  ])
  const release = () => {
    for (const answerNow of portal.waiting.splice(0)) answerNow()
  }
  return { portal, cache, release }
}

test('many changes while an answer is on its way are followed by one request', async () => {
  const { portal, cache, release } = open()
  await waitFor(() => expect(portal.waiting).toHaveLength(1))
  const changes = ['two', 'three', 'four'].map((letter) => {
    portal.letters.push(letter)
    return invalidate(cache, { queryKey: [letters.path] })
  })
  act(release)
  await waitFor(() => expect(portal.waiting.length).toBeGreaterThan(0))
  act(release)
  expect(await screen.findByText('Letters: one,two,three,four')).toBeVisible()
  await Promise.all(changes)
  expect(portal.requests).toBe(2)
})

test('a command does not wait for the answer of a page that was left', async () => {
  const { portal } = open()
  await waitFor(() => expect(portal.waiting).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('button', { name: 'Sent' })).toBeVisible()
})

const LettersOfCase = ({ leave }: { leave: () => void }) => {
  const { data } = useSuspenseQuery(query(letters, {}))
  const { mutate } = useCommand(write, { refreshes: [letters, drafts] })
  return (
    <>
      <p>Letters: {data.join()}</p>
      <p>Drafts: {useQuery(query(drafts, {})).data}</p>
      <button type="button" onClick={() => mutate({}, { onSuccess: leave })}>
        Remove them
      </button>
    </>
  )
}

const CasePage = () => {
  const [isLeft, setLeft] = useState(false)
  if (isLeft) return <p>All cases</p>
  return (
    <AsyncBoundary skeleton="Loading">
      <LettersOfCase leave={() => setLeft(true)} />
    </AsyncBoundary>
  )
}

const gone = "We couldn't find that."

/** A page of a case, whose letters the portal refuses to give again once `refuses` is set. */
const openCase = async () => {
  const portal: { refuses?: ProblemCode; isRemoved?: true; lastAnswer?: () => void } = {}
  const { cache } = show(<CasePage />, [
    answer(letters, () => {
      if (portal.refuses !== undefined) throw new Problem(portal.refuses, gone)
      return ['one']
    }),
    answer(drafts, async () => {
      if (portal.isRemoved) await new Promise<void>((release) => (portal.lastAnswer = release))
      return 2
    }),
    answer(write, () => {
      portal.refuses = 'not_found'
      portal.isRemoved = true
      return 'removed'
    }),
  ])
  await screen.findByText('Letters: one')
  await screen.findByText('Drafts: 2')
  return { portal, cache }
}

test.for(['not_found', 'forbidden'] as const)(
  'a page whose access has ended (%s) no longer shows what it showed',
  async (code) => {
    const { portal, cache } = await openCase()
    portal.refuses = code
    await act(() => invalidate(cache))
    expect(await screen.findByText(gone)).toBeVisible()
    expect(screen.queryByText(/^Letters/)).toBeNull()
  },
)

test('a page that the portal could not fetch again keeps what it shows', async () => {
  const { portal, cache } = await openCase()
  portal.refuses = 'internal'
  await act(() => invalidate(cache))
  expect(screen.getByText('Letters: one')).toBeVisible()
})

test('a command that removes what its page shows leads away from it before the page says that it is gone', async () => {
  const { portal, cache } = await openCase()
  fireEvent.click(screen.getByRole('button', { name: 'Remove them' }))
  await waitFor(() => expect(cache.getQueryState(query(letters, {}).queryKey)?.status).toBe('error'))
  await waitFor(() => expect(portal.lastAnswer).toBeDefined())
  expect(screen.getByText('Letters: one')).toBeVisible()
  act(() => portal.lastAnswer?.())
  expect(await screen.findByText('All cases')).toBeVisible()
})
