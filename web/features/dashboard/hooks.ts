import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import type { NextAction } from '#contract/matters/next-action.ts'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures/signatures.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { pagesOf } from '#web/platform/lists.ts'
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
  /** Documents to sign that were sent without a task. */
  toSign: SignatureRequest[]
  /** Open cases whose next step is the client's, and those whose next step is somebody else's. */
  theirs: MovingMatter[]
  others: MovingMatter[]
  /** How many tasks closed cases have on hold, and those cases. A task that two of them ask for counts once. */
  held: { tasks: number; cases: Matter[] }
}

type MovingMatter = Pick<Matter, 'id' | 'title'> & { move: NextAction }

/** Whether the client has something to do besides their tasks. */
export const hasLeft = ({ toSign, theirs }: LeftBesideTasks) => toSign.length + theirs.length > 0

/** Returns what a client has besides the tasks that they can do. Null until it is known, or while not `enabled`. */
export function useLeftBesideTasks({ enabled }: { enabled: boolean }): LeftBesideTasks | null {
  const { data: requests } = useQuery({ ...query(signatures.requests, {}), enabled })
  const cases = useAllMatters({ enabled })
  if (!enabled || !requests || !cases) return null
  const moving = cases.flatMap(({ id, title, status, move }) =>
    status === 'open' && move ? [{ id, title, move }] : [],
  )
  const holding = cases.filter(({ heldTasks }) => heldTasks.length > 0)
  return {
    toSign: requests.filter(isOpen),
    theirs: moving.filter(({ move }) => move.whose === 'client'),
    others: moving.filter(({ move }) => move.whose !== 'client'),
    held: { tasks: new Set(holding.flatMap(({ heldTasks }) => heldTasks)).size, cases: holding },
  }
}

/** Returns all cases of a client, page by page, however many there are. Null until all are known. */
function useAllMatters({ enabled }: { enabled: boolean }): Matter[] | null {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...pagesOf(matters.list),
    enabled,
  })
  const isNextWanted = enabled && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isNextWanted) void fetchNextPage()
  }, [isNextWanted, fetchNextPage])
  return data && !hasNextPage ? data : null
}

/** Fetches again what a completed task changes on the dashboard. */
export const useRefreshed = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [tasks.list, activities.list])
}
