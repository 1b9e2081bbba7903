// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { jointClients } from '#contract/joint-clients.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { answer, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'
import { matterOf } from './testing.ts'

const closed = matterOf(3, { title: 'A deposit', status: 'closed', move: null, closedAt: new Date() })
const all = [matterOf(1), closed]

const open = ({ at, held = [] }: { at?: string; held?: string[] } = {}) => {
  const state: { all: Matter[] } = { all }
  const list = answer(matters.list, () => state.all)
  const details = answer(matters.one, ({ id }) => ({
    ...(all.find((matter) => matter.id === id) ?? matterOf(1)),
    events: [],
  }))
  const close = answer(matters.close, ({ id }) => {
    state.all = state.all.map((matter) =>
      matter.id === id ? { ...matter, status: 'closed', move: null } : matter,
    )
    return matterOf(1, { status: 'closed', move: null })
  })
  const closing = answer(matters.closing, () => ({ held, fees: [] }))
  const invited = answer(jointClients.list, () => [])
  const reused = answer(matterTemplates.reused, () => [])
  show(<MattersPage />, [list, details, closing, close, invited, reused], at ? { at } : {})
  return userEvent.setup()
}

/** Confirms the question. Until the portal has said what is on hold, its button is busy and takes no press. */
const confirmClose = async (user: ReturnType<typeof open>) => {
  const button = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close Case' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  await user.click(button)
}

test('a client who closes a case is asked first, reads who can undo it, and is told that it is done', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Purchase of a flat' }))
  await user.click(screen.getByRole('menuitem', { name: 'Close Case' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/an administrator can undo it/)).toBeInTheDocument()
  expect(dialog.queryByText(/on hold/)).not.toBeInTheDocument()
  await confirmClose(user)
  expect(await screen.findByText('Case closed')).toBeInTheDocument()
  expect(await screen.findByRole('tab', { name: 'Closed 2' })).toBeInTheDocument()
})

test('closing a case with open tasks says before that they will be on hold', async () => {
  const user = open({ held: ['Pay court fees', 'Read our letter'] })
  await user.click(await screen.findByRole('button', { name: 'Actions for Purchase of a flat' }))
  await user.click(screen.getByRole('menuitem', { name: 'Close Case' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const words =
    /It still has 2 open tasks \(“Pay court fees” and “Read our letter”\)\. They’ll be on hold until/
  expect(await dialog.findByText(words)).toBeVisible()
})

test('the details of a closed case say what it has on hold', async () => {
  open({ at: `/cases?case=${closed.id}`, held: ['Read our letter'] })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('1 task is on hold while the case is closed')).toBeVisible()
  const link = dialog.getByRole('link', { name: 'write to them' })
  expect(link).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/messages\?about=About%20%E2%80%9CA%20deposit/),
  )
  expect(link.parentElement).toHaveTextContent(
    '“Read our letter”. You don’t have to do it now: your legal team would have to reopen the case first. If something is still needed, please write to them.',
  )
})

test('the details of an open case say nothing of tasks on hold', async () => {
  open({ at: `/cases?case=${matterOf(1).id}`, held: ['Read our letter'] })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Description')).toBeVisible()
  expect(dialog.queryByText(/on hold/)).not.toBeInTheDocument()
})

test('a case that could not be closed says so and why', async () => {
  const refused = answer(matters.close, () => {
    throw new Problem('conflict', 'This case has already been closed.')
  })
  const closing = answer(matters.closing, () => ({ held: [], fees: [] }))
  show(<MattersPage />, [answer(matters.list, () => all), closing, refused])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Actions for Purchase of a flat' }))
  await user.click(screen.getByRole('menuitem', { name: 'Close Case' }))
  await confirmClose(user)
  expect(await screen.findByText('Failed to close case')).toBeInTheDocument()
  expect(screen.getByText('This case has already been closed.')).toBeInTheDocument()
})
