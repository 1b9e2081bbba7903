import { useState } from 'react'
import { type SignOnCheck, signOn } from '#contract/sign-on.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { ConnectionChecks } from './connection-checks.tsx'

type Named = 'issuer' | 'clientId' | 'clientSecret'

interface TestConnectionProps {
  /** What stands in these fields now. */
  values: (name: Named) => string | undefined
}

/** Asks the provider as it stands in the form, before anything is saved. */
export const TestConnection = ({ values }: TestConnectionProps) => {
  const [checks, setChecks] = useState<SignOnCheck[]>([])
  const test = useCommand(signOn.test, { refreshes: [] })
  const run = () => {
    const clientSecret = values('clientSecret')
    setChecks([])
    test.mutate(
      {
        issuer: values('issuer') ?? '',
        clientId: values('clientId') ?? '',
        ...(clientSecret && { clientSecret }),
      },
      { onSuccess: setChecks },
    )
  }
  const fault = test.error && (Object.values(test.error.fields)[0] ?? test.error.message)
  return (
    <div className="grid gap-3">
      <div>
        <Button busy={test.isPending} onClick={run}>
          Test the connection
        </Button>
      </div>
      <FormFault>{fault ?? undefined}</FormFault>
      <ConnectionChecks checks={checks} />
    </div>
  )
}
