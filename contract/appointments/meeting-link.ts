import { z } from 'zod'
import { atMost } from '../kit/endpoint.ts'

export const linkWords = {
  unreadable: 'Please enter a valid link, such as https://meet.example.com/your-room',
  notSecure: 'Please enter a link that starts with https://',
  notPublic: "Please enter a link to a meeting service: this address can't be opened by everyone.",
}

interface LinkFault {
  /** `invalid` breaks the field's rule; `unprocessable` is well formed, but leads where no meeting is. */
  code: 'invalid' | 'unprocessable'
  message: string
}

const scheme = /^([a-z][a-z0-9+.-]*):/i
/** Schemes that ask for a machine's own files and services (OWASP, server-side request forgery). */
const machineSchemes = new Set(['file', 'gopher', 'ftp', 'dict', 'ldap', 'tftp'])
const authority = /^https:\/\/([^/?#\\]*)([^\s<>"\\^`{|}]*)$/i
// A name ends in letters, so no number in any base, and no [::1], is one (RFC 3696 §2).
const publicHost = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?\.?(?::\d{1,5})?$/i
const ownHost = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid)\.?(?::\d+)?$/i

/** What is wrong with a meeting link; null when people may follow it. It is never fetched by the portal. */
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

/** As it is sent: empty means none. What is `unprocessable` is well formed, and refused by the service. */
export const MeetingLink = z
  .string()
  .trim()
  .max(2000, atMost('Please use at most 2000 characters'))
  .superRefine((link, { addIssue }) => {
    const fault = link === '' ? null : linkFault(link)
    if (fault?.code === 'invalid') addIssue({ code: 'custom', message: fault.message })
  })
