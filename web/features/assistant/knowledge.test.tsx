// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type KnowledgeArticle, knowledge } from '#contract/assistant/assistant.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { KnowledgePage } from './knowledge-page.tsx'

const article: KnowledgeArticle = {
  id: 'fees',
  title: 'What we charge',
  group: 'fees',
  source: 'Portico',
  url: null,
  body: '## What do you charge?\n> How much is it?\nAsk us.',
  isChanged: false,
  reviewedAt: null,
  reviewedBy: null,
}

test('what was written in an article is not lost by a reload without being asked, until it is saved', async () => {
  show(<KnowledgePage />, [
    answer(accounts.current, () => personOf({ role: 'administrator', roles: ['administrator'] })),
    answer(knowledge.articles, () => [article]),
    answer(knowledge.gaps, () => []),
    answer(knowledge.model, () => ({ name: null, host: null, isOn: false })),
    answer(knowledge.save, ({ body }) => ({ ...article, body })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Open What we charge' }))
  const body = await screen.findByLabelText('Article')
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(body, ' By phone.')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save article' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
})
