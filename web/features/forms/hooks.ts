import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { activities } from '#contract/activities.ts'
import { type Draft, forms } from '#contract/forms/forms.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { type Unsaved, unsavedOf } from './unsaved.ts'

/**
 * Returns the saved draft. Fetched each time, as another device may have continued. What this device could not save yet
 * wins: the portal refuses it if another device has saved since. It is dropped if another has submitted the form.
 */
export const useDraft = (id: TaskId): Draft & { unsaved?: Unsaved } => {
  const { id: owner } = useUser()
  const { data } = useSuspenseQuery({ ...query(forms.draft, { id }), staleTime: 0, gcTime: 0 })
  const unsaved = unsavedOf(owner, id).read(data)
  if (!unsaved) return data
  // Leaves out `known`, which only wins over typed values if it is newer.
  const { known: _, ...form } = data
  const { formData, step } = unsaved
  return { ...form, formData, step, savedAt: null, unsaved }
}

/** Returns a function that fetches saved drafts again, with the questions as they are now. */
export const useDraftAgain = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [forms.draft])
}

/** Returns every version of the submitted answers, newest first. */
export const useAnswers = (id: TaskId) => useSuspenseQuery(query(forms.answers, { id })).data

export const useSubmitForm = () =>
  useCommand(forms.complete, { refreshes: [tasks.list, activities.list, forms.answers, forms.draft] })

/** Calls `leave` when the user leaves the page: the dialog closes, the tab is hidden, the phone is put away. */
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

/** Calls `act` when the device is online again. */
export function useOnline(act: () => void) {
  const online = useEffectEvent(act)
  useEffect(() => {
    const listener = () => online()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

/** Whether the form was closed, for what goes on after that. */
export function useClosed() {
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  return isClosed
}
