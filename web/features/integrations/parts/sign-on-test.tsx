import { useState } from 'react'
import { type SignOnCheck, signOn } from '#contract/sign-on.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'

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
      <ul aria-label="What the test found" role="status" className="grid gap-2">
        {checks.map(({ step, state, words }) => (
          <li key={step} className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <Badge tone={tones[state].tone}>{tones[state].label}</Badge>
            <span className="min-w-50 flex-1">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const tones = {
  good: { tone: 'ok', label: 'OK' },
  unknown: { tone: 'warn', label: 'Not sure' },
  bad: { tone: 'stop', label: 'Failed' },
} as const
