import type { AnswerAction } from '#contract/assistant/assistant.ts'
import type { ClientDocument } from '#contract/documents/documents.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { pages } from '#contract/kit/pages.ts'
import { amountDue, type Payment } from '#contract/payments/payments.ts'
import {
  isDone,
  isFinished,
  minutesPerTask,
  type Task,
  type TaskKind,
  type TaskState,
  taskState,
} from '#contract/tasks.ts'
import { dayOf, noDocument, type OwnFile, pathOf, type Report } from './file.ts'

/** The most links that one answer offers. */
const offered = 3

export async function reportTasks(file: OwnFile): Promise<Report> {
  const all = await file.tasks()
  const open = all.filter((task) => !isFinished(task))
  const done = all.length - open.length
  const isInReview = all.some((task) => taskState(task) === 'In review')
  const label = 'Your tasks'
  const cases = await file.cases()
  const steps = cases.flatMap(({ title, move }) =>
    move?.whose === 'client' ? [`In your case "${title}", the next step is yours: ${move.nextStep}`] : [],
  )
  if (open.length === 0) {
    const inReview = isInReview ? ' What is in review is with us.' : ''
    const toSign = (await file.toSign()).map(({ name }) => `You still have a document to sign: ${name}`)
    const left = [...toSign, ...steps]
    const held = new Set(cases.flatMap(({ heldTasks }) => heldTasks)).size
    // A letter may be sent, and a step given, without a task.
    return {
      label,
      actions: [
        ...(toSign.length > 0 ? [{ label: 'Read and sign', path: pages.signatures }] : []),
        ...(steps.length > 0 || held > 0 ? [{ label: 'Open Cases', path: pages.matters }] : []),
      ],
      content: [`${standing(held, left.length > 0)}${inReview}`, ...left].join('\n'),
    }
  }
  const lines = open.map(
    (task) => `- ${task.title}${task.reason ? ` (${taskState(task)}: ${task.reason})` : ''}`,
  )
  const content = [
    `You have done ${done} of ${all.length} tasks. Still open:`,
    ...lines,
    `That is about ${open.length * minutesPerTask} minutes in all.`,
    ...steps,
  ].join('\n')
  return { label, content, actions: open.slice(0, offered).map((task) => actionFor(file, task)) }
}

/** Says how a client stands who has no open task. */
const standing = (held: number, isSomethingLeft: boolean) => {
  if (held > 0) {
    const onHold =
      held === 1
        ? '1 task is on hold because its case is closed.'
        : `${held} tasks are on hold, each because its case is closed.`
    return isSomethingLeft ? onHold : `There's nothing for you to do at the moment. ${onHold}`
  }
  if (isSomethingLeft) return 'Your tasks are done.'
  return "Everything is done. There's nothing you need to send at the moment."
}

/** Returns the link to a task, labelled with what is done there: "Pay £342.50". */
export const actionFor = (file: Pick<OwnFile, 'isGated'>, task: Task): AnswerAction => ({
  label: file.isGated ? 'Continue verification' : doing(task),
  path: pathOf(file, task),
})

const doing = (task: Task) =>
  task.category === 'payments' ? `Pay ${formatPounds(amountDue(task))}` : task.title

export async function reportPayments(file: OwnFile): Promise<Report> {
  const [tasks, made] = [await file.tasks(), await file.payments()]
  const due = tasks.filter((task) => task.category === 'payments' && !isDone(task))
  const total = due.reduce((sum, task) => sum + amountDue(task), 0)
  const paid = made
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { amount }) => sum + amount, 0)
  const lines = [
    due.length === 0
      ? 'You have nothing to pay at the moment.'
      : `${formatPounds(total)} is due: ${due.map(({ title }) => title).join(', ')}.`,
    `You've paid ${formatPounds(paid)} so far.`,
    ...made.map(paymentLine),
  ]
  const toPage = { label: 'Open Payments', path: pages.payments }
  const actions = due.length > 0 ? due.map((task) => actionFor(file, task)) : file.isGated ? [] : [toPage]
  return { label: 'Your payments', content: lines.join('\n'), actions }
}

const paymentLine = ({ title, amount, status, completedAt, createdAt }: Payment) => {
  const words = {
    completed: `was received on ${dayOf(completedAt ?? createdAt)}`,
    checking: "is being checked with the bank; you don't need to pay again",
    open: 'was started but not finished, and no money was taken',
    declined: 'was declined, and no money was taken',
    failed: 'did not go through, and no money was taken',
    refund_due: 'went through twice and is due back to you',
    refunding: 'is on its way back to you',
    refunded: 'was refunded to you',
    disputed: "is being looked into by your bank; you don't need to pay again meanwhile",
    charged_back: 'was taken back by your bank',
  }[status]
  return `- ${formatPounds(amount)} for ${title} ${words}.`
}

const issuesAtMost = 3
const documentsAtMost = 6

/** Reports the state of each document, in the words that the client sees beside it. */
export async function reportDocuments(file: OwnFile, question: string): Promise<Report> {
  const [tasks, all] = [await file.tasks(), await file.documents()]
  const open = tasks.filter((task) => task.category === 'documents' && !isFinished(task))
  const label = 'Your documents'
  const actions = open.slice(0, 2).map((task) => actionFor(file, task))
  const checks = asksForCheck.test(question) ? tasks.filter(isIdentityCheck).map(checkLine) : []
  if (all.length === 0) return { label, actions, content: [noDocument, ...checks].join('\n') }
  const { missing, sent } = documentsNamed(question, tasks, inState(question, all))
  const more = sent.length - documentsAtMost
  const lines = [
    ...checks,
    ...missing.map(({ title }) => `We haven't had anything for "${title}" yet.`),
    ...sent.slice(0, documentsAtMost).map(documentLine),
    ...(more > 0 ? [`- and ${more} more, all under Documents.`] : []),
  ]
  return {
    label,
    content: lines.join('\n'),
    actions: [...actions, { label: 'Open Documents', path: pages.documents }],
  }
}

/** Whoever asks whether they are verified means themselves: a verified document is not yet a checked person. */
const asksForCheck = /\b(?:verif\w+|identity|i\.?d)\b/i
const isIdentityCheck = ({ kind }: Task) => kind === 'identity_check'

const checkLine = (task: Task) => {
  const words: Record<TaskState, string> = {
    'To do': 'still to do.',
    'In review': "in review. Someone at the firm decides, and we'll tell you how it went.",
    Verified: 'verified.',
    Done: 'done.',
    'Needs another': `needs another. ${task.reason ?? ''}`.trim(),
  }
  return `- ${task.title}: ${words[taskState(task)]}`
}

/** States of documents, with the words in which clients ask for them. */
const states: [ClientDocument['status'], RegExp][] = [
  ['pending', /\b(?:pending|waiting|in review|not (?:been )?(?:checked|looked at) yet)\b/i],
  ['rejected', /\b(?:reject\w*|refused?|declined|turned down|not accepted|failed)\b/i],
]

/** Returns the documents in the state that is asked for, or all documents if there are none. */
function inState(question: string, all: readonly ClientDocument[]) {
  const wanted = states.find(([, words]) => words.test(question))?.[0]
  const those = all.filter(({ status }) => status === wanted)
  return those.length > 0 ? those : all
}

/**
 * Kinds of documents, with the names that clients use. A bank statement may be for more than one kind, so it is not
 * listed.
 */
const names: [TaskKind, RegExp][] = [
  ['proof_of_identity', /\b(?:passports?|licen[cs]es?|i\.?d|ids|identity card|visa|permit|brp)\b/i],
  [
    'proof_of_address',
    /\b(?:council tax|(?:gas|water|electric\w*|utility|broadband) bills?|proof of address)\b/i,
  ],
  ['proof_of_funds', /\b(?:payslips?|wage ?slips?|gift letters?|p60|proof of funds)\b/i],
]

/**
 * Returns the documents that are asked for by name, or all if there are none, and then also the open tasks for which
 * they are missing.
 */
function documentsNamed(question: string, tasks: readonly Task[], all: readonly ClientDocument[]) {
  const named = names.filter(([, name]) => name.test(question))
  const isNamed = ({ taskId, filename, documentType }: ClientDocument) =>
    named.some(
      ([kind, name]) =>
        name.test(`${filename} ${documentType}`) ||
        tasks.some((task) => task.id === taskId && task.kind === kind),
    )
  const sent = all.filter(isNamed)
  const missing = tasks.filter(
    (task) => sent.length === 0 && !isFinished(task) && named.some(([kind]) => kind === task.kind),
  )
  return { missing, sent: sent.length > 0 ? sent : all }
}

const documentLine = (document: ClientDocument) => {
  const { filename, createdAt } = document
  return `- ${filename}, sent on ${dayOf(createdAt)}: ${fateOf(document)}`
}

const fateOf = ({ status, reason, validation, verifiedAt, awaitsScan }: ClientDocument) => {
  if (status === 'verified') return `verified${verifiedAt ? ` on ${dayOf(verifiedAt)}` : ''}.`
  if (status === 'rejected') return `not accepted. ${reason ?? ''}`.trim()
  if (awaitsScan) return "it's waiting for a virus scan."
  if (validation === null) return "we're still reading it."
  const issues = validation.issues.slice(0, issuesAtMost)
  const waits = 'someone at the firm will look at it.'
  return issues.length === 0 ? waits : `${waits} What we noticed: ${issues.join(' ')}`
}

/** Reports what waits for a signature: sent documents or, if there are none, the letter of the client's own task. */
export async function reportSignatures(file: OwnFile): Promise<Report> {
  const [sent, tasks] = [await file.toSign(), await file.tasks()]
  const letters = tasks.filter((task) => task.kind === 'care_letter' && !isDone(task))
  const names = sent.length > 0 ? sent.map(({ name }) => name) : letters.map(({ title }) => title)
  const label = 'Your signatures'
  if (names.length === 0)
    return {
      label,
      content: 'You have nothing to sign at the moment.',
      actions: [{ label: 'Open E-Signatures', path: pages.signatures }],
    }
  return {
    label,
    content: `To sign:\n${names.map((name) => `- ${name}`).join('\n')}`,
    actions: [{ label: 'Read and sign', path: pages.signatures }],
  }
}
