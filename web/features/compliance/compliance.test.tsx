// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type ComplianceItem, ComplianceItemId, compliance } from '#contract/compliance.ts'
import { Problem } from '#contract/kit/problem.ts'
import { noQueueFacts, queue } from '#contract/queue.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, expectAskedBeforeLoss, idOf, show } from '#web/testing.tsx'
import { OpenItemCount } from './hooks.tsx'
import { CompliancePage } from './page.tsx'

const itemOf = (n: number, facts: Partial<ComplianceItem> = {}): ComplianceItem => ({
  id: ComplianceItemId.parse(idOf(n)),
  kind: 'politically_exposed',
  client: { id: UserId.parse(idOf(50)), name: 'Amara Okafor' },
  matter: null,
  words: 'My aunt is an ambassador.',
  raisedAt: new Date(Date.now() - 3_600_000),
  changedAt: null,
  decision: null,
  earlier: [],
  ...noQueueFacts,
  ...facts,
})
const officer = personOf({ role: 'compliance_officer' })
const me = answer(accounts.current, () => officer)

test('an item is decided with a reason, is no longer counted, and is then found among the decided', async () => {
  let item = itemOf(1)
  const page = (
    <>
      <OpenItemCount />
      <CompliancePage />
    </>
  )
  show(page, [
    me,
    answer(compliance.items, ({ state }) => ((state === 'open') === (item.decision === null) ? [item] : [])),
    answer(compliance.decide, ({ words }) => {
      item = itemOf(1, { decision: { words, at: new Date(), by: 'Grace Bell' } })
      return item
    }),
  ])
  const user = userEvent.setup()
  expect(await screen.findByText('to decide')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: /^Decide: Politically exposed person/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('My aunt is an ambassador.')).toBeInTheDocument()
  await user.type(dialog.getByLabelText(/What did you decide/), 'Fine')
  await user.click(dialog.getByRole('button', { name: 'Save decision' }))
  expect(await dialog.findByText('Please use more than one word')).toBeInTheDocument()
  await user.type(dialog.getByLabelText(/What did you decide/), ', she retired in 2010.')
  await user.click(dialog.getByRole('button', { name: 'Save decision' }))
  expect(await screen.findByText('Nothing to decide')).toBeInTheDocument()
  expect(screen.queryByText('to decide')).not.toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Decided' }))
  expect(await screen.findByText('Fine, she retired in 2010.')).toBeInTheDocument()
})

test('an officer who is deciding reads that the client has changed the answer meanwhile', async () => {
  let item = itemOf(1)
  const { cache } = show(<CompliancePage />, [me, answer(compliance.items, () => [item])])
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Decide: / }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('The client has changed this answer')).not.toBeInTheDocument()
  item = itemOf(1, { changedAt: new Date('2026-11-20T10:00:00Z') })
  await cache.invalidateQueries()
  expect(await dialog.findByText('The client has changed this answer')).toBeInTheDocument()
})

test('words typed about the last item stay when a colleague decides it first, and the refusal says who did', async () => {
  let list = [itemOf(1)]
  const { cache } = show(<CompliancePage />, [
    me,
    answer(compliance.items, () => list),
    answer(compliance.decide, () => {
      throw new Problem('conflict', 'Marcus Webb has decided this already.', { reason: 'already_decided' })
    }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Decide: / }))
  await user.type(screen.getByLabelText(/What did you decide/), 'Approved after a call.')
  list = []
  await cache.invalidateQueries()
  expect(await screen.findByText('Nothing to decide')).toBeInTheDocument()
  expect(screen.getByLabelText(/What did you decide/)).toHaveValue('Approved after a call.')
  await user.click(screen.getByRole('button', { name: 'Save decision' }))
  expect(await screen.findByText('Marcus Webb has decided this already.')).toBeInTheDocument()
  expect(screen.getByLabelText(/What did you decide/)).toHaveValue('Approved after a call.')
})

test('a decided item is reopened with a reason, and then shows what was decided before', async () => {
  const decision = { words: 'She retired in 2010.', at: new Date(), by: 'Grace Bell' }
  let item = itemOf(1, { decision })
  show(<CompliancePage />, [
    me,
    answer(compliance.items, ({ state }) => ((state === 'open') === (item.decision === null) ? [item] : [])),
    answer(compliance.reopen, ({ reason = '' }) => {
      const reopened = { ...decision, reopenedAt: new Date(), reopenedBy: 'Grace Bell', reason }
      item = itemOf(1, { earlier: [reopened] })
      return item
    }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('tab', { name: 'Decided' }))
  await user.click(await screen.findByRole('button', { name: /^Reopen: Politically exposed person/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen this decision?' }))
  await user.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await dialog.findByText('Please say why you’re reopening it')).toBeInTheDocument()
  await user.type(dialog.getByLabelText(/Why are you reopening it/), 'She sits in Parliament again.')
  await user.click(dialog.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByText('Nothing decided yet')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'To decide' }))
  const earlier = within(await screen.findByRole('list', { name: 'Earlier decisions' }))
  expect(earlier.getByText('She sits in Parliament again.')).toBeInTheDocument()
  expect(earlier.getByText('She retired in 2010.')).toBeInTheDocument()
})

/** Opens the page with one item, and decides it. */
async function decideItem() {
  let item = itemOf(1)
  show(<CompliancePage />, [
    me,
    answer(compliance.items, ({ state }) => ((state === 'open') === (item.decision === null) ? [item] : [])),
    answer(compliance.decide, ({ words }) => {
      item = itemOf(1, { decision: { words, at: new Date(), by: 'Grace Bell' } })
      return item
    }),
    answer(compliance.reopen, () => {
      item = itemOf(1)
      return item
    }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Decide: / }))
  await user.type(screen.getByLabelText(/What did you decide/), 'She retired in 2010.')
  await user.click(screen.getByRole('button', { name: 'Save decision' }))
  return user
}

test('U takes back the decision of an item', async () => {
  const user = await decideItem()
  expect(await screen.findByText('Nothing to decide')).toBeInTheDocument()
  await screen.findByRole('button', { name: 'Undo' })
  await user.keyboard('u')
  expect(await screen.findByRole('button', { name: /^Decide: / })).toBeInTheDocument()
})

test('the Undo of a decision goes as soon as the decision is reopened by hand', async () => {
  const user = await decideItem()
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Decided' }))
  await user.click(await screen.findByRole('button', { name: /^Reopen: / }))
  await user.type(screen.getByLabelText(/Why are you reopening it/), 'She sits in Parliament again.')
  await user.click(screen.getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByText('Reopened')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('what is snoozed has a place of its own, which says when it returns and leads to it', async () => {
  const { client, raisedAt: since } = itemOf(1)
  const snoozed = { ...noQueueFacts, snoozedUntil: new Date('2026-12-01T08:00:00Z'), client, since }
  const shared = { filename: null, matters: [], isYours: false }
  const of = (n: number, title: string, kind: 'compliance' | 'document') => ({
    ...snoozed,
    ...shared,
    title,
    kind,
    id: idOf(n),
  })
  show(<CompliancePage />, [
    me,
    answer(compliance.items, () => []),
    answer(queue.list, ({ state }) => ({
      total: 2,
      items: state === 'snoozed' ? [of(1, 'Cash', 'compliance'), of(2, 'A lease', 'document')] : [],
    })),
  ])
  await userEvent.setup().click(await screen.findByRole('tab', { name: 'Snoozed' }))
  const list = within(await screen.findByRole('list', { name: 'Snoozed' }))
  expect(list.getAllByRole('link')).toHaveLength(1)
  expect(list.getByRole('link', { name: 'Amara Okafor: Cash' })).toHaveAttribute(
    'href',
    `/firm/compliance/${idOf(1)}`,
  )
  expect(list.getByText('Returns on 1 December 2026')).toBeVisible()
})

test('a decision that is being written is not lost without a question', async () => {
  show(<CompliancePage />, [me, answer(compliance.items, () => [itemOf(1)])])
  await userEvent.click(await screen.findByRole('button', { name: /^Decide: / }))
  await expectAskedBeforeLoss(await screen.findByLabelText(/What did you decide/))
})
