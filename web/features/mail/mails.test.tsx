// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageSize } from '#contract/kit/endpoint.ts'
import {
  demoInbox,
  type InboxMail,
  MailId,
  type MailSummary,
  type MailTransport,
  mail,
} from '#contract/mail.ts'
import { TextMessageId, textMessages } from '#contract/text-messages.ts'
import { dateTimeText, relativeText } from '#web/platform/clock.ts'
import { type Answer, answer, show } from '#web/testing.tsx'
import { InboxPage } from './inbox-page.tsx'
import { MailsPage } from './page.tsx'

const mailOf = (n: number, facts: Partial<MailSummary> = {}): MailSummary => ({
  id: MailId.parse(`0197a4a0-0000-7000-8000-${String(n).padStart(12, '0')}`),
  to: 'amara@example.com',
  subject: `Subject ${n}`,
  state: 'sent',
  createdAt: new Date('2026-11-03T09:00:00Z'),
  dueAt: new Date('2026-11-03T09:00:00Z'),
  settledAt: new Date('2026-11-03T09:00:01Z'),
  attempts: 1,
  triedAt: new Date('2026-11-03T09:00:00Z'),
  failure: null,
  failureWords: facts.failure ? 'The mail server refused this email.' : null,
  ...facts,
})
const failed = mailOf(2, { state: 'failed', failure: '550 No such person', attempts: 1 })

const none: MailTransport = { kind: 'outbox', from: null, failure: null, waiting: 0, nextAttemptAt: null }
const smtp: MailTransport = { ...none, kind: 'smtp', from: 'portal@firm.example' }

const open = (mails: MailSummary[], answers: Answer[] = [], transport: MailTransport = none) =>
  show(<MailsPage />, [
    answer(mail.transport, () => transport),
    answer(mail.list, ({ before }) =>
      mails.filter(({ id }) => before === undefined || id < before).slice(0, pageSize),
    ),
    answer(mail.one, ({ id }) => {
      const found = mails.find((mail) => mail.id === id)
      if (!found) throw new Error('no such mail')
      return {
        ...found,
        text: 'Dear Amara,\n\nPlease look.',
        attachments: [{ filename: 'a.ics', type: 'text/calendar' }],
      }
    }),
    ...answers,
  ])

test('emails are listed with their state, and can be filtered by it', async () => {
  open([mailOf(3, { state: 'waiting', settledAt: null }), failed, mailOf(1)])
  await screen.findByText('Subject 3')
  expect(screen.getAllByRole('row')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: /Failed\s*1/ }))
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(screen.queryByText('Subject 3')).not.toBeInTheDocument()
})

test('a client of the demo reads their emails, and a link that is over leads nowhere', async () => {
  const base = {
    createdAt: new Date('2026-11-03T09:00:00Z'),
    waitsUntil: null,
    firstName: 'Amara',
    paragraphs: ['Please confirm it.'],
  }
  const path = '/confirm-email?token=k'
  const mails: InboxMail[] = [
    {
      ...base,
      id: mailOf(2).id,
      subject: 'Please confirm',
      action: { label: 'Confirm', path },
      isLinkOver: false,
    },
    { ...base, id: mailOf(1).id, subject: 'Choose a new password', action: null, isLinkOver: true },
  ]
  show(<InboxPage />, [answer(demoInbox.list, () => mails)])
  const [first, second] = await screen.findAllByRole('listitem')
  expect(within(first as HTMLElement).getByRole('link', { name: 'Confirm' })).toHaveAttribute('href', path)
  expect(within(second as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
  expect(within(second as HTMLElement).getByText(/has been used, has expired/)).toBeInTheDocument()
})

test('an email written at night says when it will be sent', async () => {
  const written: InboxMail = {
    id: mailOf(1).id,
    subject: 'We need another document',
    createdAt: new Date('2026-11-03T22:25:00Z'),
    waitsUntil: new Date('2026-11-04T08:00:00Z'),
    firstName: 'Amara',
    paragraphs: ['Please sign in.'],
    action: null,
    isLinkOver: false,
  }
  show(<InboxPage />, [answer(demoInbox.list, () => [written])])
  expect(await screen.findByText('Will be sent 4 Nov 2026 at 08:00')).toBeInTheDocument()
})

test('a portal without a mail server says that nobody gets these', async () => {
  open([])
  await screen.findByText("No mail server is set up, so emails aren't being delivered")
  expect(screen.getByRole('link', { name: 'Integrations, Connections' })).toHaveAttribute(
    'href',
    '/firm/integrations?tab=connections',
  )
  expect(await screen.findByText('No emails yet')).toBeInTheDocument()
})

test('while the mail server is away, the page says why, how many emails wait and when each is tried next', async () => {
  const later = new Date(Date.now() + 90_000_000)
  const tried = { state: 'waiting', settledAt: null, failure: 'connect ECONNREFUSED', dueAt: later } as const
  const failure = { words: 'Nothing answers on this port.', detail: 'connect ECONNREFUSED', since: null }
  open([mailOf(3, tried), mailOf(2, { ...tried, failure: null })], [], {
    ...smtp,
    failure,
    waiting: 2,
    nextAttemptAt: new Date('2026-11-03T09:05:00Z'),
  })
  expect(await screen.findByText("Your mail server isn't working")).toBeVisible()
  expect(screen.getByText(/^Nothing answers on this port\./)).toBeVisible()
  expect(screen.getByText(/^2 emails are waiting\. Next try: within a minute\./)).toBeVisible()
  expect(screen.queryByText(/sent by your mail server/)).toBeNull()
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain(`Next try: ${dateTimeText(later)}`)
  expect(rows[2]).toContain(`Held until ${dateTimeText(later)}`)
  await userEvent.click(screen.getByRole('button', { name: 'Subject 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subject 2' }))
  expect(await dialog.findByText(`${dateTimeText(later)}, because Quiet at night is on`)).toBeVisible()
})

test('an email that was tried in vain says when that was, why, and when it is tried next', async () => {
  const triedAt = new Date('2026-11-03T09:05:00Z')
  const waiting = { state: 'waiting', settledAt: null, failure: '451 Greylisted', triedAt } as const
  open([mailOf(3, { ...waiting, attempts: 2 }), mailOf(1)], [], smtp)
  const rows = await screen.findAllByRole('row')
  expect(rows[1]).toHaveTextContent(
    `Last tried: ${relativeText(triedAt)}Next try: within a minuteThe mail server refused this email.`,
  )
  expect(rows[2]).not.toHaveTextContent('Last tried')
  await userEvent.click(screen.getByRole('button', { name: 'Subject 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subject 3' }))
  expect(await dialog.findByText(dateTimeText(triedAt))).toBeVisible()
})

test('a mail is read in both of its parts, in a frame that runs nothing', async () => {
  open([failed], [], smtp)
  await userEvent.click(await screen.findByRole('button', { name: 'Subject 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subject 2' }))
  const frame = await dialog.findByTitle('The email: Subject 2')
  expect(frame).toHaveAttribute('sandbox', '')
  expect(frame).toHaveAttribute('src', `/api/firm/mails/${failed.id}/html`)
  expect(dialog.getByText('The mail server refused this email.')).toBeInTheDocument()
  expect(dialog.getByText('550 No such person')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('tab', { name: 'As plain text' }))
  expect(dialog.getByText(/Please look/)).toBeInTheDocument()
})

test('a failed email can be sent again, and no other', async () => {
  let list = [mailOf(3, { state: 'kept' }), failed]
  const again = answer(mail.sendAgain, ({ id }) => {
    list = list.map((mail) => (mail.id === id ? { ...mail, state: 'waiting' as const, failure: null } : mail))
    return { ...failed, state: 'waiting' as const, failure: null }
  })
  show(<MailsPage />, [answer(mail.transport, () => smtp), answer(mail.list, () => list), again])
  const buttons = await screen.findAllByRole('button', { name: /^Send again/ })
  expect(buttons).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Send again: Subject 2' }))
  await screen.findByText('The email is being sent again')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send again/ })).not.toBeInTheDocument())
})

test('emails that wait for their next try are tried now, each alone or all at once', async () => {
  const later = new Date(Date.now() + 90_000_000)
  const tried = { state: 'waiting', settledAt: null, failure: 'connect ECONNREFUSED', dueAt: later } as const
  const requests: string[] = []
  open(
    [mailOf(3, tried), mailOf(2, { ...tried, failure: null }), mailOf(1)],
    [
      answer(mail.tryNow, ({ id }) => {
        requests.push(id)
        return mailOf(3, tried)
      }),
      answer(mail.tryAllNow, () => ({ count: 1 })),
    ],
    { ...smtp, waiting: 1, nextAttemptAt: later },
  )
  // What waits for the morning alone is not to be sent at night.
  expect(await screen.findAllByRole('button', { name: /^Try now/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try now: Subject 3' }))
  await screen.findByText('The email is being tried now')
  expect(requests).toEqual([mailOf(3).id])
  await userEvent.click(screen.getByRole('button', { name: 'Try all now' }))
  await screen.findByText('1 email is being tried now')
  await userEvent.click(screen.getByRole('button', { name: 'Subject 3' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subject 3' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('without a mail server nothing is offered to be tried', async () => {
  open([mailOf(3, { state: 'waiting', settledAt: null, failure: 'connect ECONNREFUSED' })])
  await screen.findByText('Subject 3')
  expect(screen.queryByRole('button', { name: /^Try/ })).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Subject 3'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    await dialog.findByText("No mail server is set up, so this email isn't being delivered"),
  ).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^Try/ })).not.toBeInTheDocument()
})

test('older emails are loaded on request', async () => {
  open(Array.from({ length: pageSize + 5 }, (_, n) => mailOf(pageSize + 5 - n)))
  await screen.findByText('Subject 6')
  expect(screen.queryByText('Subject 5')).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Show older emails'))
  expect(await screen.findByText('Subject 1')).toBeInTheDocument()
  expect(screen.queryByText('Show older emails')).not.toBeInTheDocument()
})

test('texts are listed with their codes hidden, and only the demo shows one', async () => {
  const text = {
    id: TextMessageId.parse(mailOf(7).id),
    number: '+447700900123',
    words: 'Your code is ••• •••.',
    state: 'kept' as const,
    failure: null,
    createdAt: new Date('2026-11-03T09:00:00Z'),
    settledAt: new Date('2026-11-03T09:00:01Z'),
    attempts: 1,
    hasCode: true,
  }
  open(
    [],
    [
      answer(textMessages.offer, () => ({ isOffered: true, isKept: true })),
      answer(textMessages.list, () => [text]),
      answer(textMessages.code, () => ({ code: '123456' })),
    ],
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Text messages' }))
  expect(await screen.findByText('Your code is ••• •••.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Show code: 07700 900123' }))
  expect(await screen.findByText('123 456')).toBeInTheDocument()
})
