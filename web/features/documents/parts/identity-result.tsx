import { useEffect, useEffectEvent, useRef } from 'react'
import type { documents } from '#contract/documents.ts'
import type { Output } from '#contract/kit.ts'
import { pages } from '#contract/pages.ts'
import type { Validation } from '#contract/validation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { toast } from '#web/ui/toast.ts'
import { useLatest } from '../hooks.ts'
import { confidenceTone, issuesShown, notVerified, outcomeOfUpload } from '../identity-words.ts'
import { percentText } from '../words.ts'
import { Issues } from './issues.tsx'
import { VerdictDetails } from './validation-panel.tsx'

interface IdentityResultProps {
  result: Output<typeof documents.upload>
  again: () => void
}

/** How the uploaded document stands, what was read from it, and the ways on. */
export const IdentityResult = ({ result, again }: IdentityResultProps) => {
  const document = useLatest(result.document)
  const { validation } = document
  const outcome = outcomeOfUpload(validation)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone; the keyboard goes on where the result is.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  useToldOnce(validation)
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4">
      <Callout
        tone={outcome.tone}
        title={outcome.title}
        announce="status"
        aside={validation && <Confidence validation={validation} />}
      >
        <p>{outcome.words}</p>
        <Issues issues={validation?.issues ?? []} most={issuesShown} />
      </Callout>
      <div className="flex flex-wrap gap-2.5 max-sm:flex-col-reverse">
        <Button onClick={again}>{outcome.again}</Button>
        <ButtonLink to={pages.dashboard} variant="primary">
          Continue to Next Step
        </ButtonLink>
      </div>
      <VerdictDetails document={document} />
    </div>
  )
}

/** The verdict may come with the answer or after it: it is told when it is there. */
function useToldOnce(validation: Validation | null) {
  const tell = useEffectEvent(() => {
    if (validation && !validation.valid) toast(notVerified(validation))
  })
  const isKnown = validation !== null
  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
}

// Of what was not read there is no confidence to speak of.
const Confidence = ({ validation: { confidence, issues } }: { validation: Validation }) =>
  confidence === 0 && issues.length === 0 ? null : (
    <Badge tone={confidenceTone(confidence)} plain>
      {percentText(confidence)} confidence
    </Badge>
  )
