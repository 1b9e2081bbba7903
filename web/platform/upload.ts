import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 } from 'uuid'
import type { Endpoint, Input, Output } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { answerOf, encodedAddressOf } from '#contract/kit/transport.ts'
import { answered, parsedBody, unreachable } from './ask.ts'
import { notifyUnauthorized } from './emitter.ts'
import { refresh } from './queries.ts'

interface Uploaded<E extends Endpoint> {
  file: File
  input: Input<E>
  /** If left out, the Idempotency-Key of this file and input. */
  headers?: Record<string, string>
}

interface UploadOptions {
  refreshes: Endpoint[]
  /** Called if leaving the page stops an upload that has not been answered. */
  onStopped?: () => void
}

/** Uploads one file and reports its real progress. Leaving the page stops the upload. */
export function useUpload<E extends Endpoint>(endpoint: E, { refreshes, onStopped }: UploadOptions) {
  const cache = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const keyFor = useKeys()
  const stop = () => running.current?.abort()
  const leave = useEffectEvent(() => {
    if (running.current) onStopped?.()
    stop()
  })
  useEffect(() => () => leave(), [])

  const upload = useMutation<Output<E>, Problem, Uploaded<E>>({
    mutationFn: ({ file, input, headers = { 'idempotency-key': keyFor(file, input) } }) => {
      const sending = new AbortController()
      running.current = sending
      setSent(0)
      const { signal } = sending
      return sendFile(endpoint, input, { file, headers, onProgress: setSent, signal }).finally(() => {
        if (running.current === sending) running.current = null
      })
    },
    onSuccess: () => refresh(cache, refreshes),
    onError: () => setSent(0),
  })
  return { ...upload, sent, stop }
}

/** Returns a key for each chosen file and input, so that sending a file again cannot create a second upload. */
const useKeys = () => {
  const keys = useRef(new WeakMap<File, Map<string, string>>())
  return (file: File, input: unknown) => {
    const known = keys.current.get(file) ?? new Map<string, string>()
    keys.current.set(file, known)
    const text = JSON.stringify(input)
    const key = known.get(text) ?? v4()
    known.set(text, key)
    return key
  }
}

interface Sending {
  file: File
  /** Request headers, such as an Idempotency-Key. */
  headers?: Record<string, string>
  /** Called with the fraction sent so far, from 0 to 1. */
  onProgress?: (sent: number) => void
  /** Stops the upload; the promise then rejects with an `AbortError`. */
  signal?: AbortSignal
}

/**
 * Sends a file to an endpoint that takes a form. `fetch` cannot report the progress of an upload, so only this uses
 * XMLHttpRequest. Rejects with a `Problem`, or an `AbortError`.
 */
export const sendFile = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  sending: Sending,
): Promise<Output<E>> => {
  sending.signal?.throwIfAborted()
  const { path, rest } = encodedAddressOf(endpoint, input)
  return answerOf(endpoint, await post(path, partsOf(rest, sending.file), sending))
}

// The fields go first: the server knows what the file is for before its first byte arrives.
const partsOf = (fields: Record<string, unknown>, file: File) => {
  const parts = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) parts.set(name, `${value as string}`)
  parts.set('file', file)
  return parts
}

const post = async (path: string, parts: FormData, { headers = {}, onProgress, signal }: Sending) => {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal?.addEventListener('abort', abort)
  try {
    const ended = await new Promise<'load' | 'error' | 'abort'>((resolve) => {
      request.onload = () => resolve('load')
      request.onerror = () => resolve('error')
      request.onabort = () => resolve('abort')
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
      request.open('POST', path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(parts)
    })
    signal?.throwIfAborted()
    if (ended !== 'load') unreachable()
    onProgress?.(1)
    if (request.status < 400) answered({})
    if (request.status === 401) notifyUnauthorized()
    return { status: request.status, body: parsedBody(request.responseText || request.statusText) }
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
