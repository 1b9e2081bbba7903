// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { caseLettersPage, caseLettersPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { letterTemplates } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { CaseLettersPage } from './case-letters-page.tsx'
import { letter as document, template } from './testing.ts'

const letter = { ...document, delivery: 'signature' as const, state: 'open' as const }
const client = UserId.parse(idOf(50))
const step = { id: TaskId.parse(idOf(60)), title: 'Sign the transfer', clientId: client }

/** Shows the letters of a case. `reply` answers each letter that is sent; once one was, no step waits any more. */
function open(reply: (attempt: number) => typeof letter) {
  const sent: unknown[] = []
  const { cache } = show(
    <Routes>
      <Route path={caseLettersPage} element={<CaseLettersPage />} />
    </Routes>,
    [
      answer(accounts.current, () => personOf({ role: 'fee_earner', roles: ['fee_earner'] })),
      answer(matters.firmOne, () => firmFileOf(9)),
      answer(letters.ofMatter, () => ({
        reference: 'HR-2026-00012',
        title: 'Purchase of a flat',
        letters: [],
        recipients: [{ id: client, name: 'Amara Okafor' }],
        notOffered: [],
        steps: sent.length > 0 ? [] : [step],
      })),
      answer(letterTemplates.list, () => [template]),
      answer(letters.preview, () => ({
        title: template.name,
        dataDigest: `read ${sent.length}`,
        blocks: [],
        missing: [],
      })),
      answer(letters.send, (input) => {
        sent.push(input)
        return reply(sent.length)
      }),
    ],
    { at: caseLettersPath(idOf(9)) },
  )
  const keys: (string | null)[] = []
  const answered = fetch
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    if (options.method === 'POST' && url.endsWith('/letters'))
      keys.push(new Headers(options.headers).get('idempotency-key'))
    return answered(url, options)
  })
  return { sent, keys, cache }
}

const write = async () => {
  await userEvent.selectOptions(await screen.findByLabelText(/Template/), template.name)
  await screen.findByRole('region', { name: `Preview of ${template.name}` })
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send letter' }))
const lost = () => new Problem('unavailable', 'We couldn’t reach the portal.')

test('a letter whose answer was lost is sent again word for word, although its step no longer waits', async () => {
  const { sent, keys, cache } = open((attempt) => {
    if (attempt === 1) throw lost()
    return letter
  })
  await write()
  expect(screen.getByLabelText('For')).toHaveDisplayValue(step.title)
  await send()
  await screen.findByText('We couldn’t reach the portal.')
  // The list hears of the letter before its sender does.
  await cache.invalidateQueries()
  await waitFor(() => expect(screen.queryByLabelText('For')).not.toBeInTheDocument())
  await send()
  await screen.findByText('Completion letter sent')
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ taskId: step.id })
  expect(sent[1]).toEqual(sent[0])
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
})

test('another text, and the same letter once it was sent, get a key of their own', async () => {
  const { keys } = open((attempt) => {
    if (attempt === 1) throw lost()
    return letter
  })
  await write()
  await send()
  await screen.findByText('We couldn’t reach the portal.')
  await userEvent.type(screen.getByLabelText(/Where the keys are/), 'with the agent')
  await send()
  await screen.findByText('Completion letter sent')
  await write()
  await send()
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(new Set(keys).size).toBe(3)
})

test('after a refusal a letter is sent as it is read by then', async () => {
  const { sent, keys } = open((attempt) => {
    if (attempt === 1) throw new Problem('conflict', 'The case has changed.', { reason: 'case_changed' })
    return letter
  })
  await write()
  await send()
  await screen.findByText('The case has changed.')
  await waitFor(() => expect(screen.queryByLabelText('For')).not.toBeInTheDocument())
  await send()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    { dataDigest: 'read 0', taskId: step.id },
    { dataDigest: 'read 1', taskId: null },
  ])
  expect(keys[1]).toBe(keys[0])
})
