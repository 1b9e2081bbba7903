import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialled } from '#contract/kit/telephone.ts'
import { escapeHtml } from '#contract/kit/text.ts'
import type { Firm } from '#contract/settings.ts'

/**
 * Placeholders for the firm's details in the sign-in page that the build draws. The telephone number also appears in a
 * link.
 */
export const signInPlaceholders: Omit<Firm, 'isSecure'> = {
  name: '__FIRM_NAME__',
  regulator: '__FIRM_REGULATOR__',
  telephone: '+000000000000',
  hours: '__FIRM_HOURS__',
  email: '',
  postalAddress: '',
  complaintsTo: '',
  vatNumber: null,
  expectedReply: '',
  timeZone: 'Europe/London',
  holidays: 'england-and-wales',
  isDemo: false,
  sendsEmail: true,
  needsSetup: false,
  signOn: null,
}
const drawn = ['name', 'regulator', 'telephone', 'hours'] as const

export const signInFile = (isSecure: boolean) => (isSecure ? 'auth-secure.html' : 'auth.html')

export const homeFile = 'home.html'

/** Returns a function that fills in the drawn sign-in page, or null if it cannot be drawn for this firm. */
export function openSignInPage(folder: string, isSecure: boolean) {
  const file = join(folder, signInFile(isSecure))
  const html = existsSync(file) ? readFileSync(file, 'utf8') : null
  return (firm: Firm) => {
    // Without one of these details, the page has another layout than the drawn one.
    if (html === null || firm.needsSetup || drawn.some((name) => firm[name] === '')) return null
    const dialling = `tel:${signInPlaceholders.telephone}`
    return drawn.reduce(
      (page, name) => page.replaceAll(signInPlaceholders[name], () => escapeHtml(firm[name])),
      html.replaceAll(dialling, () => escapeHtml(`tel:${dialled(firm.telephone)}`)),
    )
  }
}
