import { z } from 'zod'
import { atMost } from '../kit/endpoint.ts'

export const linkWords = {
  unreadable: 'Please enter a valid link, such as https://meet.example.com/your-room',
  notSecure: 'Please enter a link that starts with https://',
  notPublic: "Please enter a link to a meeting service: this address can't be opened by everyone.",
}

interface LinkFault {
  /** `invalid` breaks the rule of the field. `unprocessable` is well formed, but no meeting can be at that address. */
  code: 'invalid' | 'unprocessable'
  message: string
}

const scheme = /^([a-z][a-z0-9+.-]*):/i
/** Schemes that reach a machine's own files and services (OWASP, server-side request forgery). */
const machineSchemes = new Set(['file', 'gopher', 'ftp', 'dict', 'ldap', 'tftp'])
const authority = /^https:\/\/([^/?#\\]*)([^\s<>"\\^`{|}]*)$/i
// A host name ends in letters, so a number in any base or [::1] does not match (RFC 3696 §2).
const publicHost = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?\.?(?::\d{1,5})?$/i
const ownHost = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid)\.?(?::\d+)?$/i

/** Returns what is wrong with a meeting link, or null if people may follow it. The portal itself never fetches it. */
export const linkFault = (link: string): LinkFault | null => {
  const [, name] = scheme.exec(link) ?? []
  if (name === undefined) return { code: 'invalid', message: linkWords.unreadable }
  if (machineSchemes.has(name.toLowerCase())) return { code: 'unprocessable', message: linkWords.notSecure }
  if (name.toLowerCase() !== 'https') return { code: 'invalid', message: linkWords.notSecure }
  const [, host] = authority.exec(link) ?? []
  if (host === undefined || host === '') return { code: 'invalid', message: linkWords.unreadable }
  const isPublic = publicHost.test(host) && !ownHost.test(host)
  return isPublic ? null : { code: 'unprocessable', message: linkWords.notPublic }
}

/**
 * A meeting link as submitted, empty for none. The service refuses `unprocessable` links, which this schema accepts.
 */
export const MeetingLink = z
  .string()
  .trim()
  .max(2000, atMost('Please use at most 2000 characters'))
  .superRefine((link, { addIssue }) => {
    const fault = link === '' ? null : linkFault(link)
    if (fault?.code === 'invalid') addIssue({ code: 'custom', message: fault.message })
  })
