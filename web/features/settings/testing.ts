import type { Firm } from '#contract/settings.ts'

/** Returns the demo's firm, unless `facts` says otherwise. */
export const firmOf = (facts: Partial<Firm> = {}): Firm => ({
  name: 'Hartley & Rowe',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 000000.',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday, 9am to 5.30pm',
  email: 'hello@hartley-rowe.example',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  complaintsTo: 'complaints@hartley-rowe.example',
  vatNumber: null,
  expectedReply: 'within one working day',
  timeZone: 'Europe/London',
  holidays: 'england-and-wales' as const,
  isDemo: true,
  isSecure: false,
  sendsEmail: false,
  needsSetup: false,
  signOn: null,
  ...facts,
})
