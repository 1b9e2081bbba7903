import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { activities } from '#contract/activities.ts'
import { type Draft, type DraftValues, forms, mergeDrafts, type SharedDraft } from '#contract/forms/forms.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** What a change is made to: of a shared draft others may have typed since. */
export interface Base {
  formData: DraftValues
  version: number
}
const baseOf = ({ formData, shared }: Draft): Base => ({ formData, version: shared?.version ?? 0 })

type Typed = Pick<Draft, 'formData' | 'step'>
type Unsaved = Typed & { base: Base }

/** What was typed so far, asked anew each time: another device may have gone on. What could not be saved wins. */
export const useDraft = (id: TaskId): Draft & { base?: Base } => {
  const cache = useQueryClient()
  const { data } = useSuspenseQuery({ ...query(forms.draft, { id }), staleTime: 0, gcTime: 0 })
  const unsaved = cache.getQueryData<Unsaved>(unsavedKey(id))
  // Without what is known: that stands over what was typed only where it is newer.
  const { known: _, ...asked } = data
  return unsaved ? { ...asked, ...unsaved, savedAt: null } : data
}

/** Every version of the submitted answers, newest first. */
export const useAnswers = (id: TaskId) => useSuspenseQuery(query(forms.answers, { id })).data

export const useSubmitForm = () =>
  useCommand(forms.complete, { refreshes: [tasks.list, activities.list, forms.answers, forms.draft] })

/** Where a draft lies while the server does not have it; signing out forgets it with all else. */
const unsavedKey = (id: TaskId) => ['unsaved draft', id]

type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
/** What somebody else typed meanwhile, put together with what was typed here. */
export interface Met {
  merged: ReturnType<typeof mergeDrafts>
  /** As it was typed here. */
  mine: DraftValues
  theirs: Draft
}

interface Loaded extends Typed {
  base: Base
  /** Of a draft that others share; missing where nobody else sees it. */
  shared: SharedDraft | undefined
  /** Shows what somebody else typed meanwhile. */
  meet: (met: Met) => void
}

/** Saves drafts one after another; what fails to be saved stays in memory and is tried again with the next. */
export function useAutosave(id: TaskId, { formData, step, base: begun, shared, meet }: Loaded) {
  const cache = useQueryClient()
  const [state, setState] = useState<SaveState>('idle')
  const known = useRef(JSON.stringify({ formData, step }))
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const base = useRef(begun)
  const isPrivate = useRef(shared?.isPrivate ?? false)

  /** Reads what somebody else typed, and puts it together with this: nothing of either is lost. */
  const bringTogether = async (mine: DraftValues) => {
    const theirs = await ask(forms.draft, { id })
    const merged = mergeDrafts(base.current.formData, mine, theirs.formData)
    base.current = baseOf(theirs)
    meet({ merged, mine, theirs })
    return merged.values
  }

  const save = async (typed: Typed): Promise<void> => {
    const version = { version: base.current.version, isPrivate: isPrivate.current }
    try {
      const draft = await ask(forms.saveDraft, { id, ...typed, ...(shared && { shared: version }) })
      base.current = baseOf(draft)
      cache.setQueryData(query(forms.draft, { id }).queryKey, (old) => old && { ...old, ...draft })
      cache.removeQueries({ queryKey: unsavedKey(id) })
      setState('saved')
      await refresh(cache, [tasks.list])
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'draft_changed' && !isPrivate.current)
        return save({ ...typed, formData: await bringTogether(typed.formData) })
      known.current = ''
      setState('failed')
      toast({ title: 'Your answers are not saved yet', description: error.message, variant: 'warning' })
    }
  }
  const keep = (typed: Typed) => {
    const text = JSON.stringify(typed)
    if (text === known.current) return
    known.current = text
    cache.setQueryDefaults(unsavedKey(id), { gcTime: Number.POSITIVE_INFINITY })
    cache.setQueryData(unsavedKey(id), { ...typed, base: base.current } satisfies Unsaved)
    setState('saving')
    queue.current = queue.current.then(() => save(typed))
  }
  return {
    state,
    keep,
    bringTogether,
    /** Of a shared draft that is submitted: the version that was read. */
    versionRead: () => (shared && !isPrivate.current ? base.current.version : undefined),
    /** From now on nobody else sees what is typed, or the others do. */
    keepPrivate: (wanted: boolean, typed: Typed) => {
      isPrivate.current = wanted
      known.current = ''
      keep(typed)
    },
    /** Resolves when nothing is on its way any more. */
    settled: () => queue.current,
    /** The form was submitted: there is no draft any more. */
    forget: () => cache.removeQueries({ queryKey: unsavedKey(id) }),
  }
}

/** Calls back when the page is left: the dialog closes, the tab is hidden, the phone is put away. */
export function useOnLeaving(leave: () => void) {
  const leaving = useEffectEvent(leave)
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') leaving()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      leaving()
    }
  }, [])
}
