import type { KeptSettings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'

const { name, regulator, telephone, hours, email, postalAddress, complaintsTo, ...details } = firmOf()
/** The settings of a firm as its page gets them. */
export const keptSettings: KeptSettings = {
  name,
  regulator,
  telephone,
  hours,
  email,
  postalAddress,
  complaintsTo,
  expectedReply: details.expectedReply,
  timeZone: details.timeZone,
  holidays: details.holidays,
  vatNumber: '',
  supervisor: '',
  feesText: '',
  estimateText: '',
  isFaceComparisonOn: true,
  isOnSharedComputers: false,
  addressMonths: 3,
  identityMonths: 12,
}
