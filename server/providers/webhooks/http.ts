import { lookup } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { faultDetail, faultDetailWords } from '#server/platform/connections/fault-words.ts'
import { oneLine } from '#server/platform/diagnostics/log.ts'
import type { WebhookAnswer, WebhookPost, WebhookSender } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { isLoopback, isPublic } from './addresses.ts'

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

interface Options {
  /** Also allows this machine, and without TLS, for trying things out. */
  isLoopbackAllowed?: boolean
  resolve?: Resolve
  /** Time limit for a complete response, in milliseconds. */
  timeout?: number
}

const byDns: Resolve = (host) => lookup(host, { all: true })

const words = {
  form: 'Please enter an address that starts with https://',
  credentials: 'Please leave the user name and password out of the address',
  unknown: "We couldn't find this address. Please check how it is spelt.",
  closed: "This address leads to a private network, and the portal doesn't send anything there.",
}

/**
 * Posts only to addresses of the public internet. Looks a name up once per delivery, checks every address it has, and
 * connects to a checked one, so that a name that changes a moment later cannot redirect the delivery. Follows no
 * redirects.
 */
export function openWebhookSender(options: Options = {}): WebhookSender {
  const { isLoopbackAllowed = false, resolve = byDns, timeout = seconds(10) } = options
  const isOpen = (address: string) => isPublic(address) || (isLoopbackAllowed && isLoopback(address))

  const look = async (text: string): Promise<Target | string> => {
    const url = URL.canParse(text) ? new URL(text) : null
    const isPlain = url?.protocol === 'http:'
    if (!url || (url.protocol !== 'https:' && !(isPlain && isLoopbackAllowed))) return words.form
    if (url.username !== '' || url.password !== '') return words.credentials
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host).catch(() => [])
    if (found.length === 0) return words.unknown
    if (!found.every(({ address }) => isOpen(address))) return words.closed
    if (isPlain && !found.every(({ address }) => isLoopback(address))) return words.form
    return { url, addresses: found }
  }
  return {
    refusalOf: async (text) => {
      const target = await look(text)
      return typeof target === 'string' ? target : null
    },
    send: async (letter) => {
      const signal = AbortSignal.timeout(timeout)
      const target = await Promise.race([look(letter.url), whenOver(signal)])
      if (typeof target === 'string') return { failure: target }
      return target === null ? { failure: tooSlow } : post(target, letter, signal)
    },
  }
}

interface Target {
  url: URL
  addresses: { address: string; family: number }[]
}

const whenOver = (signal: AbortSignal) =>
  new Promise<null>((over) => signal.addEventListener('abort', () => over(null), { once: true }))

const tooSlow = 'There was no answer in time.'

/** In bytes. The body of a response is read and discarded, within this limit. */
const answerAtMost = 64 * 1024

const post = ({ url, addresses }: Target, { headers, body }: WebhookPost, signal: AbortSignal) =>
  new Promise<WebhookAnswer>((settle) => {
    const pinned: LookupFunction = (_, { all }, done) => {
      const [first] = addresses
      if (all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    }
    const request = url.protocol === 'https:' ? requestTls : requestPlain
    const asking = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: pinned,
      agent: false,
      signal,
    })
    asking.on('response', (response) => {
      settle({ status: response.statusCode ?? 0 })
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > answerAtMost) asking.destroy()
      })
      response.on('error', () => {})
    })
    asking.on('error', (error) => settle({ failure: failureOf(error, signal) }))
    asking.end(body)
  })

const failureOf = (error: NodeJS.ErrnoException, signal: AbortSignal) => {
  if (signal.aborted) return tooSlow
  const words = faultDetailWords(faultDetail(error))
  return words ?? `The connection failed (${oneLine(error.code ?? error.message, 100)}).`
}
