import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { titleOf } from '../../words.ts'
import { ForFirmOnly } from './flags.tsx'

/** What a person needs beside a picture of a face: the number that was asked for, and the client's other pictures. */
export const Comparison = ({ document: { numberAsked, beside } }: { document: ReviewedDocument }) => (
  <>
    {numberAsked !== null && (
      <p className="font-semibold">We asked for the number {numberAsked} in this picture.</p>
    )}
    {beside.length > 0 && (
      <section className="grid gap-2">
        <h2 className="font-semibold">Compare with</h2>
        <ul className="grid grid-cols-2 gap-3">
          {beside.map((other) => (
            <li key={other.id} className="grid content-start gap-1.5">
              <img
                src={urlOf(reviews.preview, { id: other.id, width: 640 })}
                alt={titleOf(other)}
                loading="lazy"
                className="h-44 w-full rounded-md border border-line bg-sunken object-contain"
              />
              <TextLink to={reviewPath(other.id)}>{titleOf(other)}</TextLink>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

/** What the firm alone is told of a document, besides its verdict. */
export const Notes = ({ document: { notes, isSuperseded } }: { document: ReviewedDocument }) => (
  <>
    {isSuperseded && <p className="font-semibold">Replaced or left out: this no longer counts.</p>}
    {notes.length > 0 && (
      <Callout tone="warn" title="Sent by someone else, too" aside={<ForFirmOnly />}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Callout>
    )}
  </>
)
