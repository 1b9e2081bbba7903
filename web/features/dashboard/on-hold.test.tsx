// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { type Task, TaskId } from '#contract/tasks.ts'
import { matterOf } from '#web/features/matters/testing.ts'
import { requestOf } from '#web/features/signatures/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { ana, done, newAna, portalOf, someTasks, taskIn } from './testing.ts'

const [first, second] = [TaskId.parse(idOf(901)), TaskId.parse(idOf(902))]
const closedCase = (n: number, heldTasks: TaskId[]) =>
  matterOf(n, { status: 'closed', move: null, closedAt: new Date(), heldTasks })

const open = (list: Task[], cases: Matter[], { user = ana, toSign = 0 } = {}) =>
  show(<DashboardPage />, [
    answer(matters.list, () => cases),
    answer(signatures.requests, () => Array.from({ length: toSign }, (_, n) => requestOf(n + 1))),
    ...portalOf(user, { list }),
  ])
const finished = () => [
  taskIn('forms', 'Client Questionnaire', done),
  taskIn('verification', 'Verify your identity', { ...done, outcome: 'review' }),
]

test('a client whose case was closed before they were done is told what is on hold, and not that all is done', async () => {
  open(finished(), [closedCase(1, [first, second])])
  expect(await screen.findByRole('heading', { name: "There's nothing for you to do now." })).toBeVisible()
  const words =
    '2 tasks of a closed case are on hold until your legal team reopens it. 1 task is in review. Please write to us under Messages if something is still needed.'
  expect(screen.getByText(words)).toBeVisible()
  const main = within(document.body)
  expect(main.getByRole('link', { name: 'See your cases' })).toHaveAttribute('href', '/cases')
  expect(main.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/messages')
  expect(screen.getByText('You have no tasks to do now.')).toBeVisible()
  expect(
    screen.queryByText(/All done|Your tasks are done|everything we asked for|complete$/),
  ).not.toBeInTheDocument()
})

test('a client whose tasks are all on hold reads of no progress, and of no onboarding to continue', async () => {
  open([], [closedCase(1, [first])], { user: newAna })
  const words =
    '1 task of a closed case is on hold until your legal team reopens it. Please write to us under Messages if something is still needed.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(screen.queryByText(/complete|onboarding|get you set up|No tasks available/)).not.toBeInTheDocument()
})

test('a task that two closed cases ask for is counted once, and both cases are', async () => {
  open(finished(), [closedCase(1, [first, second]), closedCase(2, [second]), closedCase(3, [])])
  const words = /^2 tasks of 2 closed cases are on hold until your legal team reopens them\./
  expect(await screen.findByText(words)).toBeVisible()
})

test('each closed case that has tasks on hold is named, and leads to its own details', async () => {
  const [lease, sale] = [closedCase(1, [first, second]), closedCase(2, [second])]
  open(finished(), [
    { ...lease, title: 'A new lease' },
    { ...sale, title: 'The sale' },
    { ...closedCase(3, []), title: 'The will' },
  ])
  for (const [{ id }, title, words] of [
    [lease, 'A new lease', 'A new lease: 2 tasks'],
    [sale, 'The sale', 'The sale: 1 task'],
  ] as const) {
    const link = await screen.findByRole('link', { name: title })
    expect(link).toHaveAttribute('href', `/cases?case=${id}`)
    expect(link.closest('li')).toHaveTextContent(words)
  }
  expect(screen.queryByText('The will')).not.toBeInTheDocument()
})

test('a client with tasks on hold and a document to sign is led to that document', async () => {
  open(finished(), [closedCase(1, [first])], { toSign: 1 })
  const link = await screen.findByRole('link', { name: 'a document to sign' })
  expect(link).toHaveAttribute('href', `/signatures?sign=${requestOf(1).id}`)
  expect(link.closest('p')).toHaveTextContent(
    /^You still have a document to sign\. 1 task of a closed case is on hold/,
  )
  expect(screen.getByRole('heading', { name: 'Your other tasks are on hold.' })).toBeVisible()
  expect(screen.queryByText(/nothing for you to do/)).not.toBeInTheDocument()
})

test('a client with tasks on hold and several documents to sign is led to all of them', async () => {
  open(finished(), [closedCase(1, [first])], { toSign: 2 })
  const link = await screen.findByRole('link', { name: '2 documents to sign' })
  expect(link).toHaveAttribute('href', '/signatures')
})

test('a client with tasks on hold reads whose turn it is in each open case, with a link to the case', async () => {
  const turn = { thirdParty: null, taskId: null, since: new Date('2026-11-03T09:00:00Z') }
  const cases = [
    matterOf(1, {
      title: 'A purchase',
      move: { ...turn, whose: 'client', nextStep: 'Send us your payslips' },
    }),
    matterOf(2, { title: 'A sale', move: { ...turn, whose: 'firm', nextStep: 'Review what has been sent' } }),
    matterOf(3, {
      title: 'A will',
      move: { ...turn, whose: 'third_party', thirdParty: 'the doctor', nextStep: 'Write a report' },
    }),
    closedCase(4, [first]),
  ]
  open(finished(), cases)
  const linkTo = async (name: string) => {
    const link = await screen.findByRole('link', { name })
    return { link, href: link.getAttribute('href') }
  }
  const own = await linkTo('A purchase')
  expect(own.href).toBe(`/cases?case=${cases[0]?.id}`)
  expect(own.link.closest('p')).toHaveTextContent(
    /^In A purchase, the next step is yours: “Send us your payslips”\./,
  )
  for (const [title, n, words] of [
    ['A sale', 1, 'A sale: With your legal team (Review what has been sent)'],
    ['A will', 2, 'A will: With the doctor (Write a report)'],
  ] as const) {
    const { link, href } = await linkTo(title)
    expect(href).toBe(`/cases?case=${cases[n]?.id}`)
    expect(link.closest('li')).toHaveTextContent(words)
  }
})

test('a client with something to do is led to it, and reads of what is on hold with its case', async () => {
  open(someTasks(), [closedCase(1, [first])])
  expect(await screen.findByRole('region', { name: 'Do this next' })).toBeVisible()
  expect(screen.queryByText(/on hold/)).not.toBeInTheDocument()
})
