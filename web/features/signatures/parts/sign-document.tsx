import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { documents } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import type { SignatureRequest } from '#contract/signatures/signatures.ts'
import { counted } from '#web/platform/clock.ts'
import { ButtonAnchor } from '#web/ui/actions/button.tsx'
import { PaperPages } from '#web/ui/data/document-pages.tsx'
import { paperOf, useNoteOpened } from '../hooks.ts'
import { SignDeed } from './sign-deed.tsx'
import { SignForm } from './sign-form.tsx'

interface SignDocumentProps {
  request: SignatureRequest
  cancel: () => void
  done: () => void
}

/** First the document, page by page, and below it the signature. */
export const SignDocument = ({ request, cancel, done }: SignDocumentProps) => {
  const { id, name, pages } = request
  useNoteOpened(id)
  const paper = useMemo(() => paperOf(request), [request])
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid gap-2.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-soft">{`${counted(pages, 'page')}. Please read all of it before you sign.`}</p>
          <ButtonAnchor size="small" href={urlOf(documents.download, { id })} icon={<Download />}>
            Download a copy
          </ButtonAnchor>
        </div>
        <div
          role="region"
          aria-label={`${name}, to read`}
          // The keyboard scrolls it.
          tabIndex={0}
          className="max-h-[min(60dvh,40rem)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-sunken p-3"
        >
          <PaperPages paper={paper} onSeen={(page) => setSeen((all) => new Set(all).add(page))} />
        </div>
      </div>
      {request.isDeed ? (
        <SignDeed request={request} pagesSeen={seen.size} cancel={cancel} />
      ) : (
        <SignForm request={request} pagesSeen={seen.size} cancel={cancel} done={done} />
      )}
    </div>
  )
}
