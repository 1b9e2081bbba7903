import { LinkifyIt } from 'linkify-it'
import { ExternalLink } from 'lucide-react'

/** The text as it was written. Only addresses become links, nothing else is markup. */
export const LinkedText = ({ children }: { children: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
    {piecesOf(children).map((piece, at) =>
      // The pieces of a text never move, so the index is the key.
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

/** A piece of a text: words, or an address that becomes a link. */
interface Piece {
  text: string
  href: string | null
  /** The host to show if the address doesn't plainly begin with it. */
  host: string | null
}

const telephone = /^\+?[\d() -]{5,24}\d/

// Only the schemes named here become links. `javascript:` and all others stay text.
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null)
  .add('tel:', { validate: (text, at) => telephone.exec(text.slice(at))?.[0].length ?? 0 })

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns the pieces of a text. Only http, https, mailto and tel become links. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { index, lastIndex, raw, url, schema } of finder.match(text) ?? []) {
    // An address without a scheme gets https.
    const parsed = URL.parse(schema === '' && url.startsWith('http:') ? `https${url.slice(4)}` : url)
    if (!parsed || !followed.has(parsed.protocol)) continue
    if (index > at) pieces.push({ text: text.slice(at, index), href: null, host: null })
    pieces.push({ text: raw, href: parsed.href, host: isPlain(raw, parsed) ? null : parsed.hostname })
    at = lastIndex
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null, host: null })
  return pieces
}

// `https://bank.example@evil.example`, and letters that only look Latin, lead to another host than they seem to.
const isPlain = (raw: string, { protocol, hostname }: URL) => {
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  const words = raw.toLowerCase().replace(/^https?:\/\//, '')
  return words.startsWith(hostname) && /^([/?#:]|$)/.test(words.slice(hostname.length))
}
