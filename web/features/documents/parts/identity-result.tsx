import { useEffect, useEffectEvent, useRef } from 'react'
import type { ClientDocument, documents } from '#contract/documents/documents.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useLatest } from '../hooks.ts'
import { againWords, notVerified, titleOfUpload } from '../identity-words.ts'
import { notesOf } from '../words.ts'
import { VerdictCallout, VerdictDetails } from './verdict-panel.tsx'

interface IdentityResultProps {
  result: Output<typeof documents.upload>
  again: () => void
}

/** How the uploaded document stands, and the ways on: the first is the one that helps. */
export const IdentityResult = ({ result, again }: IdentityResultProps) => {
  const document = useLatest(result.document)
  const verdict = verdictFor(document)
  const isFine = verdict.action === 'continue'
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone; the keyboard goes on where the result is.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  useToldOnce(document)
  const another = (
    <Button key="another" variant={isFine ? 'secondary' : 'primary'} onClick={again}>
      {againWords[verdict.action]}
    </Button>
  )
  const onwards = (
    <ButtonLink key="onwards" to={pages.dashboard} variant={isFine ? 'primary' : 'secondary'}>
      Continue to Next Step
    </ButtonLink>
  )
  return (
    <div ref={place} tabIndex={-1} className="grid gap-4">
      <VerdictCallout verdict={verdict} title={titleOfUpload(document)}>
        {verdict.kind === 'reading' ? null : verdict.sentence}
      </VerdictCallout>
      <p className="text-sm text-ink-soft empty:hidden">{notesOf(result, document.validation !== null)}</p>
      <div className="flex flex-wrap gap-2.5 max-sm:flex-col">
        {isFine ? [onwards, another] : [another, onwards]}
      </div>
      <VerdictDetails document={document} />
    </div>
  )
}

/** The verdict may come with the answer or after it: it is told when it is there. */
function useToldOnce(document: ClientDocument) {
  const tell = useEffectEvent(() => {
    // What we simply check is said once, on the page itself.
    if (verdictFor(document).action !== 'continue') toast(notVerified(document))
  })
  const isKnown = document.validation !== null
  useEffect(() => {
    if (isKnown) tell()
  }, [isKnown])
}
