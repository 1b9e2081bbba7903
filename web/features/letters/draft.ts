import { z } from 'zod'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { ownKey, stored } from '#web/platform/storage.ts'

type Answers = Readonly<Record<string, string>>

const Draft = z.strictObject({
  templateKey: z.string(),
  /** By template, then by question. */
  answers: z.record(z.string(), z.record(z.string(), z.string())),
})

const none: z.infer<typeof Draft> = { templateKey: '', answers: {} }

/**
 * The letter that somebody is writing in a case. This device keeps it until it is sent, given up, or its writer signs
 * out, because some of what a letter lacks is filled in on other pages.
 */
export const letterDraftOf = (owner: UserId, id: MatterId) => {
  const storage = stored(ownKey(owner, `letter_draft:${id}`), Draft)
  const read = () => storage.read() ?? none
  const write = (draft: z.infer<typeof Draft>) =>
    draft.templateKey === '' && Object.keys(draft.answers).length === 0
      ? storage.clear()
      : storage.write(draft)
  return {
    templateKey: () => read().templateKey,
    answersOf: (key: TemplateKey): Answers => read().answers[key] ?? {},
    choose: (templateKey: string) => write({ ...read(), templateKey }),
    keep: (key: TemplateKey, answers: Answers) => {
      const { [key]: _, ...others } = read().answers
      write({ ...read(), answers: isWritten(answers) ? { ...others, [key]: answers } : others })
    },
    end: (key: TemplateKey) => {
      const { [key]: _, ...others } = read().answers
      write({ templateKey: '', answers: others })
    },
  }
}

/** Whether anything would be lost. */
export const isWritten = (answers: Answers) => Object.values(answers).some((answer) => answer.trim() !== '')
