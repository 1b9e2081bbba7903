import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { type Template, type TemplateId, templates } from '#contract/templates/templates.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { toast } from '#web/ui/overlays/toast.ts'

export const useTemplate = (id: TemplateId) =>
  useSuspenseQuery({ ...query(templates.one, { id }), staleTime: 0 }).data

const stepsOf = ({ draft, versions }: Template) => draft?.steps ?? versions[0]?.steps ?? []

/** What changes start from: how often the draft was saved, and the newest published version. Each is 0 without one. */
const originOf = ({ draft, versions }: Template) => ({
  revision: draft?.revision ?? 0,
  basedOn: versions[0]?.version ?? 0,
})

export type StepsChange = TemplateStep[] | ((steps: TemplateStep[]) => TemplateStep[])

const answers = [templates.list, templates.one]

/** Shows a refusal and what the template is by now, and returns null. */
function useRefused() {
  const cache = useQueryClient()
  return (title: string) => (error: unknown) => {
    if (!(error instanceof Problem)) throw error
    toast({ title, description: error.message, variant: 'destructive' })
    void refresh(cache, answers)
    return null
  }
}

/** The steps as they are on the page, and what they start from. A newer template takes their place if it may. */
function useSteps(template: Template, { isHeld }: { isHeld: boolean }) {
  const [steps, setSteps] = useState(() => stepsOf(template))
  const [origin, setOrigin] = useState(() => originOf(template))
  const [saved, setSaved] = useState(steps)
  const isDirty = steps !== saved
  const begin = (from: Template) => {
    const begun = stepsOf(from)
    setSteps(begun)
    setSaved(begun)
    setOrigin(originOf(from))
  }
  // The page opens with what was known of the template, and a draft saved on leaving or elsewhere may be newer.
  const [taken, setTaken] = useState(template)
  if (template !== taken && !isDirty && !isHeld) {
    setTaken(template)
    begin(template)
  }
  return {
    steps,
    origin,
    isDirty,
    begin,
    /** Goes on from what has been saved: these steps, which may have been changed again meanwhile. */
    take: (next: Template) => {
      setOrigin(originOf(next))
      setSaved(steps)
    },
    /** Takes the next steps, or what makes them of the steps at that time. */
    change: (next: StepsChange) => setSteps(next),
  }
}

/**
 * Keeps a template's unsaved changes on the page. While it is held, as something is written or asked over it, a
 * colleague's changes do not take the place of the steps below.
 */
export function useEditor(template: Template, { isHeld }: { isHeld: boolean }) {
  const refused = useRefused()
  const { steps, origin, isDirty, begin, take, change } = useSteps(template, { isHeld })
  const isSaved = origin.revision > 0
  const saveDraft = useCommand(templates.saveDraft, { refreshes: answers })
  // A template that goes with its draft is not asked for again by the page that still shows it.
  const discardDraft = useCommand(templates.discardDraft, {
    refreshes: template.versions.length === 0 ? [templates.list] : answers,
  })

  /** Saves the draft. Returns its revision, or null if it could not be saved. */
  const save = async (): Promise<number | null> => {
    if (!isDirty && isSaved) return origin.revision
    const next = await saveDraft
      .mutateAsync({ id: template.id, steps, ...origin })
      .catch(refused('Your draft is not saved yet'))
    if (next) take(next)
    return next?.draft?.revision ?? null
  }
  useLeave(isDirty, () => {
    const kept = () => toast({ title: 'Draft saved', description: template.type, variant: 'success' })
    saveDraft
      .mutateAsync({ id: template.id, steps, ...origin })
      .then(kept, refused('Your draft is not saved yet'))
  })
  /** Returns whether the template went with its draft, because it was never published. */
  const discard = async (): Promise<boolean> => {
    const isPublished = template.versions.length > 0
    // What was never saved is only here. A draft that is there by now is a colleague's.
    if (!isSaved && isPublished) {
      begin(template)
      return false
    }
    const { revision } = origin
    const isDiscarded = await discardDraft
      .mutateAsync({ id: template.id, revision })
      .then(() => true, refused('The draft could not be discarded'))
    if (!isDiscarded) return false
    begin({ ...template, draft: null })
    return !isPublished
  }
  return {
    steps,
    isDirty,
    isDraft: isDirty || isSaved,
    isSaving: saveDraft.isPending,
    change,
    save,
    discard,
    /** Takes over the published draft. */
    published: take,
  }
}

/**
 * Saves what was changed when the page is left, and asks before the window is closed. A draft is seen by nobody but
 * those who write templates.
 */
function useLeave(isDirty: boolean, save: () => void) {
  const leave = useEffectEvent(() => {
    if (isDirty) save()
  })
  useEffect(() => () => leave(), [])
  useUnloadQuestion(isDirty, { isLostOnLeave: false })
}
