import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 } from 'uuid'
import type { Endpoint, Input, Output } from '#contract/kit.ts'
import type { Problem } from '#contract/problem.ts'
import { refresh } from './queries.ts'
import { sendFile } from './send-file.ts'

/** An upload of one file, with its true progress; leaving the page stops it. */
export function useUpload<E extends Endpoint>(endpoint: E, { refreshes }: { refreshes: Endpoint[] }) {
  const cache = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const keyFor = useKeys()
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const upload = useMutation<Output<E>, Problem, { file: File; input: Input<E> }>({
    mutationFn: ({ file, input }) => {
      running.current = new AbortController()
      setSent(0)
      const { signal } = running.current
      const headers = { 'idempotency-key': keyFor(file, input) }
      return sendFile(endpoint, input, { file, headers, onProgress: setSent, signal })
    },
    onSuccess: () => refresh(cache, refreshes),
    onError: () => setSent(0),
  })
  return { ...upload, sent, stop }
}

/** A key for each chosen file and what it is sent for, so that sending it again cannot make two of it. */
const useKeys = () => {
  const keys = useRef(new WeakMap<File, Map<string, string>>())
  return (file: File, input: unknown) => {
    const known = keys.current.get(file) ?? new Map<string, string>()
    keys.current.set(file, known)
    const asked = JSON.stringify(input)
    const key = known.get(asked) ?? v4()
    known.set(asked, key)
    return key
  }
}
