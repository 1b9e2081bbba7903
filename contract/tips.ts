import { z } from 'zod'
import { pages } from './pages.ts'
import { isDone, type Task } from './tasks.ts'

/** A tip of the assistant (part 1, section 3). */
export interface Tip {
  id: string
  title: string
  content: string
  variant: 'info' | 'success' | 'warning'
  actionText?: string
  /** A path of this portal. */
  actionLink?: string
  /** What the assistant is asked when the client wants to know more; without it there is no such button. */
  showChatButton?: string
  /** Routes; one that ends in `/*` matches any path under that prefix. */
  pages: readonly string[]
  condition?: (state: TipState) => boolean
}

/** What a tip may depend on: what the page knows of this client. */
export interface TipState {
  tasks: readonly Pick<Task, 'kind' | 'status' | 'category' | 'reason'>[]
  documents: readonly { status: 'pending' | 'verified' | 'rejected' }[]
  isTwoFactorEnabled: boolean
  isPhone: boolean
}

export const tipsAtOnce = 2
/** Ids of dismissed tips, in the browser's local storage. */
export const dismissedTipsKey = 'dismissedObiTips'
export const DismissedTips = z.array(z.string())

export const matchesPage = (pattern: string, path: string) => {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  if (!pattern.endsWith('/*')) return plain === pattern
  return plain.startsWith(pattern.slice(0, -1))
}

/** The tips for a page, in their order, without those dismissed; at most two. */
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
    tasks.some((task) => task.kind === kind && !isDone(task))
const openTasks = ({ tasks }: TipState) => tasks.filter((task) => !isDone(task)).length
const { dashboard, documents, payments, settings, verification, identityUpload } = pages

export const tips: readonly Tip[] = [
  {
    id: 'asked-again',
    title: 'One of your papers is needed again',
    content: 'The reason stands below the task. A new file in its place is looked at first.',
    variant: 'warning',
    actionText: 'Open Documents',
    actionLink: documents,
    showChatButton: 'Why was my document not accepted?',
    pages: [dashboard],
    condition: ({ tasks }) => tasks.some((task) => task.reason !== null && !isDone(task)),
  },
  {
    id: 'all-done',
    title: 'Everything is sent',
    content: 'There is nothing left to do for now. We tell you under the bell when something changes.',
    variant: 'success',
    showChatButton: 'What happens next in my case?',
    pages: [dashboard],
    condition: ({ tasks }) => tasks.length > 0 && tasks.every(isDone),
  },
  {
    id: 'nearly-done',
    title: 'Nearly there',
    content: 'Only one task is left. It takes about five minutes.',
    variant: 'success',
    pages: [dashboard],
    condition: (state) => openTasks(state) === 1,
  },
  {
    id: 'any-order',
    title: 'In any order, at any time',
    content: 'Tasks can be done in any order. What you have begun is kept, on your other devices too.',
    variant: 'info',
    pages: [dashboard],
    condition: (state) => openTasks(state) > 3,
  },
  {
    id: 'funds-early',
    title: 'Start with the proof of funds',
    content:
      'It is the paper that takes firms longest to read. The earlier it is here, the sooner you can go on.',
    variant: 'info',
    showChatButton: 'What counts as proof of funds?',
    pages: [dashboard],
    condition: isOpen('proof_of_funds'),
  },
  {
    id: 'searches-when-paid',
    title: 'We order the searches when you pay',
    content: 'Paying the search fees early saves days at the end.',
    variant: 'info',
    showChatButton: 'What are the search fees for?',
    pages: [payments],
    condition: isOpen('payment'),
  },
  {
    id: 'declined-card',
    title: 'A declined card takes nothing',
    content: 'Try another card, or ask your bank. A task is never charged twice.',
    variant: 'info',
    showChatButton: 'My card was declined',
    pages: [payments],
    condition: isOpen('payment'),
  },
  {
    id: 'receipts-kept',
    title: 'Your receipts stay here',
    content: 'Each payment has a receipt that you can print or download at any time.',
    variant: 'success',
    pages: [payments],
    condition: ({ tasks }) =>
      tasks.some(({ category, status }) => category === 'payments' && status === 'completed'),
  },
  {
    id: 'pdf-is-best',
    title: 'A PDF is read best',
    content:
      'Download statements and bills from the website of your bank or supplier, and send the file as it is.',
    variant: 'info',
    showChatButton: 'I only get paperless bills',
    pages: [documents],
    condition: isOpen('proof_of_address'),
  },
  {
    id: 'daylight',
    title: 'Daylight, no flash',
    content: 'Lay the document on a dark table by a window and hold the phone straight above it.',
    variant: 'info',
    showChatButton: 'How do I take a photo that can be read?',
    pages: [documents, identityUpload],
    condition: ({ isPhone }) => isPhone,
  },
  {
    id: 'pending-is-ordinary',
    title: '“In review” is nothing to worry about',
    content: 'Someone will check the document. A clearer picture often settles it straight away.',
    variant: 'info',
    pages: [documents],
    condition: (state) => state.documents.some(({ status }) => status === 'pending'),
  },
  {
    id: 'rejected-document',
    title: 'A document was not accepted',
    content: 'Open it to read the reason. You can send another one in its place.',
    variant: 'warning',
    showChatButton: 'Why was my document not accepted?',
    pages: [documents],
    condition: (state) => state.documents.some(({ status }) => status === 'rejected'),
  },
  {
    id: 'several-files',
    title: 'More than one file?',
    content: 'Choose "Add another" on the task: both sides of a card, or one statement for each account.',
    variant: 'info',
    pages: [documents],
    condition: isOpen('proof_of_funds'),
  },
  {
    id: 'expiry',
    title: 'Look at the date first',
    content: 'A passport or licence has to be in date today. An expired one cannot be accepted.',
    variant: 'warning',
    showChatButton: 'My passport has expired',
    pages: [verification, `${verification}/*`],
    condition: isOpen('proof_of_identity'),
  },
  {
    id: 'two-lines',
    title: 'Show the two lines at the bottom',
    content: 'On a passport the lines of < signs must be sharp and whole: they are what is read first.',
    variant: 'info',
    pages: [identityUpload],
  },
  {
    id: 'no-camera',
    title: 'No camera at hand?',
    content: 'A scan or a file from your computer will do as well.',
    variant: 'info',
    showChatButton: 'I cannot use a camera',
    pages: [verification],
    condition: ({ isPhone }) => !isPhone,
  },
  {
    id: 'second-factor',
    title: 'Add a second lock',
    content: 'With two-factor sign-in a stolen password opens nothing. It takes a minute.',
    variant: 'info',
    showChatButton: 'How do I turn on two-factor sign-in?',
    pages: [settings],
    condition: ({ isTwoFactorEnabled }) => !isTwoFactorEnabled,
  },
  {
    id: 'your-data',
    title: 'Your data is yours',
    content: 'You can take a copy of everything that is held here about you.',
    variant: 'info',
    showChatButton: 'I want a copy of all my data',
    pages: [settings],
  },
  {
    id: 'moved',
    title: 'Moved, or a new name?',
    content: 'Change it here and tell your team too: a new paper may be needed.',
    variant: 'info',
    showChatButton: 'I have just moved',
    pages: [settings],
  },
  {
    id: 'bank-details-never-change',
    title: 'Bank details never change by e-mail',
    content: 'If a message says that ours have changed, do not pay. Call us on the number in this portal.',
    variant: 'warning',
    showChatButton: 'How do I know that an e-mail is really from you?',
    // The payments page has a line of its own that says so.
    pages: ['/messages', '/messages/*'],
    condition: isOpen('payment'),
  },
  {
    id: 'one-place',
    title: 'Everything in one place',
    content: 'Messages here are safe: they are never sent by e-mail, only the news that there is one.',
    variant: 'info',
    pages: ['/messages', '/messages/*'],
  },
  {
    id: 'attach-here',
    title: 'Send papers as papers',
    content: 'A document that a task asks for belongs to the task: there it is checked at once.',
    variant: 'info',
    actionText: 'Open Documents',
    actionLink: documents,
    pages: ['/messages', '/messages/*'],
    condition: ({ tasks }) => tasks.some((task) => task.category === 'documents' && !isDone(task)),
  },
  {
    id: 'whose-move',
    title: 'Whose move is it?',
    content: 'Each open case says who is to act next, and since when.',
    variant: 'info',
    showChatButton: "What's happening with my case?",
    pages: ['/cases', '/cases/*'],
  },
  {
    id: 'prepare',
    title: 'Make the most of your time',
    content: 'Write your questions into the description: your solicitor sees them before you meet.',
    variant: 'info',
    pages: ['/appointments', '/appointments/*'],
  },
  {
    id: 'move-early',
    title: 'Plans change',
    content: 'Move or cancel here at any time. A day before is kind to everybody.',
    variant: 'info',
    showChatButton: 'I need to reschedule my appointment',
    pages: ['/appointments', '/appointments/*'],
  },
  {
    id: 'type-or-draw',
    title: 'Typing counts too',
    content: 'You may draw your signature or type your name: both are worth the same.',
    variant: 'info',
    showChatButton: 'Is an electronic signature valid?',
    pages: ['/signatures', '/signatures/*'],
  },
  {
    id: 'read-first',
    title: 'Read before you sign',
    content: 'If you do not understand something, ask. Nobody will hurry you.',
    variant: 'info',
    actionText: 'Write to your team',
    actionLink: '/messages',
    pages: ['/signatures', '/signatures/*'],
  },
]
