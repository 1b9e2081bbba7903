// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/kit/portal.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { requestOf } from '#web/features/signatures/testing.ts'
import { answer } from '#web/testing.tsx'
import { openPages, sendToPages } from './testing.tsx'

/** Opens E-Signatures of a portal whose answer is held, once it has been read from the database. */
const openHeld = () => {
  const portal = { sent: [requestOf(1)], isHeld: true, waiting: [] as (() => void)[] }
  const list = async () => {
    const sent = [...portal.sent]
    if (portal.isHeld) await new Promise<void>((release) => portal.waiting.push(release))
    return sent
  }
  openPages('/signatures', {
    user: personOf(),
    answers: [answer(signatures.requests, list), answer(signatures.list, () => [])],
  })
  return {
    /** The firm sends a document while the answer is on its way, and the answer arrives afterwards. */
    sendMeanwhile: async (event: LiveEvent) => {
      await waitFor(() => expect(portal.waiting).toHaveLength(1))
      portal.sent = [requestOf(2), ...portal.sent]
      portal.isHeld = false
      sendToPages(event)
    },
    release: () => {
      for (const release of portal.waiting.splice(0)) release()
    },
  }
}

const events: LiveEvent[] = [
  { type: 'changed', topics: ['signatures'] },
  { type: 'resync', topics: [] },
]

test.each(events)(
  'a page shows what changed while its first answer was on its way ($type)',
  async (event) => {
    const { sendMeanwhile, release } = openHeld()
    await sendMeanwhile(event)
    release()
    expect(await screen.findByText('Transfer deed 2')).toBeDefined()
  },
)

test('a page that was left while its answer was on its way shows what changed meanwhile', async () => {
  const { sendMeanwhile, release } = openHeld()
  await screen.findByText('Loading your documents')
  await userEvent.click(screen.getAllByRole('link', { name: 'Documents' })[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Documents', level: 1 })
  await sendMeanwhile({ type: 'changed', topics: ['signatures'] })
  release()
  await userEvent.click(screen.getAllByRole('link', { name: 'E-Signatures' })[0] as HTMLElement)
  expect(await screen.findByText('Transfer deed 2')).toBeDefined()
})
