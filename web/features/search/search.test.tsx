// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { type SearchResult, search } from '#contract/search.ts'
import { answer, idOf, settle, show } from '#web/testing.tsx'
import { SearchEntry } from './entry.tsx'

const results: SearchResult[] = [
  {
    kind: 'client',
    id: idOf(1),
    title: 'Adaeze Okonkwo',
    detail: 'ada@example.com',
    path: '/firm/clients/1',
  },
  {
    kind: 'matter',
    id: idOf(2),
    title: 'Purchase of 14 Orchard Row',
    detail: 'HR-2026-00012',
    path: '/firm/cases/2',
  },
]

const Address = () => <p>at {useLocation().pathname}</p>

const open = async (give: (words: string) => SearchResult[]) => {
  const searches: string[] = []
  show(
    <>
      <SearchEntry className="" />
      <Routes>
        <Route path="*" element={<Address />} />
      </Routes>
    </>,
    [
      answer(search.find, ({ words }) => {
        searches.push(words)
        return give(words)
      }),
    ],
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('searchbox')
  return { searches, field }
}

/** Types these words at once, so that what is typed does not rest between two keys. */
const type = async (field: HTMLElement, words: string) => {
  await userEvent.click(field)
  await userEvent.paste(words)
}

test('Ctrl K opens the search; the best result is followed by Enter', async () => {
  const { field } = await open(() => results)
  await waitFor(() => expect(field).toHaveFocus())
  await type(field, 'okonkow')
  await screen.findByText('Adaeze Okonkwo')
  expect(screen.getByText('2 results')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('at /firm/clients/1')).toBeInTheDocument()
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

test('the arrows go through the results and back to the field', async () => {
  const { field } = await open(() => results)
  await type(field, 'or')
  await screen.findByText('Adaeze Okonkwo')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('link', { name: /Orchard Row/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(field).toHaveFocus()
})

test('a single letter is not searched, and an empty result says so', async () => {
  const { field, searches } = await open(() => [])
  await type(field, 'z')
  expect(screen.getByText(/^Type a name/)).toBeInTheDocument()
  await type(field, 'zz')
  expect(await screen.findByText(/^Nothing found/)).toBeInTheDocument()
  expect(searches).toEqual(['zzz'])
})

test('letters that follow each other quickly are searched once, when they rest', async () => {
  const { field, searches } = await open(() => results)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const typeThenWait = (value: string, milliseconds: number) => {
    fireEvent.change(field, { target: { value } })
    return act(() => vi.advanceTimersByTimeAsync(milliseconds))
  }
  await typeThenWait('ok', 150)
  await typeThenWait('oko', 150)
  expect(searches).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(50))
  await settle(() => screen.queryByText('Adaeze Okonkwo') !== null)
  expect(searches).toEqual(['oko'])
})

test('a search that fails says so, and can be tried again', async () => {
  let isBroken = true
  const { field } = await open(() => {
    if (isBroken) throw new Problem('unavailable', 'The portal is busy.')
    return results
  })
  await type(field, 'ok')
  expect(await screen.findByText('The portal is busy.')).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Adaeze Okonkwo')).toBeInTheDocument()
})
