// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type PlacedDocument, reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import { reviewPage, reviewPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { type QueueFacts, type QueueItem, queue } from '#contract/queue.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { QueuePage } from '#web/features/queue/page.tsx'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { answer, expectAskedBeforeLoss, expectTwoLines, idOf, show, twoLines } from '#web/testing.tsx'
import { ReviewsPage } from './reviews/list-page.tsx'
import { ReviewPage } from './reviews/review-page.tsx'
import { placedOf } from './testing.ts'

const me = personOf({ id: UserId.parse(idOf(1)), firstName: 'Tom', lastName: 'Baker', role: 'fee_earner' })
const mine = { id: me.id, name: 'Tom Baker', since: new Date() }
const priyas = {
  id: UserId.parse(idOf(2)),
  name: 'Priya Shah',
  since: new Date('2026-11-03T10:42:00Z'),
}

let documents: PlacedDocument[]
let requests: string[]
/** The task of a case that has ended for its guest. */
let ended: string | null
beforeEach(() => {
  ended = null
  documents = [placedOf(3, { filename: 'first.pdf' }), placedOf(4, { filename: 'second.pdf' })]
  requests = []
})

const find = (id: string) => documents.find((document) => document.id === id) as PlacedDocument
const change = (id: string, facts: Partial<PlacedDocument>) => {
  documents = documents.map((document) => (document.id === id ? { ...document, ...facts } : document))
  return find(id)
}

const reviewed = ({ matters: _, closedRoles: __, ...document }: PlacedDocument) => document

const factsOf = ({ takenBy, assignedTo, snoozedUntil, returnsWhen }: PlacedDocument): QueueFacts => ({
  takenBy,
  assignedTo,
  snoozedUntil,
  returnsWhen,
})
const itemOf = (document: PlacedDocument): QueueItem => ({
  ...factsOf(document),
  kind: 'document',
  id: document.id,
  client: { id: document.client.id, name: 'Amara Okafor' },
  title: document.taskTitle ?? 'A document',
  filename: document.filename,
  matters: [{ id: MatterId.parse(idOf(9)), reference: 'HR-2026-00012', title: 'Purchase of 4 Elm Road' }],
  since: document.createdAt,
  isYours: document.assignedTo?.id === me.id,
})

const open = (at: string, user = me) =>
  show(
    <UserOfEndedSession value={user}>
      <Routes>
        <Route path="/firm/documents" element={<ReviewsPage />} />
        <Route path="/firm/queue" element={<QueuePage />} />
        <Route path={reviewPage} element={<ReviewPage />} />
      </Routes>
    </UserOfEndedSession>,
    [
      answer(reviews.list, ({ state }) => {
        const listed = documents.filter(({ snoozedUntil }) =>
          state === 'snoozed' ? snoozedUntil !== null : state === 'waiting' && snoozedUntil === null,
        )
        return { total: listed.length, documents: listed }
      }),
      answer(accounts.current, () => user),
      answer(identity.comparisons, () => []),
      answer(firm.reach, ({ taskId }) => ({
        unreached: ended !== null && taskId === ended ? ('link_over' as const) : null,
      })),
      answer(queue.list, () => {
        const waiting = documents.filter(({ status, snoozedUntil }) => status === 'pending' && !snoozedUntil)
        return { total: waiting.length, items: waiting.map(itemOf) }
      }),
      answer(queue.people, () => [{ id: priyas.id, name: priyas.name }]),
      answer(queue.assign, ({ id, toId }) => {
        requests.push(`assign to ${toId}`)
        return factsOf(change(id, { assignedTo: { id: priyas.id, name: priyas.name } }))
      }),
      answer(queue.take, ({ id, takeOver }) => {
        requests.push(takeOver ? 'take over' : 'take')
        if (find(id).takenBy?.id === priyas.id && !takeOver) throw new Problem('conflict', 'Priya has it.')
        return factsOf(change(id, { takenBy: mine }))
      }),
      answer(queue.release, ({ id }) => factsOf(change(id, { takenBy: null }))),
      answer(queue.snooze, ({ id, until }) => {
        requests.push(`snooze until ${until}`)
        return factsOf(change(id, { snoozedUntil: new Date(`${until}T08:00:00Z`), takenBy: null }))
      }),
      answer(queue.unsnooze, ({ id }) => factsOf(change(id, { snoozedUntil: null }))),
      answer(reviews.accept, ({ id }) => {
        requests.push('accept')
        return reviewed(change(id, { status: 'verified', isAccepted: true }))
      }),
      answer(reviews.reopen, ({ id }) => {
        requests.push('reopen')
        return reviewed(change(id, { status: 'pending', isAccepted: false }))
      }),
      answer(reviews.one, ({ id }) => find(id)),
    ],
    { at },
  )
const pathOf = (n: number) => reviewPath(placedOf(n).id)

test('a document that is opened is taken, and a key decides it', async () => {
  open(pathOf(3))
  await waitFor(() => expect(requests).toEqual(['take']))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('a')
  await waitFor(() => expect(requests).toContain('accept'))
})

test('a key that is held down, or typed into a menu or a question, decides nothing', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Snooze' })
  fireEvent.keyDown(document.body, { key: 's', repeat: true })
  for (const role of ['menu', 'alertdialog']) {
    const over = document.createElement('div')
    over.setAttribute('role', role)
    document.body.append(over)
    await userEvent.keyboard('s')
    over.remove()
  }
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('s')
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
})

test('U takes back the decision on the last document, on the list to which it leads', async () => {
  documents = [placedOf(3)]
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('a')
  expect(await screen.findByText('Nothing is waiting')).toBeInTheDocument()
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('u')
  await waitFor(() => expect(requests).toContain('reopen'))
})

test('the queue shows what was asked for, the case with a link, and the file last', async () => {
  documents = [placedOf(3, { filename: 'IMG_2231.jpg', taskTitle: 'Proof of address' })]
  open('/firm/queue')
  const line = await screen.findByRole('link', { name: 'Amara Okafor: Proof of address' })
  expect(line).toHaveAttribute('href', `/firm/documents/${idOf(3)}`)
  const matter = screen.getByRole('link', { name: 'HR-2026-00012' })
  expect(matter).toHaveAttribute('href', `/firm/cases/${idOf(9)}`)
  expect(screen.getByText(/Purchase of 4 Elm Road/)).toBeInTheDocument()
  expect(screen.getByText('IMG_2231.jpg')).toBeInTheDocument()
})

test('a document to review is listed and opened with its case, which is a link', async () => {
  const matters = [
    { id: MatterId.parse(idOf(9)), reference: 'HR-2026-00012', title: 'Purchase of 4 Elm Road' },
  ]
  documents = [placedOf(3, { taskTitle: 'Proof of address', matters })]
  const user = userEvent.setup()
  open('/firm/documents')
  const line = await screen.findByRole('link', { name: 'Amara Okafor: Proof of address' })
  expect(screen.getByRole('link', { name: 'HR-2026-00012' })).toHaveAttribute(
    'href',
    `/firm/cases/${idOf(9)}`,
  )
  expect(screen.getByText(/Purchase of 4 Elm Road/)).toBeVisible()
  // Snoozed, it is no longer in the queue of what waits, and its page still says which case it is for.
  change(idOf(3), { snoozedUntil: new Date('2026-12-01T08:00:00Z') })
  await user.click(line)
  await screen.findByRole('heading', { name: 'Amara Okafor: Proof of address' })
  expect(screen.getByRole('link', { name: 'HR-2026-00012' })).toBeVisible()
})

test('R opens the rejection with the focus in the reason, so that it can be written straight away', async () => {
  const user = userEvent.setup()
  open(reviewPath(idOf(3)))
  await screen.findByRole('button', { name: 'Reject' })
  await user.keyboard('r')
  expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveFocus()
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
})

test('the reason of a rejection is not lost without a question', async () => {
  open(reviewPath(idOf(3)))
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await expectAskedBeforeLoss(await screen.findByLabelText('Reason'))
})

test('whoever rejects what an ended guest link was for reads that the guest is not told', async () => {
  documents = [placedOf(3, { taskId: TaskId.parse(idOf(30)) })]
  ended = idOf(30)
  open(reviewPath(idOf(3)))
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for another document' }))
  expect(await dialog.findByText(/^Their guest link has ended/)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Reject' })).toBeInTheDocument()
})

test('a document that somebody else has is read, and decided by whoever takes it over', async () => {
  change(idOf(3), { takenBy: priyas })
  open(pathOf(3))
  expect(await screen.findByText('Priya Shah is looking at this document')).toBeInTheDocument()
  expect(screen.getByText(/^Since 10:42\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
  expect(requests[0]).toBe('take over')
})

test('the list says who has a document, and begins with one that nobody has', async () => {
  change(idOf(3), { takenBy: priyas })
  open('/firm/documents')
  const [first] = await screen.findAllByRole('listitem')
  expect(
    within(first as HTMLElement).getByText('Priya Shah is looking at it, since 10:42'),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Review the first' })).toHaveAttribute('href', pathOf(4))
})

test('what is assigned to somebody else says so, and the queue leads on to what is not', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('i')
  await userEvent.click(await screen.findByRole('radio', { name: 'Priya Shah' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText(/^Assigned to$/, { exact: false, selector: 'p' })).toHaveTextContent(
    'Priya Shah',
  )
  expect(requests).toContain(`assign to ${priyas.id}`)
  cleanup()
  open('/firm/queue')
  expect(await screen.findByRole('link', { name: 'Start with the first' })).toHaveAttribute('href', pathOf(4))
  await userEvent.keyboard('?')
  expect(within(await screen.findByRole('dialog')).getByText('Start with the first')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('j')
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
})

test('a snoozed document leaves the queue, says until when, and can be put back', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Snooze' })
  await userEvent.keyboard('s')
  await userEvent.click(await screen.findByRole('button', { name: 'In a week' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Snooze' }))
  expect(await screen.findByText('second.pdf', { exact: false })).toBeInTheDocument()
  expect(requests.at(-1)).toMatch(/^(snooze until \d{4}-\d\d-\d\d|take)$/)
  await screen.findByRole('button', { name: 'Undo' })
  await userEvent.keyboard('u')
  await waitFor(() => expect(find(idOf(3)).snoozedUntil).toBeNull())
})

test.each(['compliance_officer', 'auditor'] as const)(
  'who may not decide, as a person who is %s, reads the queue and a document, and takes it from nobody',
  async (role) => {
    const reader = { ...me, roles: [role], role }
    const { unmount } = open('/firm/documents', reader)
    expect(await screen.findByRole('link', { name: 'Read the first' })).toBeInTheDocument()
    expect(screen.getByText(/You can read them; a fee earner decides\.$/)).toBeInTheDocument()
    unmount()
    open(pathOf(3), reader)
    expect(await screen.findByText('first.pdf')).toBeInTheDocument()
    for (const button of ['Accept', 'Reject', 'Snooze', 'Withdraw', 'Take over'])
      expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument()
    await userEvent.keyboard('?')
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(keys.getByText('Next')).toBeInTheDocument()
    expect(keys.queryByText('Accept')).not.toBeInTheDocument()
    expect(requests).toEqual([])
  },
)

test('"?" shows the keys', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
})

test('the review of a document shows what was written when it was asked for, line by line', async () => {
  documents = [placedOf(3, { taskTitle: 'The letter', requestWords: twoLines })]
  open(reviewPath(find(idOf(3)).id))
  expect(await screen.findByText(/^We asked: /)).toBeVisible()
  await expectTwoLines()
})
