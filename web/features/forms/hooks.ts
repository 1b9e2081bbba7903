import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { activities } from '#contract/activities.ts'
import { type Draft, forms } from '#contract/forms.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { unsavedKey } from './keeping.ts'

/** What was typed so far, asked anew each time: another device may have gone on. What could not be saved wins. */
export const useDraft = (id: TaskId): Draft => {
  const cache = useQueryClient()
  const { data } = useSuspenseQuery({ ...query(forms.draft, { id }), staleTime: 0, gcTime: 0 })
  return cache.getQueryData<Draft>(unsavedKey(id)) ?? data
}

/** Every version of the submitted answers, newest first. */
export const useAnswers = (id: TaskId) => useSuspenseQuery(query(forms.answers, { id })).data

export const useSubmitForm = () =>
  useCommand(forms.complete, { refreshes: [tasks.list, activities.list, forms.answers, forms.draft] })
