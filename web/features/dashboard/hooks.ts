import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { activities } from '#contract/activities.ts'
import { taskParameter } from '#contract/dashboard/dashboard.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { type NextAction, taskSteps } from '#contract/matters/next-action.ts'
import { isOpen, type SignatureRequest, signatures } from '#contract/signatures/signatures.ts'
import { isFinished, type Task, type TaskId, tasks } from '#contract/tasks.ts'
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
  /** Documents to sign that no open task asks for. */
  toSign: SignatureRequest[]
  /** Open cases whose next step is the client's and no task, and those whose next step is somebody else's. */
  theirs: MovingMatter[]
  others: MovingMatter[]
  /** How many tasks closed cases have on hold, and those cases. A task that two of them ask for counts once. */
  held: { tasks: number; cases: Matter[] }
}

type MovingMatter = Pick<Matter, 'id' | 'title'> & { move: NextAction }

/** Whether the client has something to do besides their tasks. */
export const hasLeft = ({ toSign, theirs }: LeftBesideTasks) => toSign.length + theirs.length > 0

/**
 * Returns what a client has besides the tasks that they can do, or null until all of it is known. `isSettled` is true
 * after any response.
 */
export function useLeftBesideTasks(tasks: readonly Task[]): {
  left: LeftBesideTasks | null
  isSettled: boolean
} {
  const { data: requests, isFetched } = useQuery(query(signatures.requests, {}))
  const cases = useAllMatters()
  const isSettled = isFetched && cases.isFetched
  if (!requests || !cases.all) return { left: null, isSettled }
  const moving = cases.all.flatMap(({ id, title, status, move }) =>
    status === 'open' && move ? [{ id, title, move }] : [],
  )
  const holding = cases.all.filter(({ heldTasks }) => heldTasks.length > 0)
  const open = new Set(tasks.filter((task) => !isFinished(task)).map(({ id }) => id))
  const isOpenTask = (id: TaskId | null) => id !== null && open.has(id)
  const left = {
    toSign: requests.filter((request) => isOpen(request) && !isOpenTask(request.taskId)),
    theirs: moving.filter(
      ({ move }) =>
        move.whose === 'client' && !isOpenTask(move.taskId) && !(open.size > 0 && isOfTasks(move.nextStep)),
    ),
    others: moving.filter(({ move }) => move.whose !== 'client'),
    held: { tasks: new Set(holding.flatMap(({ heldTasks }) => heldTasks)).size, cases: holding },
  }
  return { left, isSettled }
}

/** Whether a step only says that there are tasks to do, which the dashboard lists anyway. */
const isOfTasks = (nextStep: string) => nextStep === taskSteps.begin || nextStep === taskSteps.finish

/** Returns all cases of a client, page by page, however many there are. `all` is null until all are known. */
function useAllMatters(): { all: Matter[] | null; isFetched: boolean } {
  const { data, hasNextPage, isFetched, isFetching, isError, fetchNextPage } = useInfiniteQuery(
    pagesOf(matters.list),
  )
  const isNextWanted = hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isNextWanted) void fetchNextPage()
  }, [isNextWanted, fetchNextPage])
  return { all: data && !hasNextPage ? data : null, isFetched }
}

/** Fetches again what a completed task changes on the dashboard. */
export const useRefreshed = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [tasks.list, activities.list])
}
