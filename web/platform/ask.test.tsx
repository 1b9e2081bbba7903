// @vitest-environment jsdom
import { useSuspenseQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { command, create, read } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { ask } from './ask.ts'
import { query, useCommand } from './queries.ts'

const words = { audience: 'client', summary: 'Only for this test' } as const
const letters = read('/api/letters', { output: z.array(z.string()), ...words })
const write = create('/api/letters', {
  input: z.strictObject({ text: z.string() }),
  output: z.string(),
  ...words,
})
const sign = command('/api/letters/:id/sign', {
  input: z.strictObject({ id: z.string() }),
  output: z.string(),
  ...words,
})

test('a portal that cannot be reached is told in words, and not as a technical failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const refusal = await ask(letters, {}).catch((problem) => problem)
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal.message).toBe(
    "We couldn't reach the portal. Check your connection and try again. Nothing you entered has been lost.",
  )
})

test('a page that is older than the portal says so, and shows no technical list', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ newer: true }]))
  await expect(ask(letters, {})).rejects.toMatchObject({
    message: 'The portal has been updated since you opened this page. Please reload it.',
  })
})

test('an answer that is not ours is shown with its status and its words', async () => {
  vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }))
  await expect(ask(letters, {})).rejects.toMatchObject({ message: '502: Bad Gateway' })
  vi.stubGlobal('fetch', async () => Response.json({ error: 'no upstream' }, { status: 502 }))
  await expect(ask(letters, {})).rejects.toMatchObject({ message: '502: {"error":"no upstream"}' })
})

test('a value in the path is not sent a second time in the body', async () => {
  const fetch = vi.fn(async (_url: string, _request: RequestInit) => Response.json('signed'))
  vi.stubGlobal('fetch', fetch)
  await ask(sign, { id: 'a/b' })
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/letters/a%2Fb/sign')
  expect(fetch.mock.calls[0]?.[1].body).toBe('{}')
})

test('what a command changes is asked again and shown', async () => {
  const kept: string[] = []
  const Letters = () => {
    const list = useSuspenseQuery(query(letters, {})).data
    const { mutate } = useCommand(write, { refreshes: [letters] })
    return (
      <button type="button" onClick={() => mutate({ text: 'Dear client' })}>
        {list.length} letters
      </button>
    )
  }
  show(<Letters />, [
    answer(letters, () => [...kept]),
    answer(write, ({ text }) => {
      kept.push(text)
      return text
    }),
  ])
  await userEvent.click(await screen.findByText('0 letters'))
  expect(await screen.findByText('1 letters')).toBeDefined()
})

test('a list that could not be loaded says why and can be asked for again', async () => {
  let isDown = true
  const Letters = () => <p>{useSuspenseQuery(query(letters, {})).data.join()}</p>
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  show(
    <AsyncBoundary skeleton={<p>Loading</p>}>
      <Letters />
    </AsyncBoundary>,
    [
      answer(letters, () => {
        if (isDown) throw new Problem('unavailable', 'The archive is closed for a moment.')
        return ['Dear client']
      }),
    ],
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The archive is closed for a moment.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Dear client')).toBeDefined()
  quiet.mockRestore()
})
