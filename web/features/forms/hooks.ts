import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { activities } from '#contract/activities.ts'
import { type Draft, forms } from '#contract/forms/forms.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** What was typed so far, asked anew each time: another device may have gone on. What could not be saved wins. */
export const useDraft = (id: TaskId): Draft => {
  const cache = useQueryClient()
  const { data } = useSuspenseQuery({ ...query(forms.draft, { id }), staleTime: 0, gcTime: 0 })
  const unsaved = cache.getQueryData<Draft>(unsavedKey(id))
  return unsaved ? { questions: data.questions, ...unsaved } : data
}

/** Every version of the submitted answers, newest first. */
export const useAnswers = (id: TaskId) => useSuspenseQuery(query(forms.answers, { id })).data

export const useSubmitForm = () =>
  useCommand(forms.complete, { refreshes: [tasks.list, activities.list, forms.answers, forms.draft] })

/** Where a draft lies while the server does not have it; signing out forgets it with all else. */
const unsavedKey = (id: TaskId) => ['unsaved draft', id]

type SaveState = 'idle' | 'saving' | 'saved' | 'failed'
type Typed = Pick<Draft, 'formData' | 'step'>

/** Saves drafts one after another; what fails to be saved stays in memory and is tried again with the next. */
export function useAutosave(id: TaskId, loaded: Typed) {
  const cache = useQueryClient()
  const [state, setState] = useState<SaveState>('idle')
  const known = useRef(JSON.stringify(loaded))
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const save = async (typed: Typed) => {
    try {
      const draft = await ask(forms.saveDraft, { id, ...typed })
      cache.setQueryData(query(forms.draft, { id }).queryKey, (old) => old && { ...old, ...draft })
      cache.removeQueries({ queryKey: unsavedKey(id) })
      setState('saved')
      await refresh(cache, [tasks.list])
    } catch (error) {
      if (!(error instanceof Problem)) throw error
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
    cache.setQueryData(unsavedKey(id), { ...typed, savedAt: null } satisfies Draft)
    setState('saving')
    queue.current = queue.current.then(() => save(typed))
  }
  return {
    state,
    keep,
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
