// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { create, read } from '#contract/kit/endpoint.ts'
import { answer, show } from '#web/testing.tsx'
import { invalidate, query, useCommand } from './queries.ts'

const words = { audience: 'client', summary: 'Only for this test' } as const
const letters = read('/api/letters', { output: z.array(z.string()), ...words })
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
