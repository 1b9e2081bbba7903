import { z } from 'zod'
import { pages } from '../kit/pages.ts'
import { isAllDone, isFinished, type Task } from '../tasks.ts'

/** A tip of the assistant (part 1, section 3). */
export interface Tip {
  id: string
  title: string
  content: string
  variant: 'info' | 'success' | 'warning'
  actionText?: string
  /** A path of this portal. */
  actionLink?: string
  /** The question that the button asks the assistant. Without it there is no button. */
  showChatButton?: string
  /** Routes where the tip appears. One that ends in `/*` matches any path with that prefix. */
  pages: readonly string[]
  condition?: (state: TipState) => boolean
}

/** The client's state that a tip may depend on. */
export interface TipState {
  tasks: readonly Pick<Task, 'kind' | 'status' | 'category' | 'reason'>[]
  documents: readonly { status: 'pending' | 'verified' | 'rejected' }[]
  isTwoFactorEnabled: boolean
  isPhone: boolean
}

export const tipsAtOnce = 2
/** The key in local storage under which the browser keeps the ids of dismissed tips. */
export const dismissedTipsKey = 'dismissedObiTips'
export const DismissedTips = z.array(z.string())

export const matchesPage = (pattern: string, path: string) => {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (!pattern.endsWith('/*')) return plain === pattern
  return plain.startsWith(pattern.slice(0, -1))
}

/** Returns the tips for a page in order, at most two, without the dismissed ones. */
export const tipsFor = (
  all: readonly Tip[],
  { path, state, dismissed }: { path: string; state: TipState; dismissed: readonly string[] },
): Tip[] =>
  all
    .filter(({ id, pages, condition }) => {
      const isHere = pages.some((pattern) => matchesPage(pattern, path))
      return isHere && !dismissed.includes(id) && (condition?.(state) ?? true)
    })
    .slice(0, tipsAtOnce)

const isOpen =
  (kind: Task['kind']) =>
  ({ tasks }: TipState) =>
    tasks.some((task) => task.kind === kind && !isFinished(task))
const openTasks = ({ tasks }: TipState) => tasks.filter((task) => !isFinished(task)).length
const { dashboard, documents, payments, settings, verification, identityUpload } = pages

export const tips: readonly Tip[] = [
  {
    id: 'asked-again',
    title: 'Please send one document again',
    content: 'The task says why, and what to send instead.',
    variant: 'warning',
    actionText: 'Open Documents',
    actionLink: documents,
    showChatButton: 'Why was my document not accepted?',
    pages: [dashboard],
    condition: ({ tasks }) => tasks.some((task) => task.reason !== null),
  },
  {
    id: 'all-done',
    title: 'No tasks to do now',
    content: "We'll notify you when there's something new.",
    variant: 'success',
    showChatButton: 'What happens next in my case?',
    pages: [dashboard],
    condition: ({ tasks }) => isAllDone(tasks),
  },
  {
    id: 'nearly-done',
    title: 'Nearly there',
    content: 'Only one task left.',
    variant: 'success',
    pages: [dashboard],
    condition: (state) => openTasks(state) === 1,
  },
  {
    id: 'any-order',
    title: 'Stop and carry on whenever you like',
    content: "What you've started is saved, on your other devices too. If a task has to wait, start another.",
    variant: 'info',
    pages: [dashboard],
    condition: (state) => openTasks(state) > 3,
  },
  {
    id: 'funds-early',
    title: 'Proof of funds takes the longest to review',
    content: 'It helps to gather your bank statements early.',
    variant: 'info',
    showChatButton: 'What counts as proof of funds?',
    pages: [dashboard],
    condition: isOpen('proof_of_funds'),
  },
  {
    id: 'searches-when-paid',
    title: 'Paying early saves time',
    content: 'Some work, such as searches, can only start once it has been paid for.',
    variant: 'info',
    showChatButton: 'What are the search fees for?',
    pages: [payments],
    condition: isOpen('payment'),
  },
  {
    id: 'declined-card',
    title: 'If a card is declined, nothing is taken',
    content: "Try another card, or ask your bank. If a payment ever goes through twice, we'll refund it.",
    variant: 'info',
    showChatButton: 'My card was declined',
    pages: [payments],
    condition: isOpen('payment'),
  },
  {
    id: 'receipts-kept',
    title: 'Your receipts stay here',
    content: 'Each payment has a receipt you can print or download at any time.',
    variant: 'success',
    pages: [payments],
    condition: ({ tasks }) =>
      tasks.some(({ category, status }) => category === 'payments' && status === 'completed'),
  },
  {
    id: 'pdf-is-best',
    title: 'A PDF works best',
    content:
      "Download statements and bills from your bank's or supplier's website, and send the file as it is.",
    variant: 'info',
    showChatButton: 'I only get paperless bills',
    pages: [documents],
    condition: isOpen('proof_of_address'),
  },
  {
    id: 'daylight',
    title: 'Daylight, no flash',
    content: 'Lay the document on a dark table by a window and hold your phone straight above it.',
    variant: 'info',
    showChatButton: 'How do I take a photo that can be read?',
    pages: [documents, identityUpload],
    condition: ({ isPhone }) => isPhone,
  },
  {
    id: 'pending-is-ordinary',
    title: '“In review” is nothing to worry about',
    content:
      "Someone at the firm is looking at it. You don't need to do anything: we'll tell you the result.",
    variant: 'info',
    pages: [documents],
    // "You don't need to do anything" would be wrong while another document is requested.
    condition: ({ documents, tasks }) =>
      documents.some(({ status }) => status === 'pending') && tasks.every(({ reason }) => reason === null),
  },
  {
    id: 'rejected-document',
    title: 'A document was not accepted',
    content: 'Open it to read the reason. You can send another in its place.',
    variant: 'warning',
    showChatButton: 'Why was my document not accepted?',
    pages: [documents],
    condition: (state) => state.documents.some(({ status }) => status === 'rejected'),
  },
  {
    id: 'several-files',
    title: 'More than one file?',
    content: 'Choose “Add another” on the task: for both sides of a card, or a statement for each account.',
    variant: 'info',
    pages: [documents],
    condition: isOpen('proof_of_funds'),
  },
  {
    id: 'expiry',
    title: 'Check the date first',
    content: "Your passport or licence has to be in date. We can't accept an expired one.",
    variant: 'warning',
    showChatButton: 'My passport has expired',
    pages: [verification, `${verification}/*`],
    condition: isOpen('proof_of_identity'),
  },
  {
    id: 'two-lines',
    title: 'Include the two lines at the bottom',
    content: 'On a passport, the lines with < signs must be sharp and complete: we read those first.',
    variant: 'info',
    pages: [identityUpload],
  },
  {
    id: 'no-camera',
    title: 'No camera to hand?',
    content: 'A scan or a file from your computer works just as well.',
    variant: 'info',
    showChatButton: 'I cannot use a camera',
    pages: [verification],
    condition: ({ isPhone }) => !isPhone,
  },
  {
    id: 'second-factor',
    title: 'Add a second lock',
    content: "With two-factor sign-in, a stolen password isn't enough. It takes a minute to set up.",
    variant: 'info',
    showChatButton: 'How do I turn on two-factor sign-in?',
    pages: [settings],
    condition: ({ isTwoFactorEnabled }) => !isTwoFactorEnabled,
  },
  {
    id: 'your-data',
    title: 'Your data is yours',
    content: 'You can download a copy of your data here.',
    variant: 'info',
    showChatButton: 'I want a copy of all my data',
    pages: [settings],
  },
  {
    id: 'moved',
    title: 'Moved, or a new name?',
    content: 'Change it here and tell your team too: we may need a new document.',
    variant: 'info',
    showChatButton: 'I have just moved',
    pages: [settings],
  },
  {
    id: 'bank-details-never-change',
    title: 'We never change our bank details by email',
    content: "If a message says they have, don't pay. Call us on the number in this portal.",
    variant: 'warning',
    showChatButton: 'How do I know that an email is really from you?',
    // Not on the payments page, which has a line of its own about this.
    pages: ['/messages', '/messages/*'],
    condition: isOpen('payment'),
  },
  {
    id: 'one-place',
    title: 'Everything in one place',
    content: 'Messages stay here: we only email you to say one has arrived.',
    variant: 'info',
    pages: ['/messages', '/messages/*'],
  },
  {
    id: 'attach-here',
    title: 'Upload documents to their task',
    content: "If a task asks for a document, upload it there and we'll start checking it straight away.",
    variant: 'info',
    actionText: 'Open Documents',
    actionLink: documents,
    pages: ['/messages', '/messages/*'],
    condition: ({ tasks }) => tasks.some((task) => task.category === 'documents' && !isFinished(task)),
  },
  {
    id: 'whose-move',
    title: "Who's next?",
    content: 'Each open case shows who needs to act next, and since when.',
    variant: 'info',
    showChatButton: "What's happening with my case?",
    pages: ['/cases', '/cases/*'],
  },
  {
    id: 'prepare',
    title: 'Make the most of your time',
    content: "Write your questions in the description, and whoever you're meeting can read them beforehand.",
    variant: 'info',
    pages: ['/appointments', '/appointments/*'],
  },
  {
    id: 'move-early',
    title: 'Plans change',
    content: "You can move or cancel here at any time. A day's notice helps everyone.",
    variant: 'info',
    showChatButton: 'I need to reschedule my appointment',
    pages: ['/appointments', '/appointments/*'],
  },
  {
    id: 'type-or-draw',
    title: 'You can type it too',
    content: 'You can draw your signature or type your name: both are equally valid.',
    variant: 'info',
    showChatButton: 'Is an electronic signature valid?',
    pages: ['/signatures', '/signatures/*'],
  },
  {
    id: 'read-first',
    title: 'Read before you sign',
    content: "If you don't understand something, ask us. There's no rush.",
    variant: 'info',
    actionText: 'Write to your team',
    actionLink: '/messages',
    pages: ['/signatures', '/signatures/*'],
  },
]
