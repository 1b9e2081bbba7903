import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint, Input, Output } from '#contract/kit.ts'
import type { Problem } from '#contract/problem.ts'
import { refresh } from './queries.ts'
import { sendFile } from './send-file.ts'

/** An upload of one file, with its true progress; leaving the page stops it. */
export function useUpload<E extends Endpoint>(endpoint: E, { refreshes }: { refreshes: Endpoint[] }) {
  const cache = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const upload = useMutation<Output<E>, Problem, { file: File; input: Input<E> }>({
    mutationFn: ({ file, input }) => {
      running.current = new AbortController()
      setSent(0)
      return sendFile(endpoint, input, { file, onProgress: setSent, signal: running.current.signal })
    },
    onSuccess: () => refresh(cache, refreshes),
    onError: () => setSent(0),
  })
  return { ...upload, sent, stop }
}
