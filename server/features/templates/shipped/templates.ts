import type { TemplateStep } from '#contract/templates/step.ts'
import { general, probate, willAndPowers } from './private-client.ts'
import { remortgage, sale, transferOfEquity } from './property.ts'
import { purchase } from './purchase.ts'

/** The templates that come with the portal, by type of matter, in the order of the list. */
export const shippedTemplates: Record<string, TemplateStep[]> = {
  Purchase: purchase,
  Sale: sale,
  Remortgage: remortgage,
  'Transfer of equity': transferOfEquity,
  Probate: probate,
  'Will and powers of attorney': willAndPowers,
  General: general,
}
