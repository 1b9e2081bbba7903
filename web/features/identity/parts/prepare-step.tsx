import { useEffect, useEffectEvent, useState } from 'react'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { StepHeading } from './step-heading.tsx'

const tickTime = 200
const perTick = 5
const wholeTime = 5_000

/** Five seconds in which nothing is decided: the words do not claim more. */
export const PrepareStep = ({ onReady }: { onReady: () => void }) => {
  const ticks = useTicks(onReady)
  return (
    <div className="grid gap-4 py-4">
      <StepHeading>Preparing your details…</StepHeading>
      <Progress value={ticks * perTick} label="Preparing your details" />
      <p className="text-ink-soft">
        This takes about 5 seconds. Nothing is sent yet: you'll submit your details in the next step.
      </p>
    </div>
  )
}

function useTicks(onReady: () => void) {
  const [ticks, setTicks] = useState(0)
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    let passed = 0
    const timer = setInterval(() => {
      passed += 1
      setTicks(passed)
      if (passed * tickTime < wholeTime) return
      clearInterval(timer)
      ready()
    }, tickTime)
    return () => clearInterval(timer)
  }, [])
  return ticks
}
