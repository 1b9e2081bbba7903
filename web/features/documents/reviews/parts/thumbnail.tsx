import { FileText } from 'lucide-react'
import { useState } from 'react'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { classes } from '#web/ui/classes.ts'

/** A stamp-sized picture of a document, for a list. */
export const Thumbnail = ({ document: { id, documentType } }: { document: ReviewedDocument }) => {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="grid h-14 w-16 flex-none place-items-center overflow-clip rounded-md border border-line bg-sunken max-sm:hidden">
      {isBroken ? (
        <FileText className="text-ink-soft" />
      ) : (
        <img
          src={urlOf(reviews.preview, { id, width: 160 })}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className={classes(
            'size-full',
            isFace({ documentType }) ? 'object-contain' : 'object-cover object-top',
          )}
        />
      )}
    </span>
  )
}
