// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { lists } from '#contract/firm/lists.ts'
import { type ImportFile, ImportId, imports } from '#contract/imports/imports.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { settings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { OneImport } from './page.tsx'

const id = ImportId.parse(idOf(1))
const fileOf = (facts: Partial<ImportFile> = {}): ImportFile => ({
  id,
  filename: 'clients.csv',
  state: 'columns',
  createdAt: new Date('2026-11-03T09:00:00Z'),
  createdBy: 'Priya Raman',
  finishedAt: null,
  rows: 3,
  processed: 0,
  newClients: 0,
  newCases: 0,
  known: 0,
  wrong: 0,
  isInviting: false,
  removedClients: 0,
  removedCases: 0,
  encoding: 'UTF-8',
  delimiter: 'comma',
  columns: [
    { header: 'Forename', field: 'firstName', examples: ['Amara'] },
    { header: 'Surname', field: 'lastName', examples: ['Okafor'] },
    { header: 'Contact', field: null, examples: ['amara@example.com'] },
  ],
  feeEarnerId: null,
  fresh: [],
  faults: [],
  changed: [],
  kept: [],
  ...facts,
})
const ready = fileOf({
  state: 'ready',
  newClients: 2,
  wrong: 1,
  fresh: [{ row: 2, words: 'New client: Amara Okafor' }],
  faults: [{ row: 4, words: 'Email: missing. A client needs one to sign in with.' }],
})

const open = (file: ImportFile, ...more: Answer[]) =>
  show(<OneImport id={id} close={() => {}} />, [
    ...more,
    answer(imports.one, () => file),
    answer(lists.people, () => []),
  ])

test('columns must identify a client before a preview is shown', async () => {
  const sent: unknown[] = []
  open(
    fileOf(),
    answer(imports.saveColumns, (input) => {
      sent.push(input)
      return ready
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'See what will happen' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose the column with the email address')
  expect(sent).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Contact is'), 'Email')
  await userEvent.click(screen.getByRole('button', { name: 'See what will happen' }))
  expect(await screen.findByText('New client: Amara Okafor')).toBeInTheDocument()
  expect(sent).toMatchObject([{ columns: ['firstName', 'lastName', 'email'] }])
})

test('clients are invited only if that is ticked', async () => {
  const sent: unknown[] = []
  open(
    ready,
    answer(imports.start, (input) => {
      sent.push(input)
      return fileOf({ state: 'running', processed: 1 })
    }),
  )
  const table = within(await screen.findByRole('table', { name: 'Rows with a problem' }))
  expect(table.getByText('Email: missing. A client needs one to sign in with.')).toBeInTheDocument()
  expect(screen.getByLabelText(/Email an invitation to 2 new clients/)).not.toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 clients' }))
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 3 rows')
  expect(sent).toEqual([{ id, isInviting: false }])
})

test('without a mail server nobody is offered to be emailed, and the page says how to invite instead', async () => {
  const noEmail = answer(settings.firm, () => firmOf({ isDemo: false }))
  const { unmount } = open(ready, noEmail)
  expect(
    await screen.findByText(/^This portal sends no email yet.*choose “Create link” to get a link/),
    'the name that the button has without a mail server',
  ).toBeInTheDocument()
  expect(screen.queryByLabelText(/Email an invitation/)).toBeNull()
  unmount()
  open(fileOf({ state: 'done', newClients: 2 }), noEmail)
  expect(await screen.findByText(/This portal sends no email yet/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Invite the clients' })).toBeNull()
})

test('an undo says what stays and why', async () => {
  const client = { id: UserId.parse(idOf(2)), name: 'Bea Undo', canOpen: true }
  const words = 'Something on this client’s file has changed since the import.'
  open(
    fileOf({
      state: 'undone',
      newClients: 2,
      removedClients: 1,
      kept: [{ row: 3, client, matter: null, words }],
    }),
  )
  const table = within(await screen.findByRole('table', { name: 'What stays' }))
  expect(table.getByRole('link', { name: 'Bea Undo' })).toHaveAttribute('href', `/firm/clients/${client.id}`)
  expect(table.getByText(words)).toBeInTheDocument()
})

test('what stays of clients that the user doesn’t work with is named without a link, with what to do', async () => {
  const client = { id: UserId.parse(idOf(2)), name: 'Gil Colleague', canOpen: false }
  const matter = { id: MatterId.parse(idOf(3)), name: 'Sale (CO1/1)', canOpen: false }
  const words = 'Something on this client’s file has changed since the import.'
  open(fileOf({ state: 'undone', newClients: 1, kept: [{ row: 2, client, matter, words }] }))
  const table = within(await screen.findByRole('table', { name: 'What stays' }))
  expect(table.getByText('Gil Colleague')).toBeInTheDocument()
  expect(table.getByText('Sale (CO1/1)')).toBeInTheDocument()
  expect(table.queryByRole('link')).toBeNull()
  expect(screen.getByRole('link', { name: 'Work with another client' })).toHaveAttribute(
    'href',
    '/firm/clients',
  )
})

const changed = [
  { row: 2, words: 'Already here. Phone: the file says 020 7946 0123, the portal 0161 496 0000.' },
]
const rule =
  /^Nothing here is overwritten\. To take something over from the file, change it on the client’s page or the case’s\.$/

test('a preview lists the rows that are already here and differ, and says that nothing is overwritten', async () => {
  open(fileOf({ state: 'ready', known: 3, changed }))
  const table = within(await screen.findByRole('table', { name: 'Already here, but different' }))
  table.getByText(changed[0]?.words ?? '')
  screen.getByText(rule)
  expect(screen.getByText('Everything in this file is here already.')).toBeInTheDocument()
})

test('a finished import offers the rows that differ for download, also if no row was wrong', async () => {
  open(fileOf({ state: 'done', known: 3, changed }))
  await screen.findByRole('table', { name: 'Already here, but different' })
  screen.getByText(rule)
  expect(screen.getByRole('link', { name: 'Download the rows with reasons' })).toHaveAttribute(
    'href',
    `/api/firm/imports/${id}/wrong-rows.csv`,
  )
})
