import type { X509Certificate } from 'node:crypto'

/**
 * Confirms when a seal was made, and whether certificates were good then. An external authority of the firm's choice.
 */
export interface TimeStampAuthority {
  /** Its address for the log, without a user or password. */
  address: string
  /**
   * Returns whether it failed to respond a moment ago. A signer then does not wait for it, and the time stamp is added
   * later.
   */
  wasAway: () => boolean
  /**
   * Returns a time stamp (RFC 3161) over a SHA-256 digest, as DER, after checking that it is about that digest.
   * @throws Error if there is no complete and valid response in time.
   */
  stamp: (digest: Buffer, signal: AbortSignal) => Promise<Buffer>
  /**
   * Returns what the issuer currently says about a certificate: an OCSP response, else a revocation list. Null if the
   * certificate names no address, or no response says that it is good.
   * @throws Error if it was revoked.
   */
  fetchRevocationStatus: (
    certificate: X509Certificate,
    issuer: X509Certificate,
    signal: AbortSignal,
  ) => Promise<{ ocsp: Buffer } | { crl: Buffer } | null>
  /** Returns the issuer's certificate from the address in a certificate. Null if it names none. */
  fetchIssuer: (certificate: X509Certificate, signal: AbortSignal) => Promise<X509Certificate | null>
}
