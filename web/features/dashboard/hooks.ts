import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { refresh } from '#web/platform/queries.ts'
import { stored } from '#web/platform/storage.ts'

const openedHere = { isOpenedHere: true }

/** Opens a task's dialog through the URL, so that the back button closes it. */
export const useOpenTask = () => {
  const navigate = useNavigate()
  return (id: TaskId) =>
    void navigate({ search: `?${new URLSearchParams({ [taskParameter]: id })}` }, { state: openedHere })
}

/** Returns the ID of the task in the URL, and a function to leave it. */
export const useAddressedTask = () => {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // Going back is asynchronous. A second call meanwhile would leave the dashboard.
  const leftKey = useRef<string>(null)
  const leave = () => {
    if (leftKey.current === key) return
    leftKey.current = key
    if ((state as typeof openedHere | null)?.isOpenedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true })
  }
  return { id: new URLSearchParams(search).get(taskParameter), leave }
}

const View = z.enum(['overview', 'grouped'])
export type View = z.infer<typeof View>

const kept = stored('dashboard_view', View)

/** The client's choice between the overview and the grouped progress view. The browser remembers it. */
export const useView = () => {
  const [view, setView] = useState(() => kept.read() ?? 'overview')
  const choose = (next: View) => {
    kept.write(next)
    setView(next)
  }
  return [view, choose] as const
}

/** Fetches again what a completed task changes on the dashboard. */
export const useRefreshed = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [tasks.list, activities.list])
}
