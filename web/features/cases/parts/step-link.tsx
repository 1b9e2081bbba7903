import { type Case, placeOfStep } from '#contract/cases.ts'
import { messageAbout } from '#contract/messages.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'

/** Where the client takes the step that is theirs, and a message to the team about the case. */
export const StepLink = ({ one: { title, move } }: { one: Pick<Case, 'title' | 'move'> }) => {
  if (move?.whose !== 'client') return null
  const place = placeOfStep(move.nextStep)
  return (
    <>
      {place && (
        <ButtonLink size="small" to={place.path}>
          {place.label}
        </ButtonLink>
      )}
      <ButtonLink size="small" to={messageAbout(title)}>
        Reply in Messages
      </ButtonLink>
    </>
  )
}
