import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { taskParameter } from '#contract/dashboard.ts'
import type { TaskId } from '#contract/tasks.ts'

const openedHere = { isOpenedHere: true }

/** Opens a task's dialog by the address, so that the back button closes it. */
export const useOpenTask = () => {
  const navigate = useNavigate()
  return (id: TaskId) =>
    void navigate({ search: `?${new URLSearchParams({ [taskParameter]: id })}` }, { state: openedHere })
}

/** Which task the address names, and how to leave it again. */
export const useAddressedTask = () => {
  const { key, search, state } = useLocation()
  const navigate = useNavigate()
  // Going back takes a moment; a second call in it would leave the dashboard.
  const leftKey = useRef<string>(null)
  const leave = () => {
    if (leftKey.current === key) return
    leftKey.current = key
    if ((state as typeof openedHere | null)?.isOpenedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true })
  }
  return { id: new URLSearchParams(search).get(taskParameter), leave }
}
