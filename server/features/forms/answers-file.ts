import { shownSubmitted } from '#contract/forms/firm-answers.ts'
import { type Answers, formFor, type forms } from '#contract/forms/forms.ts'
import type { ShownAnswer } from '#contract/forms/labels.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { london } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { showFirm } from '#server/features/settings/service.ts'
import { getOwnTask } from '#server/features/tasks/service.ts'
import type { Client, Ctx, FileAnswer } from '#server/platform/ctx.ts'
import { pdfResponse } from '#server/platform/pdf/document.ts'
import type { Block } from '#server/platform/pdf/layout.ts'
import * as store from './store.ts'

/** Returns the newest answers as a PDF on the firm's letterhead. Throws `unprocessable` for a task without a form. */
export async function answersFile(
  ctx: Ctx<Client>,
  { id }: Input<typeof forms.answersFile>,
): Promise<FileAnswer> {
  const task = await getOwnTask(ctx.db, ctx.actor.id, id)
  if (formFor(task) === null) throw new Problem('unprocessable', 'This task has no form.')
  const newest = (await store.findNewest(ctx.db, ctx.actor.id, id)) ?? notFound('form')
  const { firstName, lastName } = await getAccount(ctx.db, ctx.actor.id)
  const bytes = await ctx.ports.drawing.draw({
    letterhead: await showFirm(ctx),
    title: task.title,
    lead: `${fullName({ firstName, lastName })}  ·  submitted ${timeText.format(newest.submittedAt)}${versionWords(newest)}`,
    blocks: blocksOf(newest),
  })
  return pdfResponse(bytes, { filename: `${task.title}.pdf` })
}

const versionWords = ({ version }: Answers) => (version === 1 ? '' : `  ·  version ${version}`)

const blocksOf = (submitted: Answers): Block[] =>
  shownSubmitted(submitted)
    .filter(({ answers }) => answers.length > 0)
    .flatMap(({ title, answers }): Block[] => [
      { kind: 'heading', text: title },
      { kind: 'rows', rows: answers.map((answer) => rowOf(submitted, answer)) },
    ])

// The PDF shows a value as running text, so the lines of an address need a comma between them.
const rowOf = ({ form }: Answers, { name, label, text }: ShownAnswer) => ({
  name: label,
  value: name === 'address' || form === 'firm_form' ? text.replace(/\s*\n\s*/g, ', ') : text,
})

const timeText = new Intl.DateTimeFormat('en-GB', {
  ...london,
  dateStyle: 'long',
  timeStyle: 'short',
})
