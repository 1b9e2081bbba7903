// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, expectTwoLines, show, twoLines } from '#web/testing.tsx'
import { DocumentsPage } from './page.tsx'
import { bill, documentOf, openWire, validationOf } from './testing.ts'

const identity = taskOf(1, { title: 'Upload proof of identity', kind: 'proof_of_identity' })
const address = taskOf(2)
const funds = taskOf(3, { title: 'Upload proof of funds', kind: 'proof_of_funds' })
const payment = taskOf(4, { title: 'Pay search fees', category: 'payments', kind: 'payment' })
const done = { status: 'completed', outcome: 'review' } as const

interface Account {
  tasks: Task[]
  documents: ClientDocument[]
}
const open = (account: Account, at = '/documents') =>
  show(
    <DocumentsPage />,
    [
      answer(tasks.list, () => account.tasks),
      answer(documents.list, () => account.documents),
      answer(documents.pageText, () => ({
        items: [{ text: 'Octopus Energy', x: 0.1, y: 0.1, width: 0.3, height: 0.02 }],
      })),
      answer(documents.remove, ({ id }) => {
        account.documents = account.documents.filter((document) => document.id !== id)
        return undefined
      }),
    ],
    { at },
  )
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('the page counts the required documents and offers those that are left', async () => {
  open({
    tasks: [
      { ...identity, ...done, outcome: 'verified' },
      { ...address, ...done, outcome: 'review' },
      funds,
      payment,
    ],
    documents: [],
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Documents' })).toBeInTheDocument()
  expect(await screen.findByText('2 of 3 required documents')).toBeInTheDocument()
  const rows = within(screen.getByRole('list', { name: 'Required documents' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryByText(/^(Verified|In review|Upload)$/)?.textContent)).toEqual([
    'Verified',
    'In review',
    'Upload',
  ])
  expect(screen.getByText('Proof of funds is left')).toBeInTheDocument()
  expect(screen.getByText('No documents yet')).toBeInTheDocument()
})

test('a document that joint clients share says that one of them is enough, and afterwards who sent it', async () => {
  open({
    tasks: [
      { ...address, isShared: true },
      { ...funds, ...done, outcome: 'review', isShared: true, doneBy: 'Ben Mensah' },
    ],
    documents: [],
  })
  expect(await screen.findByText('Shared in your case: only one of you needs to do it')).toBeInTheDocument()
  expect(screen.getByText('Done by Ben Mensah')).toBeInTheDocument()
})

test('once every document is submitted, the page offers no upload', async () => {
  open({ tasks: [{ ...identity, ...done }, payment], documents: [] })
  expect(await screen.findByText('1 of 1 required documents')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Upload Document' })).not.toBeInTheDocument()
})

test('a task that the firm has opened again says why', async () => {
  open({ tasks: [{ ...identity, reason: 'The photo is cut off.' }], documents: [] })
  expect(await screen.findByText('Please send this again. The photo is cut off.')).toBeInTheDocument()
  expect(screen.getByText('Needs another')).toBeInTheDocument()
})

test('a document of which another is needed says why on its card', async () => {
  const issue = 'This bill is for 14 Garden Street, and you told us you live at 12 Garden Street.'
  const validation = validationOf({ confidence: 0.75, issues: [issue] })
  open({ tasks: [], documents: [documentOf(5, { status: 'pending', validation })] })
  expect(await screen.findByText(issue)).toBeInTheDocument()
  expect(screen.queryByText("We'll check this.")).not.toBeInTheDocument()
})

test('a document whose task is on hold needs no other, and one that was rejected says only that', async () => {
  const [pending, rejected] = ['pending', 'rejected'] as const
  const validation = validationOf({ confidence: 0.75, issues: ['This bill is too old.'] })
  open({
    tasks: [identity],
    documents: [
      documentOf(5, { taskId: address.id, status: pending, validation }),
      documentOf(6, { taskId: address.id, status: rejected, reason: 'This bill is too old.' }),
      documentOf(7, { taskId: identity.id, status: rejected, reason: 'The photo is cut off.' }),
    ],
  })
  expect(await screen.findByText('In review')).toBeInTheDocument()
  expect(screen.getByText('Not accepted')).toBeInTheDocument()
  expect(screen.getAllByText('Needs another')).toHaveLength(1)
})

test('each document shows name, day, type, size and status', async () => {
  open({ tasks: [], documents: [documentOf(5, { filename: 'فاتورة.pdf', status: 'verified' })] })
  expect((await screen.findByText('فاتورة.pdf')).tagName).toBe('BDI')
  expect(screen.getByText('3 November 2026 · PDF · 212 KB')).toBeInTheDocument()
  expect(screen.getByText('Verified')).toBeInTheDocument()
})

test('the sender says what a document is, and hears how it went', async () => {
  const wire = openWire()
  const account = { tasks: [{ ...identity, ...done }, address, funds], documents: [] as ClientDocument[] }
  open(account)
  await press('Upload Document')
  const select = screen.getByRole('combobox', { name: /Document Type/ })
  const choices = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(choices).toEqual(['Choose a document type', 'Upload proof of address', 'Upload proof of funds'])
  await userEvent.upload(screen.getByLabelText('Choose a file'), bill())
  await press('Upload')
  expect(screen.getByText('Please choose what this document is.')).toBeInTheDocument()
  expect(wire.isSending()).toBe(false)

  await userEvent.selectOptions(select, 'Upload proof of funds')
  await press('Upload')
  expect(wire.sent()).toMatchObject({ taskId: funds.id, documentType: 'Upload proof of funds' })
  const document = documentOf(6, { taskId: funds.id, validation: validationOf() })
  account.documents = [document]
  account.tasks = [{ ...identity, ...done }, address, { ...funds, ...done }]
  await act(async () => wire.take({ document, validation: validationOf() }))

  expect(await screen.findByText('Document uploaded successfully')).toBeInTheDocument()
  expect(screen.getByText('It is pending verification.')).toBeInTheDocument()
  await press('Done')
  expect(await screen.findByText('2 of 3 required documents')).toBeInTheDocument()
})

test('from its own row, a document is uploaded without saying what it is', async () => {
  openWire()
  open({ tasks: [identity, address], documents: [] })
  await press('Upload: Upload proof of address')
  expect(screen.getByRole('dialog', { name: 'Upload proof of address' })).toBeInTheDocument()
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

test('a document is deleted only after the question, in its exact words', async () => {
  const account = { tasks: [], documents: [documentOf(7), documentOf(8, { filename: 'other.pdf' })] }
  open(account)
  await press('Delete energy-bill.pdf')
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Are you sure you want to delete this document? This action cannot be undone and will permanently remove energy-bill.pdf.',
  )
  await press('Cancel')
  expect(account.documents).toHaveLength(2)
  await press('Delete energy-bill.pdf')
  await press('Delete')
  expect(await screen.findByText('Document deleted')).toBeInTheDocument()
  expect(screen.queryByText('energy-bill.pdf')).not.toBeInTheDocument()
  expect(screen.getByText('other.pdf')).toBeInTheDocument()
})

test('a deletion that is refused is told in the words of the portal', async () => {
  show(<DocumentsPage />, [
    answer(tasks.list, () => []),
    answer(documents.list, () => [documentOf(7)]),
    answer(documents.remove, () => {
      throw new Problem('conflict', 'The firm has accepted this document.')
    }),
  ])
  await press('Delete energy-bill.pdf')
  await press('Delete')
  expect(await screen.findByText('Delete failed')).toBeInTheDocument()
  expect(screen.getByText('The firm has accepted this document.')).toBeInTheDocument()
})

test('what the firm has accepted offers no deletion', async () => {
  open({ tasks: [], documents: [documentOf(7, { isAccepted: true })] })
  expect(await screen.findByRole('button', { name: 'Preview energy-bill.pdf' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
})

test('a photo is shown as it is, else as its preview, else as a download', async () => {
  const photo = documentOf(9, {
    filename: 'me.jpg',
    fileType: 'image/jpeg',
    verifiedAt: new Date('2026-11-04T10:00:00Z'),
    status: 'verified',
  })
  open({ tasks: [], documents: [photo] })
  await press('Preview me.jpg')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('Verified on 4 November 2026')).toBeInTheDocument()
  const picture = within(dialog).getByRole('img', { name: 'Proof of address: me.jpg' })
  expect(picture).toHaveAttribute('src', `/api/documents/${photo.id}/file`)
  fireEvent.error(picture)
  expect(picture).toHaveAttribute('src', `/api/documents/${photo.id}/preview`)
  fireEvent.error(picture)
  expect(within(dialog).getByText('Preview not available for this file type')).toBeInTheDocument()
  for (const link of within(dialog).getAllByRole('link', { name: 'Download' }))
    expect(link).toHaveAttribute('href', `/api/documents/${photo.id}/download`)
})

test('a PDF is shown page by page, with words that can be selected', async () => {
  open({ tasks: [], documents: [documentOf(10, { pages: 12 })] })
  await press('Preview energy-bill.pdf')
  const region = screen.getByRole('region', { name: 'Pages of energy-bill.pdf' })
  expect(within(region).getAllByRole('img')).toHaveLength(10)
  fireEvent.load(within(region).getByRole('img', { name: 'Page 1 of 12' }))
  expect(await within(region).findByText('Octopus Energy')).toBeInTheDocument()
  await press('Show 2 more pages')
  expect(within(region).getAllByRole('img')).toHaveLength(12)
})

test('a link leads to the panel of its document, which is left for the page', async () => {
  const document = documentOf(1, { filename: 'passport.jpg' })
  open({ tasks: [identity], documents: [document] }, `/documents?document=${document.id}`)
  await screen.findByRole('dialog', { name: 'Proof of address' })
  expect(screen.getByRole('dialog').textContent).toContain('passport.jpg')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await screen.findByRole('button', { name: 'Preview passport.jpg' })
})

test('a link to a document that is gone says so', async () => {
  open({ tasks: [identity], documents: [] }, `/documents?document=${documentOf(1).id}`)
  expect(await screen.findByText("We couldn't find that document")).toBeInTheDocument()
})

test('a line break in what the firm asks for, or in why it asks again, is kept', async () => {
  open({
    tasks: [
      { ...identity, description: twoLines },
      { ...address, reason: twoLines },
    ],
    documents: [],
  })
  await expectTwoLines()
  expect(screen.getAllByText(/The letter of 12 October/)).toHaveLength(2)
})
