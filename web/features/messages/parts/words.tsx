import { ExternalLink } from 'lucide-react'
import { type Piece, piecesOf } from '../links.ts'

/** What was written, as it was written; addresses can be followed, and nothing else does anything. */
export const Words = ({ children }: { children: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
    {piecesOf(children).map((piece, at) =>
      // oxlint-disable-next-line react/no-array-index-key -- The pieces of a text never move.
      piece.href === null ? piece.text : <Followed key={at} piece={piece} href={piece.href} />,
    )}
  </p>
)

const Followed = ({ piece: { text, host }, href }: { piece: Piece; href: string }) => {
  const isOutside = /^https?:/.test(href)
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      {...(isOutside && { target: '_blank' })}
      className="font-medium underline underline-offset-3"
    >
      {text}
      {host !== null && <b> ({host})</b>}
      {isOutside && (
        <>
          <ExternalLink aria-hidden className="ml-1 inline size-3.5!" />
          <span className="sr-only"> (opens in a new tab)</span>
        </>
      )}
    </a>
  )
}
