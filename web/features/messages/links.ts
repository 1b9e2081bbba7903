import { LinkifyIt } from 'linkify-it'

/** A piece of a text: words, or an address that may be followed. */
export interface Piece {
  text: string
  href: string | null
  /** Whose address it is, where its own words do not say so plainly. */
  host: string | null
}

const telephone = /^\+?[\d() -]{5,24}\d/

// Only what is named here becomes a link: `javascript:` and all others stay words.
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null)
  .add('tel:', { validate: (text, at) => telephone.exec(text.slice(at))?.[0].length ?? 0 })

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The links of a text, made of http, https, mailto and tel alone. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { index, lastIndex, raw, url, schema } of finder.match(text) ?? []) {
    // What only looks like an address is taken for a safe one.
    const parsed = URL.parse(schema === '' && url.startsWith('http:') ? `https${url.slice(4)}` : url)
    if (!parsed || !followed.has(parsed.protocol)) continue
    if (index > at) pieces.push({ text: text.slice(at, index), href: null, host: null })
    pieces.push({ text: raw, href: parsed.href, host: isPlain(raw, parsed) ? null : parsed.hostname })
    at = lastIndex
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null, host: null })
  return pieces
}

// `https://bank.example@evil.example` and letters that only look Latin lead elsewhere than they read.
const isPlain = (raw: string, { protocol, hostname }: URL) => {
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  const words = raw.toLowerCase().replace(/^https?:\/\//, '')
  return words.startsWith(hostname) && /^([/?#:]|$)/.test(words.slice(hostname.length))
}
