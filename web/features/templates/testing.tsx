import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router'
import { accounts } from '#contract/accounts/accounts.ts'
import { pages, templatePage, templatePath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { type Template, TemplateId, templates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages } from '#web/shell/testing.tsx'
import { answer, idOf, show } from '#web/testing.tsx'
import { newStep } from './draft.ts'
import { TemplatePage } from './template-page.tsx'

export const id = TemplateId.parse(idOf(80))
export const step = (key: string, facts: Partial<TemplateStep> = {}): TemplateStep => ({
  ...newStep([]),
  key,
  title: `Send ${key}`,
  ...facts,
})

/** A server that keeps what is saved of one template, and colleagues who write it too. */
const serve = (steps: TemplateStep[], { isPublished = true } = {}) => {
  const published = { version: 1, steps, note: '', publishedAt: new Date(), publishedBy: null }
  const first = { steps, revision: 1, savedAt: new Date(), savedBy: 'Admin' }
  let kept: Template = isPublished
    ? { id, type: 'Purchase', versions: [published], draft: null }
    : { id, type: 'Leese extension', versions: [], draft: first }
  const notes: string[] = []
  let held = Promise.resolve()
  const answers = [
    answer(accounts.current, () => personOf({ role: 'administrator' })),
    answer(templates.one, () => kept),
    answer(templates.saveDraft, async (input) => {
      await held
      const revision = kept.draft?.revision ?? 0
      if (input.revision !== revision || input.basedOn !== kept.versions[0]?.version)
        throw new Problem('conflict', 'Alex Hartley has changed this template.')
      const draft = { steps: input.steps, revision: revision + 1, savedAt: new Date(), savedBy: 'Admin' }
      kept = { ...kept, draft }
      return kept
    }),
    answer(templates.discardDraft, ({ revision }) => {
      if (revision !== undefined && revision !== kept.draft?.revision)
        throw new Problem('conflict', 'Ines Hart has changed this template.')
      kept = { ...kept, draft: null }
      return undefined
    }),
    answer(templates.publish, ({ note }) => {
      notes.push(note)
      const next = { ...published, version: 2, steps: kept.draft?.steps ?? [], note }
      kept = { ...kept, versions: [next, published], draft: null }
      return kept
    }),
  ]
  const draftElsewhere = (...others: TemplateStep[]) => {
    const revision = (kept.draft?.revision ?? 0) + 1
    kept = { ...kept, draft: { steps: others, revision, savedAt: new Date(), savedBy: 'Ines Hart' } }
  }
  const publishElsewhere = (...others: TemplateStep[]) => {
    kept = { ...kept, versions: [{ ...published, version: 2, steps: others }, published], draft: null }
  }
  /** Keeps the answer to a save back until the function that it returns is called. */
  const holdSave = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { answers, kept: () => kept, notes, holdSave, draftElsewhere, publishElsewhere }
}

/** The editor, with a server that keeps what is saved. */
export const open = (...steps: TemplateStep[]) => openWith(serve(steps))

/** The editor with a template that was never published. */
export const openUnpublished = (...steps: TemplateStep[]) => openWith(serve(steps, { isPublished: false }))

const openWith = (server: ReturnType<typeof serve>) => {
  const page = (
    <>
      <Link to={pages.templates}>Elsewhere</Link>
      <Routes>
        <Route path={templatePage} element={<TemplatePage />} />
        <Route path={pages.templates} element={<Link to={templatePath(id)}>Back to it</Link>} />
      </Routes>
    </>
  )
  const { unmount } = show(page, server.answers, { at: templatePath(id) })
  return { ...server, leave: unmount }
}

/** The editor in the whole portal, which hears of the colleagues' changes. */
export const openLive = (...steps: TemplateStep[]) => {
  const { answers, ...server } = serve(steps)
  openPages(templatePath(id), { user: personOf({ role: 'administrator' }), answers })
  return server
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const titles = async () => {
  const list = within(await screen.findByRole('list', { name: 'Steps' }))
  return list.getAllByRole('listitem').map((item) => /Send (one|two|three)/.exec(item.textContent ?? '')?.[0])
}
