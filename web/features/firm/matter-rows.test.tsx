// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { DocumentId } from '#contract/documents/documents.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { clientTaskPath } from '#contract/kit/pages.ts'
import { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { type Letter, LetterId, letters } from '#contract/letters/letters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MatterMoney } from './parts/matter-money.tsx'
import { MatterDocuments, MatterTasks } from './parts/matter-rows.tsx'

test('what a restricted case asked of somebody whose file one can’t open can be withdrawn there', async () => {
  const esi = { id: UserId.parse(idOf(52)), firstName: 'Esi', lastName: 'Mensah', role: 'executor' as const }
  const title = 'A marriage certificate'
  const request = taskOf(63, { title, kind: 'requested_document' })
  show(<MatterTasks file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => ({ version: 1, steps: [], newer: null })),
    answer(matterTabs.summary, () => ({ ...emptySummary, hidden: [esi], isPartShown: true })),
    answer(matterTabs.tasks, () => [
      { ...request, clientId: esi.id, isOfCase: true, isStep: false, isHeldByClosing: false },
    ]),
  ])
  await userEvent.click(await screen.findByRole('button', { name: `Withdraw the request: ${title}` }))
  expect(await screen.findByText(/^“A marriage certificate” is taken off Esi's list/)).toBeVisible()
})

test('a fee that a couple shares is still to be paid once, and one that each owes twice', async () => {
  const couple = [
    { id: UserId.parse(idOf(50)), firstName: 'Amara', lastName: 'Okafor' },
    { id: UserId.parse(idOf(51)), firstName: 'Kofi', lastName: 'Mensah' },
  ] as const
  const fee = (n: number, title: string, isShared: boolean) =>
    taskOf(n, { title, kind: 'payment', category: 'payments', amount: 34_250, currency: 'GBP', isShared })
  const of = (at: 0 | 1) => ({
    clientId: couple[at].id,
    isOfCase: true,
    isStep: true,
    isHeldByClosing: false,
  })
  const reach = { email: 'both@example.com', isGuest: false, invitedAt: null, canSignIn: true }
  show(<MatterMoney file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTabs.summary, () => ({
      ...emptySummary,
      people: couple.map((person) => ({ ...person, ...reach, role: 'client' as const })),
    })),
    answer(matterTabs.payments, () => []),
    answer(matterTabs.tasks, () => [
      { ...fee(60, 'Pay search fees', true), ...of(0) },
      { ...fee(61, 'Pay for an identity check', false), ...of(0) },
      { ...fee(62, 'Pay search fees', true), ...of(1) },
      { ...fee(63, 'Pay for an identity check', false), ...of(1) },
    ]),
  ])
  const due = within(await screen.findByRole('region', { name: 'Still to be paid' }))
  expect(await due.findAllByText('£342.50')).toHaveLength(3)
  expect(due.getByText('Amara Okafor or Kofi Mensah, once is enough')).toBeVisible()
  expect(due.getAllByText('Pay for an identity check')).toHaveLength(2)
})

test('a shared fee leads to the client whose file one may open, also if the other is listed first', async () => {
  const kofi = { id: UserId.parse(idOf(50)), firstName: 'Kofi', lastName: 'Mensah', role: 'client' as const }
  const amara = { ...kofi, id: UserId.parse(idOf(51)), firstName: 'Amara', lastName: 'Okafor' }
  const reach = { email: 'amara@example.com', isGuest: false, invitedAt: null, canSignIn: true }
  const feeOf = (n: number, clientId: UserId) => ({
    ...taskOf(n, { title: 'Pay search fees', category: 'payments', amount: 34_250, isShared: true }),
    clientId,
    isOfCase: true,
    isStep: true,
    isHeldByClosing: false,
  })
  show(<MatterMoney file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTabs.summary, () => ({ ...emptySummary, people: [{ ...amara, ...reach }], hidden: [kofi] })),
    answer(matterTabs.payments, () => []),
    answer(matterTabs.tasks, () => [feeOf(60, kofi.id), feeOf(61, amara.id)]),
  ])
  const link = await screen.findByRole('link', { name: 'Pay search fees' })
  expect(link).toHaveAttribute('href', clientTaskPath(amara.id, taskOf(61, {}).id))
})

test('a letter that waits to be signed is called so on the page of the case as on that of its letters', async () => {
  const deed: Letter = {
    id: LetterId.parse(idOf(1)),
    name: 'Deed of gift',
    kind: 'deed',
    delivery: 'signature',
    state: 'open',
    templateKey: TemplateKey.parse('completion'),
    templateVersion: 0,
    recipient: 'Amara Okafor',
    documentId: DocumentId.parse(idOf(2)),
    sentBy: 'Priya Raman',
    createdAt: new Date('2026-11-09T10:00:00Z'),
  }
  show(<MatterDocuments file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTabs.summary, () => emptySummary),
    answer(matterTabs.documents, () => []),
    answer(letters.ofMatter, () => ({
      reference: 'HR-2026-00012',
      title: 'Purchase of a flat',
      letters: [deed],
      recipients: [],
      notOffered: [],
      steps: [],
    })),
  ])
  expect(await screen.findByText('Deed of gift')).toBeVisible()
  expect(screen.getByText('To be signed')).toBeVisible()
})
