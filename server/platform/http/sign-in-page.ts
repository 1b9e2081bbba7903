import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '#contract/kit/text.ts'
import { dialled, type Firm } from '#contract/settings.ts'

/** What stands in the sign-in page that the build draws where the firm's own words belong; a number is dialled, too. */
export const signInMarks: Omit<Firm, 'isSecure'> = {
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
  needsSetup: false,
  signOn: null,
}
const drawn = ['name', 'regulator', 'telephone', 'hours'] as const

export const signInFile = (isSecure: boolean) => (isSecure ? 'auth-secure.html' : 'auth.html')

/** The page of a client who is signed in, which names the scripts of the dashboard. */
export const homeFile = 'home.html'

/** Answers the drawn sign-in page of a firm, or null where it cannot be drawn for this one. */
export function openSignInPage(folder: string, isSecure: boolean) {
  const file = join(folder, signInFile(isSecure))
  const html = existsSync(file) ? readFileSync(file, 'utf8') : null
  return (firm: Firm) => {
    // Where a word is missing, the page is made up otherwise than the one that was drawn.
    if (html === null || firm.needsSetup || drawn.some((name) => firm[name] === '')) return null
    const dialling = `tel:${signInMarks.telephone}`
    return drawn.reduce(
      (page, name) => page.replaceAll(signInMarks[name], () => escapeHtml(firm[name])),
      html.replaceAll(dialling, () => escapeHtml(`tel:${dialled(firm.telephone)}`)),
    )
  }
}
