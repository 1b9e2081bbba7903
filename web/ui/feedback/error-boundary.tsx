import { Component, type ReactNode } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import { onBack } from '#web/platform/emitter.ts'
import { isAway } from '#web/platform/recovery.ts'
import { Button, ButtonLink } from '../actions/button.tsx'
import { FirmContactLine } from '../actions/link.tsx'
import { Callout } from './callout.tsx'

export interface BoundaryProps {
  /** Called before the children are tried again. */
  onRetry?: () => void
  /** Renders an error instead of `ErrorNotice`. */
  fallback?: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/**
 * Keeps an error inside its part of the page, until it is tried again. After the portal was away it is by itself. React
 * offers error boundaries only as classes.
 */
export class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  #unsubscribe: (() => void) | undefined

  override componentDidMount() {
    this.#unsubscribe = onBack(() => {
      if (isAway(this.state.error)) this.#retry()
    })
  }

  override componentWillUnmount() {
    this.#unsubscribe?.()
  }

  #retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return this.props.fallback?.(error, this.#retry) ?? <ErrorNotice error={error} retry={this.#retry} />
  }
}

interface ErrorNoticeProps {
  error: unknown
  retry: () => void
  /** What failed, above the reason: "Failed to fetch cases". */
  failure?: string | undefined
  list?: ListOfPage | undefined
}

/** Where everything of the kind is listed that a page shows one of. */
export interface ListOfPage {
  page: string
  words: string
}

/**
 * Shows an error with a button: to try again after a `Problem`, and otherwise to reload the page, whose scripts may
 * have been replaced by a new version. `not_found` leads to the list that it would be in, if there is one.
 */
export const ErrorNotice = ({ error, retry, failure, list }: ErrorNoticeProps) => {
  const isOurs = error instanceof Problem
  const isGone = isOurs && error.code === 'not_found'
  return (
    <Callout
      tone={isGone ? 'info' : 'stop'}
      announce="alert"
      title={isOurs ? (failure ?? error.message) : "This part of the page couldn't be shown."}
      actions={
        isGone ? (
          list && <ButtonLink to={list.page}>{list.words}</ButtonLink>
        ) : (
          <Button onClick={isOurs ? retry : () => location.reload()}>
            {isOurs ? 'Try again' : 'Load the page again'}
          </Button>
        )
      }
    >
      {!isOurs && <p className="mb-2">Nothing you sent has been lost.</p>}
      {isOurs && failure && <p className="mb-2">{error.message}</p>}
      <FirmContactLine />
    </Callout>
  )
}
