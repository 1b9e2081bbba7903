import { useRef } from 'react'
import { v4 } from 'uuid'
import { Problem } from '#contract/kit/problem.ts'
import { isAnswer } from './ask.ts'

interface Sent<I> {
  /** What the user wrote and chose, as text. */
  written: string
  key: string
  input: I
  isUnanswered: boolean
}

/** How a form sends the same request again without its being carried out twice. */
export interface Attempt<I> {
  /** Returns what to send, and under which key. */
  begin: (input: I) => { input: I; headers: Record<string, string> }
  /** Call it with a refusal. The next attempt takes what the page shows by then. */
  refused: (problem: unknown) => void
  /** Call it once the portal has taken it. The same again is then another one. */
  end: () => void
}

/**
 * Keeps one Idempotency-Key for what a form sends, through failed attempts and until the portal has taken it. A request
 * whose answer was lost is repeated word for word: it may have been carried out, and what the page fills in by itself,
 * such as the step that waits, is then another. `writtenOf` returns what the user wrote and chose, without that.
 */
export function useAttempt<I>(writtenOf: (input: I) => unknown = (input) => input): Attempt<I> {
  const latest = useRef<Sent<I>>(null)
  return {
    begin: (input) => {
      const written = JSON.stringify(writtenOf(input))
      const known = latest.current?.written === written ? latest.current : null
      const sent = {
        written,
        key: known?.key ?? v4(),
        input: known?.isUnanswered ? known.input : input,
        isUnanswered: true,
      }
      latest.current = sent
      return { input: sent.input, headers: { 'idempotency-key': sent.key } }
    },
    refused: (problem) => {
      if (latest.current && problem instanceof Problem && isAnswer(problem))
        latest.current = { ...latest.current, isUnanswered: false }
    },
    end: () => {
      latest.current = null
    },
  }
}
