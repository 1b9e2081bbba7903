import { topics } from '#contract/chat.ts'
import { isFinished } from '#contract/tasks.ts'
import type { OwnFile } from './own-file/file.ts'

const atMost = 5

/** Questions that fit where this client stands; each of them is answered. */
export async function suggestionsFor(file: OwnFile): Promise<string[]> {
  if (file.isGated) return [...topics]
  const [tasks, documents] = [await file.tasks(), await file.documents()]
  const open = tasks.filter((task) => !isFinished(task))
  const isAsked = (kind: string) => open.some((task) => task.kind === kind)
  const fitting = [
    open.length > 0 && 'What do I still have to do?',
    documents.some(({ status }) => status === 'rejected') && 'Why was my document not accepted?',
    documents.some(({ status }) => status === 'pending') && 'What does "pending" mean?',
    isAsked('proof_of_address') && 'Which documents count as proof of address?',
    isAsked('proof_of_funds') && 'Why are you asking where my money comes from?',
    isAsked('payment') && 'What are the search fees for?',
    'What happens next in my case?',
    'How do I book an appointment?',
    'How do I know that an email is really from you?',
    'Is my data secure?',
  ]
  return fitting.filter((question) => question !== false).slice(0, atMost)
}
