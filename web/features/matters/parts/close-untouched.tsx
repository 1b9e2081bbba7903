import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { useUntouchedTasks } from '../hooks.ts'

interface CloseUntouchedProps {
  clientId: string
  type: string
  field: Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>
  /** Sets the field: on once there is something to close, so that nothing is closed that was not named. */
  turn: (isOn: boolean) => void
}

/** Offers to close what a client was asked for before they had a case. Empty if there is nothing of the kind. */
export const CloseUntouched = ({ clientId, type, field, turn }: CloseUntouchedProps) => {
  const tasks = useUntouchedTasks(clientId, type)
  const isOffered = tasks.length > 0
  const turnTo = useEffectEvent(turn)
  useEffect(() => turnTo(isOffered), [isOffered])
  if (!isOffered) return null
  const titles = tasks.map(({ title }) => `“${title}”`).join(', ')
  const isOne = tasks.length === 1
  return (
    <Checkbox
      label={`Close the ${isOne ? 'task' : 'tasks'} that this case doesn’t need`}
      hint={`Your client hasn’t started ${isOne ? 'it' : 'them'}: ${titles}.`}
      {...field}
    />
  )
}
