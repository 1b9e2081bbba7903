import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draft, forms } from '#contract/forms.ts'
import { Problem } from '#contract/problem.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** Where a draft lies while the server does not have it; signing out forgets it with all else. */
export const unsavedKey = (id: TaskId) => ['unsaved draft', id]

export type KeepState = 'idle' | 'saving' | 'saved' | 'failed'
type Typed = Pick<Draft, 'formData' | 'step'>

/** Saves drafts one after another; what fails to be saved stays in memory and is tried again with the next. */
export function useKeeping(id: TaskId, loaded: Typed) {
  const cache = useQueryClient()
  const [state, setState] = useState<KeepState>('idle')
  const known = useRef(JSON.stringify(loaded))
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const save = async (typed: Typed) => {
    try {
      const draft = await ask(forms.saveDraft, { id, ...typed })
      cache.setQueryData(query(forms.draft, { id }).queryKey, (old) => old && draft)
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
