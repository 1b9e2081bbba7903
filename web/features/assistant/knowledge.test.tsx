// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
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

/** Opens the article, on a server that saves it. */
const openArticle = async () => {
  show(<KnowledgePage />, [
    answer(accounts.current, () => personOf({ role: 'administrator', roles: ['administrator'] })),
    answer(knowledge.articles, () => [article]),
    answer(knowledge.gaps, () => []),
    answer(knowledge.model, () => ({ name: null, host: null, isOn: false })),
    answer(knowledge.save, ({ body }) => ({ ...article, body })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Open What we charge' }))
  return screen.findByLabelText('Article')
}

test('what was written in an article is not lost by a reload without being asked, until it is saved', async () => {
  const body = await openArticle()
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(body, ' By phone.')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save article' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asksBeforeUnload()).toBe(false)
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('what was written in an article is not lost by %s without being asked', async (_, leave) => {
  await userEvent.type(await openArticle(), ' By phone.')
  await leave()
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes to this article?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText('Article')).toHaveDisplayValue(/ By phone\.$/)
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an article that was only read closes by Escape without a question', async () => {
  await openArticle()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
