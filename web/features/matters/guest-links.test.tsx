// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type Guest, guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { settings } from '#contract/settings.ts'
import { textMessages } from '#contract/text-messages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PartiesCard } from './parts/parties/parties-card.tsx'
import { firmFileOf } from './testing.ts'

const rose: Party = {
  id: PartyId.parse(idOf(90)),
  personId: PersonId.parse(idOf(91)),
  name: 'Rose Okafor',
  role: 'giver_of_funds',
  kind: 'person',
  email: 'rose@example.com',
  phone: '',
  number: '',
  detail: '',
  clientId: null,
}
const guest: Guest = {
  partyId: rose.id,
  email: rose.email,
  state: 'expired',
  invitedAt: new Date('2026-10-01T09:00:00Z'),
  expiresAt: new Date('2026-10-31T09:00:00Z'),
  lastSeenAt: null,
  hasLink: false,
  isElsewhere: false,
  isLocked: false,
  tasks: { completed: 1, total: 2 },
  heldTasks: 0,
}

test('the link of a guest that has expired says so, and a new one is sent from there', async () => {
  show(<PartiesCard file={firmFileOf(1, { parties: [rose] })} />, [
    answer(guests.list, () => [guest]),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(textMessages.offer, () => ({ isOffered: false, isKept: false })),
    answer(guests.renew, () => ({ code: '123456', email: rose.email, path: null, textId: null })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link to Rose Okafor' }))
  expect(await screen.findByText(/1 of 2 done · link expired on 31 October 2026/)).toBeVisible()
  expect(screen.getByText(/They can’t open their tasks. What they’ve sent is kept/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send new link and code' }))
  expect(await screen.findByText('123 456')).toBeVisible()
  // It is shown only once.
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('123 456')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve noted the code' }))
  expect(screen.queryByText('123 456')).not.toBeInTheDocument()
})

test.each([
  ['done', { completed: 1, total: 1 }, 1, 'Guest: 1 task on hold'],
  ['open', { completed: 0, total: 0 }, 2, 'Guest: 2 tasks on hold'],
  ['done', { completed: 1, total: 1 }, 0, 'Guest: done'],
  ['open', { completed: 0, total: 1 }, 1, 'Guest'],
] as const)(
  'a guest who is %s with %o, and %i on hold, is called so',
  async (state, tasks, heldTasks, words) => {
    show(<PartiesCard file={firmFileOf(1, { parties: [rose] })} />, [
      answer(guests.list, () => [{ ...guest, state, tasks, heldTasks, hasLink: true }]),
      answer(jointClients.firmList, () => []),
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(textMessages.offer, () => ({ isOffered: false, isKept: false })),
    ])
    expect(await screen.findByText(words)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Guest access of Rose Okafor' }))
    const counts = `${tasks.completed} of ${tasks.total} done`
    const line = heldTasks > 0 ? `${counts} · ${heldTasks} more on hold · link` : `${counts} · link`
    expect(await screen.findByText((text) => text.includes(line))).toBeVisible()
  },
)

test.each([
  ['locked', { completed: 1, total: 2 }, 'A new link and code will let them in again.'],
  ['done', { completed: 2, total: 2 }, /^Nothing is due from them at the moment\./],
] as const)('the locked link of a guest who is %s is not said to work', async (state, tasks, words) => {
  show(<PartiesCard file={firmFileOf(1, { parties: [rose] })} />, [
    answer(guests.list, () => [{ ...guest, state, tasks, isLocked: true, hasLink: true }]),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(textMessages.offer, () => ({ isOffered: false, isKept: false })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Guest access of Rose Okafor' }))
  expect(await screen.findByText('Locked after five wrong codes')).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText((text) => text.includes(' of 2 done · link locked'))).toBeVisible()
  expect(screen.queryByText(/link works until/)).not.toBeInTheDocument()
})

test('a guest’s address that is a client’s own is asked about before a link goes there', async () => {
  const sent: unknown[] = []
  show(<PartiesCard file={firmFileOf(1, { parties: [rose] })} />, [
    answer(guests.list, () => [guest]),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(textMessages.offer, () => ({ isOffered: false, isKept: false })),
    answer(guests.renew, ({ isSharedAddress }) => {
      sent.push(isSharedAddress)
      if (!isSharedAddress)
        throw new Problem('conflict', 'This is also the address of a client.', { reason: 'clients_address' })
      return { code: '123456', email: rose.email, path: null, textId: null }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link to Rose Okafor' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send new link and code' }))
  expect(await screen.findByText('This is also the address of a client.')).toBeVisible()
  await userEvent.click(screen.getByLabelText(/^They share this address/))
  await userEvent.click(screen.getByRole('button', { name: 'Send new link and code' }))
  expect(await screen.findByText('123 456')).toBeVisible()
  expect(sent.at(-1)).toBe(true)
})

test('whoever corrects the address of a guest reads that the link to the old one stops working', async () => {
  await editRose([{ ...guest, state: 'open', hasLink: true }])
  expect(await screen.findByText('Their link will stop working')).toBeVisible()
  expect(screen.getByText(/^It went to rose@example.com\./)).toBeVisible()
  expect(screen.queryByText(/another case/)).not.toBeInTheDocument()
})

test('a guest who has done everything has a link too, and so may a guest of another case', async () => {
  await editRose([{ ...guest, state: 'done', hasLink: true, isElsewhere: true }])
  expect(await screen.findByText('Their link will stop working')).toBeVisible()
  expect(screen.getByText(/a guest on another case too, and their link there stops working/)).toBeVisible()
})

test.each([
  ['a guest whose link here has expired', [{ ...guest, isElsewhere: true }]],
  ['somebody who is a guest elsewhere only', []],
])('the links of %s on other cases are named', async (_who, listed) => {
  await editRose(listed)
  expect(await screen.findByText('Any link of theirs on another case will stop working')).toBeVisible()
})

test('the same address in other capitals ends no link', async () => {
  await editRose([{ ...guest, state: 'open', hasLink: true }], { email: 'Rose@Example.COM' })
  expect(screen.getByLabelText(/^Email/)).toHaveValue('Rose@Example.COM')
  expect(screen.queryByText(/will stop working/)).not.toBeInTheDocument()
})

test('which links end is said only once the guests of the case are known', async () => {
  const { promise, resolve } = Promise.withResolvers<Guest[]>()
  await editRose(promise)
  expect(screen.queryByText(/will stop working/)).not.toBeInTheDocument()
  resolve([{ ...guest, state: 'open', hasLink: true }])
  expect(await screen.findByText('Their link will stop working')).toBeVisible()
})

test('which links end is not guessed if the guests of the case could not be looked up', async () => {
  const { promise, reject } = Promise.withResolvers<Guest[]>()
  const { cache } = await editRose(promise)
  reject(new Problem('unavailable', 'We couldn’t reach the portal.'))
  await waitFor(() => expect(cache.isFetching()).toBe(0))
  expect(screen.queryByText(/will stop working/)).not.toBeInTheDocument()
})

/** Types another address for Rose, whose account is a guest's. */
async function editRose(listed: Guest[] | Promise<Guest[]>, { email = 'rose@example.com.uk' } = {}) {
  const clientId = UserId.parse(idOf(92))
  const file = firmFileOf(1, { parties: [{ ...rose, clientId }], guestIds: [clientId] })
  const page = show(<PartiesCard file={file} />, [
    answer(guests.list, () => listed),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
  ])
  await screen.findByRole('button', { name: 'Remove Rose Okafor' })
  await userEvent.click(screen.getByRole('button', { name: 'Edit Rose Okafor' }))
  const field = await screen.findByLabelText(/^Email/)
  expect(screen.queryByText(/will stop working/)).not.toBeInTheDocument()
  await userEvent.clear(field)
  await userEvent.type(field, email)
  return page
}

test('without a mail server the link of a guest is copied with a button, and its code is shown beside it', async () => {
  const user = userEvent.setup()
  show(<PartiesCard file={firmFileOf(1, { parties: [rose] })} />, [
    answer(guests.list, () => [guest]),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(textMessages.offer, () => ({ isOffered: false, isKept: false })),
    answer(settings.firm, () => firmOf({ sendsEmail: false })),
    answer(guests.renew, () => ({
      code: '123456',
      email: rose.email,
      path: '/guest?token=abc',
      textId: null,
    })),
  ])
  await user.click(await screen.findByRole('button', { name: 'Create a new link for Rose Okafor' }))
  expect(await screen.findByText(/^You’ll get a link to pass on to Rose Okafor, and a code/)).toBeVisible()
  expect(screen.queryByText(/by email/)).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Create new link and code' }))
  const link = `${location.origin}/guest?token=abc`
  expect(await screen.findByRole('textbox', { name: 'Link for Rose Okafor' })).toHaveValue(link)
  await user.click(screen.getByRole('button', { name: 'Copy link: Rose Okafor' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  expect(screen.getByText(/Never send it together with the link\.$/)).toBeVisible()
  expect(screen.getByText('123 456')).toBeVisible()
})
