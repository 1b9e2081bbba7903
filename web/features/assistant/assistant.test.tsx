// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type AssistantEvent,
  type AssistantMessage,
  AssistantMessageId,
  assistant,
} from '#contract/assistant/assistant.ts'
import { settings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { query } from '#web/platform/queries.ts'
import { answer, show } from '#web/testing.tsx'
import { AssistantPage } from './page.tsx'

const messageOf = (n: number, facts: Partial<AssistantMessage>): AssistantMessage => ({
  id: AssistantMessageId.parse(`0197a4a0-0000-7000-8000-00000000000${n}`),
  isUser: false,
  content: 'A gas bill will do.',
  answer: { kind: 'knowledge', citations: [], actions: [], offersPerson: false, note: null },
  verdict: null,
  createdAt: new Date('2026-11-03T09:00:00Z'),
  ...facts,
})
const question = 'Which bill?'
const questionMessage = messageOf(1, { isUser: true, content: question, answer: null })
const choice = { label: 'My bills are online only', path: '/ai-chat?q=My%20bills%20are%20online%20only' }
const whole = messageOf(2, {
  answer: {
    kind: 'knowledge',
    citations: [{ label: 'Proof of address', source: 'A source', url: null, isDraft: true }],
    actions: [{ label: 'Upload proof of address', path: '/?task=5' }, choice],
    offersPerson: false,
    note: null,
  },
})

/** Opens the page with a server whose responses the test triggers. */
const openPage = (at = '/ai-chat', { firstList = Promise.resolve() } = {}) => {
  let list: AssistantMessage[] = []
  let topics = ['How do I pay?']
  const shown = show(
    <AssistantPage />,
    [
      answer(settings.firm, () => firmOf()),
      answer(assistant.messages, () => list),
      answer(assistant.suggestions, () => topics),
    ],
    { at },
  )
  const others = fetch
  let send: (event: AssistantEvent) => void = () => {}
  let end = () => {}
  const asks = vi.fn()
  const stopped = vi.fn()
  let isFirst = true
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') {
      const reply = await others(url, init)
      const isLate = isFirst && url.startsWith(assistant.messages.path)
      if (isLate) isFirst = false
      if (isLate) await firstList
      return reply
    }
    asks(typeof init.body === 'string' ? JSON.parse(init.body).content : null)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        init.signal?.addEventListener('abort', () => {
          stopped()
          controller.error(new DOMException('stopped', 'AbortError'))
        })
        send = (event) => controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
        end = () => controller.close()
      },
    })
    return new Response(body)
  })
  const tell = (event: object) => {
    if (event === done) list = [whole, questionMessage]
    send(event as AssistantEvent)
  }
  /** Fetches the suggestions again, which are now these. */
  const suggest = (suggestions: string[]) => {
    topics = suggestions
    void shown.cache.refetchQueries(query(assistant.suggestions, {}))
  }
  return { ...shown, asks, stopped, send: tell, end: () => end(), suggest }
}
const done = {
  type: 'done',
  asked: { ...questionMessage, createdAt: questionMessage.createdAt.toISOString() },
  message: { ...whole, createdAt: whole.createdAt.toISOString() },
}
const type = async (words: string) => {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Message to Obi' }), `${words}{Enter}`)
}

test('a question that is too long is kept whole, said to be too long, and asked once it is shortened', async () => {
  const { asks } = openPage()
  const box = await screen.findByRole('textbox', { name: 'Message to Obi' })
  await userEvent.click(box)
  await userEvent.paste('x'.repeat(2_010))
  expect(box).toHaveValue('x'.repeat(2_010))
  expect(screen.getByText('Please shorten this: it’s 10 characters too long')).toBeVisible()
  const alert = screen.getByText('This is too long to send')
  await userEvent.keyboard('{Backspace>9/}')
  expect(screen.getByText('Please shorten this: it’s 1 character too long')).toBeVisible()
  // The same text as before, so that it is not read out at each key.
  expect(screen.getByRole('alert')).toBe(alert)
  expect(alert).toHaveTextContent(/^This is too long to send$/)
  await userEvent.keyboard('{Enter}')
  expect(asks).not.toHaveBeenCalled()
  await userEvent.clear(box)
  await userEvent.paste('What do you need?\u200f')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(asks).toHaveBeenCalledExactlyOnceWith('What do you need?'))
})

test('an answer is shown as it comes, then with its source and its door', async () => {
  const { asks, send, end } = openPage()
  await type(question)
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send({ type: 'text', text: 'A gas ' })
  expect(await screen.findByText('A gas')).toBeInTheDocument()
  send(done)
  end()
  expect(await screen.findByRole('link', { name: 'Upload proof of address' })).toBeInTheDocument()
  expect(screen.getByText(/not yet reviewed by the firm/)).toBeInTheDocument()
  expect(screen.getAllByText('A gas bill will do.')).toHaveLength(1)
})

test('that articles are not reviewed yet is said once in a conversation, not under each answer', async () => {
  const again = [
    messageOf(4, { answer: whole.answer, content: 'So will a water bill.' }),
    messageOf(3, { isUser: true, content: 'Which else?', answer: null }),
  ]
  show(<AssistantPage />, [
    answer(settings.firm, () => firmOf()),
    answer(assistant.messages, () => [...again, whole, questionMessage]),
    answer(assistant.suggestions, () => []),
  ])
  await screen.findByText('So will a water bill.')
  expect(screen.getAllByText('Proof of address')).toHaveLength(2)
  expect(screen.getAllByText(/not yet reviewed by the firm/)).toHaveLength(1)
})

test('an answer can be stopped, and the next question asked at once', async () => {
  const { asks, stopped, send } = openPage()
  await type(question)
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send({ type: 'text', text: 'A gas ' })
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(stopped).toHaveBeenCalledOnce())
  await type('Another one?')
  await waitFor(() => expect(asks.mock.calls.flat()).toEqual([question, 'Another one?']))
})

test('a connection that breaks says so in the conversation, and the question is asked again with one press', async () => {
  const { asks, send, end } = openPage()
  await type(question)
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send({ type: 'failed', message: 'Failed to process your message. Please try again..' })
  end()
  expect(await screen.findByText('Failed to process your message. Please try again..')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asks).toHaveBeenCalledTimes(2))
})

test('an answer that ends without being whole is a failure too', async () => {
  const { asks, send, end } = openPage()
  await type(question)
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send({ type: 'text', text: 'A gas ' })
  end()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

test('an answer that comes before the list of earlier ones is not lost when that comes', async () => {
  const { promise: firstList, resolve } = Promise.withResolvers<void>()
  const { asks, send, end, suggest } = openPage('/ai-chat?q=Which%20bill%3F', { firstList })
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send(done)
  end()
  await screen.findByText('A gas bill will do.')
  resolve()
  // They take the same way as the list, and later: once they are shown, it has come.
  suggest(['Who sees my file?'])
  await screen.findByText('Who sees my file?')
  expect(screen.getByText('A gas bill will do.')).toBeInTheDocument()
})

test('a question that a tip brings along is asked at once, and once', async () => {
  const { asks, send, end } = openPage('/ai-chat?q=Which%20bill%3F')
  await waitFor(() => expect(asks.mock.calls).toEqual([[question]]))
  send(done)
  end()
  expect(await screen.findByText('A gas bill will do.')).toBeInTheDocument()
  expect(asks).toHaveBeenCalledOnce()
})

test('a choice that an answer offers is asked when it is pressed, also where a link brought the first question', async () => {
  const { asks, send, end } = openPage('/ai-chat?q=Which%20bill%3F')
  await waitFor(() => expect(asks).toHaveBeenCalledOnce())
  send(done)
  end()
  await userEvent.click(await screen.findByRole('link', { name: choice.label }))
  await waitFor(() => expect(asks.mock.calls).toEqual([[question], [choice.label]]))
})
