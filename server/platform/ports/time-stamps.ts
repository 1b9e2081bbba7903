import type { X509Certificate } from 'node:crypto'

/** Who says when a seal was made, and whether certificates were good then: outside the portal, by the firm's choice. */
export interface TimeStampAuthority {
  /** Where it answers, as the log names it: without a user or password. */
  address: string
  /** Whether it did not answer a moment ago: whoever signs does not wait for it then, but is served later. */
  wasAway: () => boolean
  /**
   * A time stamp (RFC 3161) over a SHA-256 digest, as DER, proved to be about it.
   * @throws Error when there is no whole and right answer in time.
   */
  stamp: (digest: Buffer, signal: AbortSignal) => Promise<Buffer>
  /**
   * What the issuer of a certificate says of it now: an OCSP response, else a revocation list. Null where the
   * certificate names no place to ask, or none answers that it is good.
   * @throws Error when it was revoked.
   */
  askStanding: (
    certificate: X509Certificate,
    issuer: X509Certificate,
    signal: AbortSignal,
  ) => Promise<{ ocsp: Buffer } | { crl: Buffer } | null>
  /** The issuer's certificate, from where a certificate says it lies; null where it names no place. */
  fetchIssuer: (certificate: X509Certificate, signal: AbortSignal) => Promise<X509Certificate | null>
}
