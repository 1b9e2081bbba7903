import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CaptureSession, CaptureStep, SessionDocument, StepType } from '#contract/identity/session.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { ask } from '#web/platform/ask.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useUpload } from '#web/platform/upload.ts'

const whileReading = 1_500
const otherwise = 3_000

const paceOf = (session: CaptureSession | undefined) => {
  if (session !== undefined && session.state !== 'open') return false
  return session?.steps.some(({ state }) => state === 'reading') ? whileReading : otherwise
}

/** Returns the session, and polls it, because another device may be working on it too. */
export const useCaptureSession = (token: string) =>
  useQuery({
    ...query(onboarding.capture, { token }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error } }) => (isUnknown(error) ? false : paceOf(data)),
  })

export const isUnknown = (problem: Problem | null) =>
  problem?.code === 'not_found' || problem?.code === 'invalid'

const keep = async (cache: QueryClient, token: string, session: CaptureSession) => {
  const { queryKey } = query(onboarding.capture, { token })
  // A response that is still under way is older than this one.
  await cache.cancelQueries({ queryKey })
  cache.setQueryData(queryKey, session)
}

/** Returns the commands of the page. If one is refused because the session has changed, fetches it again. */
export const useCaptureCommands = (token: string) => {
  const cache = useQueryClient()
  const options = {
    onSuccess: (session: CaptureSession) => keep(cache, token, session),
    onError: () => refresh(cache, [onboarding.capture]),
  }
  const choose = useMutation<CaptureSession, Problem, SessionDocument>({
    mutationFn: (document) => ask(onboarding.chooseDocument, { token, document }),
    ...options,
  })
  const skip = useMutation<CaptureSession, Problem, StepType>({
    mutationFn: (step) => ask(onboarding.skipStep, { token, step }),
    ...options,
  })
  const submit = useMutation<CaptureSession, Problem>({
    mutationFn: () => ask(onboarding.submitSession, { token }),
    ...options,
  })
  return { choose, skip, submit }
}

const firstWait = 2_000
const longestWait = 20_000

/**
 * Sends the picture of a step. If the network is lost or the portal is briefly unavailable, retries by itself with
 * increasing delays, and at once when the device is online again.
 */
export const useSending = (token: string, { step, sent }: { step: StepType; sent: () => void }) => {
  const cache = useQueryClient()
  const upload = useUpload(onboarding.takePicture, { refreshes: [] })
  const [tries, setTries] = useState(0)
  const { error, variables, isPending, mutate } = upload
  const isHeld = error?.code === 'unavailable' && !isPending

  const send = (file: File) =>
    mutate(
      { file, input: { token, step } },
      {
        // `sent` decides which step comes next, before the new state shows that this one is done.
        onSuccess: (session) => {
          sent()
          void keep(cache, token, session)
        },
        onError: ({ code }) => {
          setTries((count) => count + 1)
          if (code !== 'unavailable') void refresh(cache, [onboarding.capture])
        },
      },
    )
  const again = useEffectEvent(() => {
    if (variables) send(variables.file)
  })
  useEffect(() => {
    if (!isHeld) return
    // Each failed attempt plans one new attempt, and nothing else does.
    const send = () => again()
    const timer = setTimeout(send, Math.min(firstWait * 2 ** (tries - 1), longestWait))
    addEventListener('online', send)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', send)
    }
  }, [isHeld, tries])
  return { ...upload, send, isHeld }
}

/** What the page shows of an open session. */
export type View =
  | { kind: 'choose' }
  | { kind: 'finish' }
  | { kind: 'take'; step: CaptureStep }
  | { kind: 'result'; step: CaptureStep }

/**
 * A step that stays on the page whatever another device does to it: its picture is being taken, or its result is shown.
 */
export interface Held {
  type: StepType
  isTaken: boolean
}

export const viewOf = ({ document, steps }: CaptureSession, held: Held | null): View => {
  if (document === null) return { kind: 'choose' }
  const step = steps.find(({ type }) => type === held?.type)
  if (step && held) return { kind: held.isTaken || step.state === 'waiting' ? 'take' : 'result', step }
  const next = steps.find(({ state }) => state === 'waiting')
  return next ? { kind: 'take', step: next } : { kind: 'finish' }
}
