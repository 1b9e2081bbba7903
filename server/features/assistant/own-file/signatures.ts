import { pages } from '#contract/pages.ts'
import { isDone } from '#contract/tasks.ts'
import type { OwnFile } from './file.ts'
import type { Report } from './report.ts'

/** What waits for a signature: sent documents, and the letter of the client's own task. */
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
