import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { pages } from '#contract/kit/pages.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { signOn } from '#contract/sign-on.ts'
import { useCommand } from '#web/platform/queries.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { SecondStepForm, useEntry } from './parts/sign-in-form.tsx'

const heads = {
  waiting: { title: 'Signing you in', lead: 'This takes a moment.' },
  code: { title: 'Enter your code', lead: 'One more step.' },
  refused: { title: "You're not signed in", lead: 'Your sign-in provider sent you back here.' },
}

/** Signs in by the provider's response in the address, which it takes out of the address. */
const useProviderSignIn = () => {
  const [state, setState] = useState<keyof typeof heads>('waiting')
  const [refusal, setRefusal] = useState<Problem>()
  const [next, setNext] = useState<string | null>(null)
  const { enter, isLeaving } = useEntry(next)
  const { mutate } = useCommand(signOn.enter, { refreshes: [] })
  const [query] = useState(useLocation().search.slice(1))
  const isAsked = useRef(false)
  useEffect(() => {
    // A provider's response works once, and React may run an effect twice.
    if (isAsked.current) return
    isAsked.current = true
    history.replaceState(history.state, '', location.pathname)
    mutate(
      { query },
      {
        onSuccess: ({ answer, next: place }) => {
          setNext(place)
          if ('twoFactorRequired' in answer) setState('code')
          else enter(answer, { next: place })
        },
        onError: (problem) => {
          setRefusal(problem)
          setState('refused')
        },
      },
    )
  }, [mutate, enter, query])
  return { state, refuse: () => setState('refused'), refusal, enter, isLeaving }
}

/** The page that the firm's sign-in provider redirects to. */
export const ProviderPage = () => {
  const { state, refuse, refusal, enter, isLeaving } = useProviderSignIn()
  const { title, lead } = heads[state]
  return (
    <div className="grid gap-6">
      <DocumentTitle>{title}</DocumentTitle>
      <div className="grid gap-2">
        <PageHeading className="text-[1.75rem] md:text-[1.9375rem]">{title}</PageHeading>
        <p className="text-ink-soft">{lead}</p>
      </div>
      {state === 'waiting' && <Spinner words={title} hideWords />}
      {state === 'code' && (
        <SecondStepForm busy={isLeaving} onDone={(user: User) => enter(user)} onBack={refuse} />
      )}
      {state === 'refused' && (
        <>
          {refusal && (
            <Callout tone="stop" announce="alert" title="Why">
              {refusal.message}
            </Callout>
          )}
          <div>
            <ButtonLink to={pages.auth} variant="primary">
              Back to sign in
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}
