import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { isOpen, signatures } from '#contract/signatures/signatures.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { query, refresh } from '#web/platform/queries.ts'
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

export interface LeftBesideTasks {
  /** What they have left to do: documents that were sent without a task, and cases whose next step is theirs. */
  sentences: string[]
  /** How many tasks closed cases have on hold, and those cases. A task that two of them ask for counts once. */
  held: { tasks: number; cases: Matter[] }
}

/** Returns what a client has besides the tasks that they can do. Null until it is known, or while not `enabled`. */
export function useLeftBesideTasks({ enabled }: { enabled: boolean }): LeftBesideTasks | null {
  const { data: requests } = useQuery({ ...query(signatures.requests, {}), enabled })
  const { data: cases } = useQuery({ ...query(matters.list, {}), enabled })
  if (!enabled || !requests || !cases) return null
  const toSign = requests.filter(isOpen).length
  const theirs = cases.filter(({ status, move }) => status === 'open' && move?.whose === 'client')
  const holding = cases.filter(({ heldTasks }) => heldTasks.length > 0)
  return {
    sentences: [
      ...(toSign > 0
        ? [`You still have ${toSign === 1 ? 'a document' : `${toSign} documents`} to sign.`]
        : []),
      ...theirs.map(({ title }) => `In ${title}, the next step is yours.`),
    ],
    held: { tasks: new Set(holding.flatMap(({ heldTasks }) => heldTasks)).size, cases: holding },
  }
}

/** Fetches again what a completed task changes on the dashboard. */
export const useRefreshed = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [tasks.list, activities.list])
}
