import { X509Certificate } from 'node:crypto'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import type { TimeStampAuthority } from '#server/platform/ports/time-stamps.ts'
import { readTimeStamp, timeStampRequest, tokenIn } from '#server/platform/signing/pades/time-stamp.ts'
import {
  addressesIn,
  chainOf,
  ocspRequest,
  revocationStatusOf,
} from '#server/platform/signing/pades/validation.ts'
import { minutes, seconds } from '#server/platform/time/durations.ts'

export interface TimeStampSettings {
  url: string
  login: { user: string; password: string } | null
  /** PEM certificates of the trusted authorities or their issuers. Null trusts any. */
  certificates: string | null
}

/** Time limit for one response, in milliseconds. */
const timeout = seconds(5)
/** In bytes. A revocation list is added to every file, so only a short one is accepted. */
const answerAtMost = 512 * 1024

/**
 * A time-stamp authority (RFC 3161 over HTTP), and the revocation status from issuers (RFC 6960, RFC 5280).
 * @throws Error with a sentence for the administrator or operator if the certificates cannot be read.
 */
export function openTimeStampAuthority(
  settings: TimeStampSettings,
  guard: AddressGuard | null = null,
): TimeStampAuthority {
  const ask = askerBy(guard?.fetch ?? fetch)
  const { url, login, certificates } = settings
  const trusted = certificates === null ? null : readCertificates(certificates)
  const authorization = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  let awayUntil = 0
  const askAuthority = async (request: Buffer, signal: AbortSignal) => {
    const { origin, pathname } = new URL(url)
    try {
      const answer = await ask(url, {
        signal,
        body: request,
        headers: {
          'content-type': 'application/timestamp-query',
          accept: 'application/timestamp-reply',
          ...(authorization !== null && { authorization }),
        },
      })
      awayUntil = 0
      return answer
    } catch (cause) {
      awayUntil = performance.now() + minutes(1)
      throw new Error(`The time-stamp authority ${origin}${pathname} does not answer.`, { cause })
    }
  }
  return {
    address: new URL(url).origin,
    wasAway: () => performance.now() < awayUntil,
    stamp: async (digest, signal) => {
      const { request, nonce } = timeStampRequest(digest)
      const token = tokenIn(await askAuthority(request, signal), { digest, nonce })
      if (trusted !== null) refuseStranger(token, digest, trusted)
      return token
    },
    fetchRevocationStatus: async (certificate, issuer, signal) => {
      const { ocsp, crls } = addressesIn(certificate)
      const of = { certificate, issuer, at: new Date() }
      for (const place of ocsp) {
        const body = ocspRequest(certificate, issuer)
        const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' }
        const answer = await ask(place, { signal, body, headers }).catch(() => null)
        if (answer && isGood(certificate, revocationStatusOf(of, { ocsps: [answer], crls: [] })))
          return { ocsp: answer }
      }
      for (const place of crls) {
        const list = await ask(place, { signal }).catch(() => null)
        if (list && isGood(certificate, revocationStatusOf(of, { ocsps: [], crls: [list] })))
          return { crl: list }
      }
      return null
    },
    fetchIssuer: (certificate, signal) => findIssuer(certificate, (place) => ask(place, { signal })),
  }
}

async function findIssuer(certificate: X509Certificate, ask: (place: string) => Promise<Buffer>) {
  for (const place of addressesIn(certificate).issuer) {
    const answer = await ask(place).catch(() => null)
    if (answer) return new X509Certificate(answer)
  }
  return null
}

function readCertificates(text: string) {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []
  try {
    if (blocks.length === 0) throw new Error('There are none.')
    return blocks.map((block) => new X509Certificate(block))
  } catch (cause) {
    throw new Error('There are no certificates here that can be read (PEM).', { cause })
  }
}

function refuseStranger(token: Buffer, digest: Buffer, trusted: readonly X509Certificate[]) {
  const { certificate, certificates } = readTimeStamp(token, digest)
  const chain = chainOf(certificate, [...certificates, ...trusted])
  const isTrusted = chain.some((link) => trusted.some(({ raw }) => raw.equals(link.raw)))
  if (!isTrusted) throw new Error(`The time stamp is from ${certificate.subject}, whom nobody trusts here.`)
}

const isGood = ({ subject }: X509Certificate, standing: ReturnType<typeof revocationStatusOf>) => {
  if (standing === 'revoked') throw new Error(`The certificate of ${subject} was revoked.`)
  return standing === 'good'
}

interface RequestOptions {
  signal: AbortSignal
  body?: Buffer
  headers?: Record<string, string>
}

/** Returns a function that returns a complete response, or throws. */
const askerBy =
  (fetchFrom: typeof fetch) =>
  async (url: string, { signal, body, headers }: RequestOptions) => {
    const answer = await fetchFrom(url, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: new Uint8Array(body) }),
      ...(headers && { headers }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel()
      throw new Error(`It answered ${answer.status}.`)
    }
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body) {
      size += part.length
      if (size > answerAtMost) throw new Error('Its answer is too large.')
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
