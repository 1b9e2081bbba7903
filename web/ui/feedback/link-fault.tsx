import type { ReactNode } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import { Button } from '../actions/button.tsx'
import { Callout } from './callout.tsx'

/** What is said of half a link, from wherever it was opened. */
export const incompleteLink = {
  title: 'This link is incomplete',
  text: 'Part of it is missing. Please open it again where you received it, or copy all of it.',
}

interface LinkFaultProps {
  error: Pick<Problem, 'code' | 'message'>
  /** The title if the link itself is refused. Null if that isn't known, since the portal may say more in a moment. */
  refused: string | null
  /** The title if the portal couldn't say. */
  unknown: string
  tryAgain: () => void
  /** Below the words of a link that asking again doesn't open: where to go instead. */
  actions?: ReactNode
}

/** Says of a link that opens nothing what is known of it: it's incomplete, it's refused, or nobody could look it up. */
export const LinkFault = ({ error, refused, unknown, tryAgain, actions }: LinkFaultProps) => {
  const isIncomplete = error.code === 'invalid'
  const title = isIncomplete ? incompleteLink.title : refused
  return (
    <Callout
      tone="warn"
      announce="alert"
      title={title ?? unknown}
      actions={
        title === null ? (
          <Button size="small" onClick={tryAgain}>
            Try again
          </Button>
        ) : (
          actions
        )
      }
    >
      {isIncomplete ? incompleteLink.text : error.message}
    </Callout>
  )
}
