import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { type Enrolment, secondFactor } from '#contract/accounts/second-factor.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { useLogout } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { TwoFactorSetup } from './dialog.tsx'
import { TurnOnForm } from './parts/two-factor-forms.tsx'

/** Shown to staff until they have a second factor: they can add one, or sign out. */
export const SecondFactorFirst = ({ done }: { done: () => void }) => {
  const cache = useQueryClient()
  const logout = useLogout()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const begin = useCommand(secondFactor.enable, { refreshes: [] })
  const isStale = begin.error?.reason === 'reauth_required'
  const start = () => begin.mutate({}, { onSuccess: (answer) => answer.enable && setEnrolment(answer) })
  return (
    <div className="mx-auto grid max-w-140 gap-5">
      <DocumentTitle>Turn on two-factor authentication</DocumentTitle>
      <PageHeading>Turn on two-factor authentication</PageHeading>
      <p className="text-ink-soft">
        Everyone at the firm needs a code from their phone as well. It takes about two minutes to set up, and
        then you can start.
      </p>
      {enrolment ? (
        <Card>
          <TwoFactorSetup
            enrolment={enrolment}
            onOn={() => void refresh(cache, [accounts.current, secondFactor.show])}
            onDone={done}
          />
        </Card>
      ) : isStale ? (
        <Card className="grid gap-4">
          <p>You signed in more than ten minutes ago. Please enter your password to continue.</p>
          <TurnOnForm onBegun={setEnrolment} />
        </Card>
      ) : (
        <>
          <FormFault>{begin.error?.message}</FormFault>
          <Button variant="primary" size="large" busy={begin.isPending} onClick={start}>
            Set it up
          </Button>
        </>
      )}
      <Button variant="ghost" onClick={() => logout.mutate()}>
        Sign out
      </Button>
    </div>
  )
}
