import { useEffect } from 'react'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useKeyStatus } from '../hooks.ts'
import { keyFault } from '../words.ts'

/** Whether the validation provider's key is configured; without an answer the tool goes by the simulation. */
export const KeyStatus = () => {
  const { data, error } = useKeyStatus()
  const hasFailed = error !== null
  useEffect(() => {
    if (hasFailed) toast({ title: keyFault, variant: 'destructive' })
  }, [hasFailed])
  if (hasFailed)
    return (
      <Callout tone="warn" title="Simulation mode">
        {keyFault}
      </Callout>
    )
  if (data === undefined) return <Skeleton className="h-20 w-full rounded-xl" />
  const title = data.usingSimulation ? 'Simulation mode' : 'API key configured'
  return (
    <Callout tone={data.valid ? 'ok' : 'info'} title={title}>
      {data.message}
    </Callout>
  )
}
