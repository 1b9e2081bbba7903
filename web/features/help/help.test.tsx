// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Guide, type GuideEntry, type GuidePassage, guideSearch, help } from '#contract/help.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'

const clientGuide: GuideEntry = {
  id: 'client',
  title: 'Guide for clients',
  lead: 'How to do it.',
  audience: 'everyone',
  sections: [
    { id: 'pay', title: 'Pay' },
    { id: 'sign', title: 'Sign' },
  ],
}
const firmGuide: GuideEntry = {
  ...clientGuide,
  id: 'fee-earner',
  title: 'Guide for fee earners',
  audience: 'firm',
}
const plain = (text: string) => [{ text, style: 'plain' as const, to: null }]
const guide: Guide = {
  ...clientGuide,
  blocks: [
    { kind: 'heading', level: 2, id: 'pay', words: plain('Pay') },
    {
      kind: 'paragraph',
      words: [
        ...plain('Press '),
        { text: 'Pay Now', style: 'strong', to: null },
        { text: 'the rules', style: 'plain', to: 'https://www.sra.org.uk/' },
        { text: 'how to sign', style: 'plain', to: '/help/client#sign' },
      ],
    },
    { kind: 'heading', level: 2, id: 'sign', words: plain('Sign') },
    { kind: 'list', isOrdered: true, items: [{ words: plain('Draw'), below: [plain('or type')] }] },
    {
      kind: 'table',
      head: [plain('you see'), plain('it means')],
      rows: [[plain('To do'), plain('Your turn')]],
    },
    { kind: 'code', text: '<img src=x onerror=alert(1)>' },
  ],
}
const passage: GuidePassage = {
  guideId: 'client',
  guideTitle: 'Guide for clients',
  sectionId: 'pay',
  title: 'Pay',
  text: 'Choose Payments.',
}

const contents = (...guides: GuideEntry[]) => answer(help.contents, () => guides)

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})

test('a visitor finds the guides by their sections, and no heading of groups', async () => {
  openPages('/help', { user: null, answers: [contents(clientGuide)] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Help' })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/help/client#pay')
  expect(screen.queryByText('For clients')).not.toBeInTheDocument()
  expect(screen.getByRole('searchbox', { name: 'Search the guides' })).toBeInTheDocument()
})

test('the firm’s people find their own guides first, and ask Obi', async () => {
  const user = personOf({ role: 'fee_earner', roles: ['fee_earner'] })
  openPages('/help', { user, answers: [contents(clientGuide, firmGuide)] })
  // The page has the same frame and navigation as their other pages.
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  expect(screen.queryByText('Client Portal')).not.toBeInTheDocument()
  await screen.findByRole('searchbox', { name: 'Ask Obi how to do something' })
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['For everyone at the firm', 'For clients'])
})

test('a question is asked, and its answers lead to their sections', async () => {
  const requests: string[] = []
  const find = answer(guideSearch.find, ({ question }) => {
    requests.push(question)
    return question === 'pay' ? [passage] : []
  })
  openPages('/help', { user: null, answers: [contents(clientGuide), find] })
  await userEvent.type(await screen.findByRole('searchbox'), ' pay {Enter}')
  const answers = within(await screen.findByRole('region', { name: '1 answer' }))
  expect(answers.getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/help/client#pay')
  expect(answers.getByText('Choose Payments.')).toBeInTheDocument()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'cake{Enter}')
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeInTheDocument()
  expect(screen.getByText(/No guide answers “cake”/)).toBeInTheDocument()
  expect(requests).toEqual(['pay', 'cake'])
})

test('a search that fails says so, and can be tried again', async () => {
  let isBroken = true
  const find = answer(guideSearch.find, () => {
    if (isBroken) throw new Problem('too_many', 'Please wait a moment.')
    return [passage]
  })
  openPages('/help?q=pay', { user: null, answers: [contents(clientGuide), find] })
  expect(await screen.findByText('Please wait a moment.')).toBeInTheDocument()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: '1 answer' })).toBeInTheDocument()
})

test('a guide is drawn by its parts, and its words are never mark-up', async () => {
  openPages('/help/client', { user: null, answers: [answer(help.guide, () => guide)] })
  expect(await screen.findByRole('heading', { level: 1, name: 'Guide for clients' })).toBeInTheDocument()
  expect(screen.getByText('Pay Now').tagName).toBe('STRONG')
  expect(screen.getByRole('link', { name: /the rules/ })).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('link', { name: 'how to sign' })).toHaveAttribute('href', '/help/client#sign')
  expect(screen.getByRole('cell', { name: /Your turn/ })).toBeInTheDocument()
  expect(screen.getByText('<img src=x onerror=alert(1)>').tagName).toBe('CODE')
  const list = within(screen.getByRole('navigation', { name: 'On this page' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Pay', 'Sign'])
})

test('an address with a section leads to its heading, and so does a link on the page', async () => {
  openPages('/help/client#sign', { user: null, answers: [answer(help.guide, () => guide)] })
  const heading = await screen.findByRole('heading', { level: 2, name: 'Sign' })
  await waitFor(() => expect(heading).toHaveFocus())
  const list = within(screen.getByRole('navigation', { name: 'On this page' }))
  await userEvent.click(list.getByRole('link', { name: 'Pay' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Pay' })).toHaveFocus())
})

test('a guide that is not there, or not theirs, says so', async () => {
  const none = answer(help.guide, () => {
    throw new Problem('not_found', "We couldn't find that guide.")
  })
  openPages('/help/operations', { user: null, answers: [none] })
  expect(await screen.findByText("We couldn't find that guide.")).toBeInTheDocument()
})

test('the way to the help is below every page, and in the firm’s sidebar', async () => {
  openPages('/settings', { user: personOf() })
  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help')
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(main.queryByRole('link', { name: 'Help' })).not.toBeInTheDocument()
})

test('the firm’s people find the help beside their settings', async () => {
  openPages('/settings', { user: personOf({ role: 'fee_earner', roles: ['fee_earner'] }) })
  const main = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(main.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help')
})
