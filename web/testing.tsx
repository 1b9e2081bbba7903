import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type Endpoint, encode, type Input, type Output } from '#contract/kit/endpoint.ts'
import { Problem, statusOf } from '#contract/kit/problem.ts'
import { makeQueryClient } from './platform/queries.ts'
import { BrowserRouter } from './shell/browser-router.tsx'
import { Notices } from './ui/feedback/notice.tsx'
import { Toaster } from './ui/overlays/toaster.tsx'

/** An id that can be told from others by its number. */
export const idOf = (n: number) => `0197a4a0-0000-7000-8000-${String(n).padStart(12, '0')}`

export interface Answer {
  endpoint: Endpoint
  /** The encoded output for an input as it was sent. */
  reply: (sent: unknown) => Promise<unknown>
}

/** Words that somebody typed on two lines. */
export const twoLines = 'The letter of 12 October,\nall of its pages.'

/** Expects both lines wherever these words are shown. jsdom draws nothing, so it goes by the class that keeps them. */
export async function expectTwoLines() {
  const shown = await screen.findAllByText((_, element) =>
    [...(element?.childNodes ?? [])].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.includes(twoLines),
    ),
  )
  for (const element of shown) expect(element.closest('[class*="whitespace-pre-"]')).not.toBeNull()
}

/** A server that answers by the contract: change an endpoint and its fakes stop compiling. */
export const answer = <E extends Endpoint>(
  endpoint: E,
  give: (input: Input<E>) => Output<E> | Promise<Output<E>>,
): Answer => ({
  endpoint,
  reply: async (sent) => {
    const given = await give(z.parse<E['input']>(endpoint.input, sent))
    return endpoint.status === 204 ? null : encode(endpoint.output, given)
  },
})

export interface ShowOptions {
  at?: string
  /** Goes by the address of the browser, with its Back, instead of one in memory. */
  isInBrowser?: boolean
}

/** Shows a page as the portal does, at an address, with a server that gives these answers. */
export function show(
  page: ReactNode,
  answers: Answer[] = [],
  { at = '/', isInBrowser = false }: ShowOptions = {},
) {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  vi.stubGlobal(
    'fetch',
    serverOf(answers, () => isOver),
  )
  const cache = makeQueryClient()
  if (isInBrowser) history.pushState(null, '', at)
  const routed = (children: ReactNode) =>
    isInBrowser ? (
      <BrowserRouter>{children}</BrowserRouter>
    ) : (
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      {routed(<Suspense fallback="…">{children}</Suspense>)}
      <Notices />
      <Toaster />
    </QueryClientProvider>
  )
  return { ...render(page, { wrapper }), cache }
}

/** Answers nobody once the test is over: what a page of it says then, the page of the next test would show. */
const serverOf = (answers: Answer[], isOver: () => boolean) => {
  const respond = responderOf(answers)
  return async (...request: Parameters<typeof respond>) => {
    try {
      return await respond(...request)
    } finally {
      if (isOver()) await new Promise<never>(() => {})
    }
  }
}

const responderOf =
  (answers: Answer[]) =>
  async (url: string, { method, body }: RequestInit) => {
    const [path = '', query] = url.split('?')
    for (const { endpoint, reply } of answers) {
      const match = patternOf(endpoint.path).exec(path)
      if (!match || endpoint.method !== method) continue
      try {
        const sent = JSON.parse((body as string | null | undefined) ?? '{}')
        const values = {
          ...Object.fromEntries(new URLSearchParams(query)),
          ...sent,
          ...decoded(match.groups),
        }
        const replied = await reply(values)
        if (endpoint.status === 204) return new Response(null, { status: 204 })
        return Response.json(replied, { status: endpoint.status })
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { retryAfter } = error
        return Response.json(error.toJSON(), {
          status: statusOf[error.code],
          ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
        })
      }
    }
    throw new Error(`No answer was given for ${method} ${url}`)
  }

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
const decoded = (groups: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))

/** Returns what lies over the page beside a dialog. */
export const scrimOf = (dialog: HTMLElement) => {
  const scrim = dialog.previousElementSibling
  if (scrim === null) throw new Error('There is nothing beside the dialog')
  return scrim
}

/** Returns whether the browser asks before this page is reloaded or closed. */
export const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Holds every timer of exactly this wait, however long the page takes meanwhile. The returned function fires them, once
 * there is one.
 */
export function holdTimers(wait: number) {
  const held = new Map<ReturnType<typeof setTimeout>, () => void>()
  const [start, clear] = [setTimeout, clearTimeout]
  const hold = (run: () => void) => {
    // An id that no other timer has: of one that would fire in twelve days.
    const id = start(() => {}, 2 ** 30)
    held.set(id, run)
    return id
  }
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds?: number) =>
    milliseconds === wait ? hold(run) : start(run, milliseconds),
  )
  vi.stubGlobal('clearTimeout', (id?: ReturnType<typeof setTimeout>) => {
    if (id !== undefined) held.delete(id)
    clear(id)
  })
  return async () => {
    await waitFor(() => expect(held.size).toBeGreaterThan(0))
    act(() => {
      for (const [id, run] of new Map(held)) {
        // One that fires may clear the next.
        if (held.delete(id)) run()
        clear(id)
      }
    })
  }
}

/** Waits until this is so, while the faked clock stands still. Throws if it does not become so. */
export const settle = async (isSo: () => boolean) => {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns === 1000) throw new Error(`this is not so after ${turns} turns: ${String(isSo)}`)
    await act(() => vi.advanceTimersByTimeAsync(0))
  }
}

/** Has every canvas draw on `context`: jsdom has none. */
export const stubCanvas = (context: object) => {
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => context })
}

/** Types into a field of a dialog, and expects that no way of closing the dialog loses it without a question. */
export async function expectAskedBeforeLoss(field: HTMLElement) {
  await userEvent.type(field, 'Your bill is too old.')
  const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => click('Cancel'), () => click('Close')]) {
    await leave()
    await screen.findByRole('alertdialog', { name: 'Discard what you entered?' })
    await click('Keep editing')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(field).toHaveValue('Your bill is too old.')
  }
  await userEvent.keyboard('{Escape}')
  await click('Discard changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
