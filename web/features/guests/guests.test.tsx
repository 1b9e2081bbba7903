// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import { forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settings } from '#contract/settings.ts'
import { caseClosedWords, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openWire } from '#web/features/documents/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer, expectTwoLines, twoLines } from '#web/testing.tsx'
import { at, guestTaskOf, lookedByMay, may, mays } from './testing.ts'

const plain = { hint: '', isRequired: true, offers: [], shownWhen: null, fields: [] }
const questions: FirmForm = {
  sections: [
    {
      title: 'Your gift',
      fields: [{ ...plain, key: 'amount', kind: 'money', label: 'How much are you giving?' }],
    },
  ],
}
const nobody = () => {
  throw new Problem('unauthenticated', 'Please sign in.')
}
const looked = answer(guests.look, () => ({ ...mays, isOwn: false }))

test('a guest types the code and finds what they were asked for', async () => {
  let user: User | null = null
  openPages(at, {
    user: null,
    answers: [
      answer(guests.look, () => ({ ...mays, isOwn: user === may })),
      answer(accounts.current, () => user ?? nobody()),
      answer(guests.enter, ({ code }) => {
        if (code !== '123456')
          throw new Problem('unprocessable', "That code isn't right. You have 4 tries left.", {
            fields: { code: "That code isn't right. You have 4 tries left." },
          })
        user = may
        return may
      }),
      answer(tasks.list, () => [
        guestTaskOf(1),
        guestTaskOf(2, { title: 'A bank statement', status: 'completed' }),
      ]),
    ],
  })
  const field = await screen.findByLabelText(/Six-digit code/)
  await userEvent.type(field, '654321')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText("That code isn't right. You have 4 tries left.")).toBeInTheDocument()
  await userEvent.clear(field)
  await userEvent.type(field, '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('A letter about your gift')).toBeInTheDocument()
  expect(screen.getByText('Done')).toBeInTheDocument()
  expect(screen.getAllByRole('group')).toHaveLength(1)
})

test('a guest whose link is locked by a wrong code is not asked for the code any more', async () => {
  let isLocked = false
  const locked = () => {
    isLocked = true
    throw new Problem('conflict', 'Too many wrong codes were entered for this link.', {
      reason: 'guest_locked',
    })
  }
  openPages(at, {
    user: null,
    answers: [
      answer(guests.look, () => (isLocked ? locked() : { ...mays, isOwn: false })),
      answer(accounts.current, nobody),
      answer(guests.enter, locked),
    ],
  })
  await userEvent.type(await screen.findByLabelText(/Six-digit code/), '654321')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('This link is locked')).toBeInTheDocument()
  expect(screen.queryByLabelText(/Six-digit code/)).not.toBeInTheDocument()
})

test('a guest who has done everything is thanked', async () => {
  openPages(at, {
    user: may,
    answers: [lookedByMay, answer(tasks.list, () => [guestTaskOf(1, { status: 'completed' })])],
  })
  expect(await screen.findByText('That’s everything. Thank you.')).toBeInTheDocument()
})

test('a guest of whom nothing is needed, any more or yet, is told so', async () => {
  openPages(at, { user: may, answers: [lookedByMay, answer(tasks.list, () => [])] })
  expect(await screen.findByText('There’s nothing for you to do')).toBeVisible()
  expect(screen.getByText(/^We don’t need anything from you at the moment/)).toBeVisible()
  expect(screen.queryByText(/Please send us the following/)).not.toBeInTheDocument()
})

test('a task that is withdrawn leaves the page of a guest who has it open', async () => {
  let openTasks = [guestTaskOf(1)]
  openPages(at, { user: may, answers: [lookedByMay, answer(tasks.list, () => openTasks)] })
  expect(await screen.findByText('A letter about your gift')).toBeVisible()
  openTasks = []
  sendToPages({ type: 'changed', topics: ['tasks'] })
  expect(await screen.findByText('There’s nothing for you to do')).toBeVisible()
  expect(screen.queryByText('A letter about your gift')).not.toBeInTheDocument()
})

/** Sends a file for a task that goes meanwhile, and is refused so. */
async function sendTooLate(status: number, refusal: Problem) {
  let openTasks = [guestTaskOf(1)]
  const wire = openWire()
  openPages(at, { user: may, answers: [lookedByMay, answer(tasks.list, () => openTasks)] })
  const file = new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  openTasks = []
  wire.reply(status, refusal)
}

test('a file for a task that was withdrawn meanwhile is not sent, and the task goes', async () => {
  await sendTooLate(404, new Problem('not_found', "We couldn't find that task."))
  expect(await screen.findByText('We no longer need this, so it wasn’t sent')).toBeVisible()
  expect(await screen.findByText('There’s nothing for you to do')).toBeVisible()
})

test('a file for a case that was closed meanwhile is not sent, which is said when its task has gone', async () => {
  await sendTooLate(409, new Problem('conflict', caseClosedWords, { reason: 'case_closed' }))
  expect(await screen.findByText('This wasn’t sent')).toBeVisible()
  expect(await screen.findByText('There’s nothing for you to do')).toBeVisible()
  expect(screen.getByText(caseClosedWords)).toBeVisible()
})

test('what a link is for is not called needed, as nothing may be needed any more', async () => {
  openPages(at, { user: null, answers: [looked] })
  expect(await screen.findByText(/Priya Raman at Hartley & Rowe has invited you/)).toBeVisible()
})

test('a guest answers the questions of the firm’s own form', async () => {
  const form = guestTaskOf(1, { kind: 'firm_form', category: 'forms', title: 'About your gift' })
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(tasks.list, () => [form]),
      answer(forms.draft, () => ({ formData: {}, step: 1, savedAt: null, questions })),
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Answer the questions' }))
  expect(await screen.findByLabelText(/How much are you giving/)).toBeInTheDocument()
})

test('a link that is over says so, and once whom to call', async () => {
  const refused = answer(guests.look, () => {
    throw new Problem('not_found', 'This link no longer works.', { reason: 'guest_over' })
  })
  openPages(at, { user: null, answers: [refused] })
  expect(await screen.findByText('This link no longer works.')).toBeInTheDocument()
  expect(await screen.findAllByText(/Need to talk to someone/)).toHaveLength(1)
})

const withoutMail = answer(settings.firm, () => firmOf({ isDemo: false, sendsEmail: false }))

test('without a mail server a guest is promised no email', async () => {
  openPages(at, { user: may, answers: [lookedByMay, withoutMail, answer(tasks.list, () => [])] })
  expect(await screen.findByText(/If we do later, we’ll contact you/)).toBeVisible()
  expect(screen.queryByText(/we’ll email/)).not.toBeInTheDocument()
})

test('without a mail server a guest is told of the link they were given, not of one in an email', async () => {
  openPages('/guest', { user: null, answers: [withoutMail] })
  expect(await screen.findByRole('heading', { name: 'Please open the link we gave you' })).toBeVisible()
  expect(screen.queryByText(/our email/)).not.toBeInTheDocument()
})

test('whoever comes without a link reads to open the one in the email', async () => {
  openPages('/guest', { user: null })
  expect(await screen.findByRole('heading', { name: 'Please open the link in our email' })).toBeVisible()
  expect(screen.queryByText(/This link is incomplete/)).not.toBeInTheDocument()
})

test('half a guest’s link is said to be incomplete, and nothing else', async () => {
  openPages('/guest?token=aaaa', { user: null })
  expect(await screen.findByText('This link is incomplete')).toBeVisible()
  expect(screen.queryByText(/work/)).not.toBeInTheDocument()
  expect(screen.queryByLabelText(/Six-digit code/)).not.toBeInTheDocument()
})

test('a guest who opens a link that is over reads so above their own tasks', async () => {
  const refused = answer(guests.look, () => {
    throw new Problem('not_found', 'This link no longer works.', { reason: 'guest_over' })
  })
  openPages(at, { user: may, answers: [refused, answer(tasks.list, () => [guestTaskOf(1)])] })
  expect(await screen.findByText('A letter about your gift')).toBeVisible()
  expect(screen.getByText('The link you opened no longer works')).toBeVisible()
  expect(screen.getByText(/still signed in as May Jones/)).toBeVisible()
})

test('a guest whose link could not be looked up can try again, and is not shown somebody’s tasks', async () => {
  let isDown = true
  const rose = personOf({ firstName: 'Rose', lastName: 'Hill', isGuest: true })
  const look = answer(guests.look, () => {
    if (isDown) throw new Problem('unavailable', 'We couldn’t reach the portal.')
    return { ...mays, isOwn: false }
  })
  openPages(at, { user: rose, answers: [look, answer(tasks.list, () => [guestTaskOf(1)])] })
  expect(await screen.findByText('We couldn’t open your link')).toBeVisible()
  expect(screen.queryByText('A letter about your gift')).not.toBeInTheDocument()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Hello May' })).toBeVisible()
})

test('whoever is signed in reads that the code of a guest signs them out', async () => {
  const nadia = personOf({ firstName: 'Nadia', lastName: 'Lindholm' })
  openPages(at, { user: nadia, answers: [looked] })
  expect(await screen.findByText('You’re signed in as Nadia Lindholm')).toBeVisible()
  expect(screen.getByText(/you’ll be signed out of your own account in this browser/)).toBeVisible()
  expect(screen.getByLabelText(/Six-digit code/)).toBeVisible()
})

test('the link of another guest is not answered with one’s own tasks', async () => {
  const rose = personOf({ firstName: 'Rose', lastName: 'Hill', isGuest: true })
  openPages(at, { user: rose, answers: [looked] })
  expect(await screen.findByText('You’re signed in as Rose Hill')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Hello May' })).toBeVisible()
})

test('a guest who signs out reads how to come back, and is not asked to sign in', async () => {
  let user: User | null = may
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(tasks.list, () => [guestTaskOf(1)]),
      answer(accounts.current, () => user ?? nobody()),
      answer(accounts.logout, () => {
        user = null
        return { success: true as const }
      }),
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'You’ve signed out' })).toBeVisible()
})

test('a guest whose access ends while the page is open reads that the link no longer works', async () => {
  let user: User | null = may
  openPages(at, {
    user: may,
    answers: [
      answer(guests.look, () => {
        if (user === null)
          throw new Problem('not_found', 'This link no longer works.', { reason: 'guest_over' })
        return { ...mays, isOwn: true }
      }),
      answer(tasks.list, () => [guestTaskOf(1)]),
      answer(accounts.current, () => user ?? nobody()),
    ],
  })
  expect(await screen.findByText('A letter about your gift')).toBeVisible()
  user = null
  sendToPages({ type: 'signed_out', topics: [] })
  expect(await screen.findByText('This link no longer works.')).toBeVisible()
})

test('a line break in what the firm asks of a guest, or in why it asks again, is kept', async () => {
  const list = [guestTaskOf(1, { description: twoLines }), guestTaskOf(2, { reason: twoLines })]
  openPages(at, { user: may, answers: [lookedByMay, answer(tasks.list, () => list)] })
  await expectTwoLines()
  expect(screen.getAllByText(/The letter of 12 October/)).toHaveLength(2)
})
