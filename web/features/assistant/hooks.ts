import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type AssistantMessage, assistant } from '#contract/assistant/assistant.ts'
import { Problem } from '#contract/kit/problem.ts'
import { invalidate, query, useCommand } from '#web/platform/queries.ts'
import { askStream } from '#web/platform/stream.ts'

export const useMessages = () => useQuery(query(assistant.messages, {}))
export const useSuggestions = () => useQuery(query(assistant.suggestions, {}))

export const useRate = () => useCommand(assistant.rate, { refreshes: [assistant.messages] })
export const useClear = () => useCommand(assistant.clear, { refreshes: [assistant.messages] })
export const useHandOver = () => useCommand(assistant.handOver, { refreshes: [assistant.messages] })

/** The question that is being answered, with the part of the answer that has arrived. */
export interface Asking {
  question: string
  words: string
  fault: string | null
}

/** Asks one question at a time. The question stays on the page until it is answered. */
export function useAsking() {
  const cache = useQueryClient()
  const [asking, setAsking] = useState<Asking | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const keep = (question: AssistantMessage, message: AssistantMessage) => {
    const { queryKey } = query(assistant.messages, {})
    cache.setQueryData(queryKey, (list: AssistantMessage[] = []) => [message, question, ...list])
    // Otherwise a list that was requested before the question could arrive after it, without it.
    void invalidate(cache, { queryKey })
  }
  const stop = () => {
    running.current?.abort()
    running.current = null
    setAsking(null)
    // The portal keeps the part of the answer from before the stop.
    void invalidate(cache, { queryKey: [assistant.messages.path] })
  }
  const ask = async (question: string) => {
    const controller = new AbortController()
    running.current = controller
    setAsking({ question, words: '', fault: null })
    const say = (words: (before: string) => string) =>
      setAsking((before) => before && { ...before, words: words(before.words) })
    let isWhole = false
    try {
      await askStream(
        assistant.ask,
        { content: question },
        {
          signal: controller.signal,
          onEvent: (event) => {
            if (event.type === 'text') say((before) => before + event.text)
            else if (event.type === 'restart') say(() => '')
            else if (event.type === 'failed') throw new Problem('unavailable', event.message)
            else {
              isWhole = true
              keep(event.asked, event.message)
              setAsking(null)
            }
          },
        },
      )
      if (!isWhole) throw new Problem('unavailable', failed)
    } catch (error) {
      if (controller.signal.aborted) return
      const fault = error instanceof Problem ? error.message : failed
      setAsking((before) => before && { ...before, fault })
    } finally {
      if (running.current === controller) running.current = null
    }
  }
  const isBusy = asking !== null && asking.fault === null
  return { asking, isBusy, ask, stop, drop: () => setAsking(null) }
}

/** Part 2, section 8, with its two full stops. */
export const failed = 'Failed to process your message. Please try again..'
