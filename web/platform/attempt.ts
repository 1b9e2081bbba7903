import { useRef } from 'react'
import { v4 } from 'uuid'
import { Problem } from '#contract/kit/problem.ts'
import { isAnswer } from './ask.ts'

interface Attempt<I> {
  /** What the user wrote and chose, as text. */
  written: string
  key: string
  input: I
  isUnanswered: boolean
}

/**
 * Keeps one Idempotency-Key for what a form sends, through failed attempts and until the portal has taken it. A request
 * whose answer was lost is repeated word for word: it may have been carried out, and what the page fills in by itself,
 * such as the step that waits, is then another.
 */
export function useAttempt<I>() {
  const latest = useRef<Attempt<I>>(null)
  return {
    /** Returns what to send, and under which key. `written` is what the user wrote and chose. */
    begin: (input: I, written: unknown = input) => {
      const text = JSON.stringify(written)
      const known = latest.current?.written === text ? latest.current : null
      const attempt = {
        written: text,
        key: known?.key ?? v4(),
        input: known?.isUnanswered ? known.input : input,
        isUnanswered: true,
      }
      latest.current = attempt
      return { input: attempt.input, headers: { 'idempotency-key': attempt.key } }
    },
    /** Call it with a refusal. The next attempt takes what the page shows by then. */
    refused: (problem: unknown) => {
      if (latest.current && problem instanceof Problem && isAnswer(problem))
        latest.current = { ...latest.current, isUnanswered: false }
    },
    /** Call it once the portal has taken it. The same again is then another one. */
    end: () => {
      latest.current = null
    },
  }
}
