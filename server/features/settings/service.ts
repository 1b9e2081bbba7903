import type { Firm } from '#contract/settings.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

export { find as findFirm, findFact, getSecret, save as saveFirm, saveFact } from './store.ts'

export async function showFirm({ db, ports }: Ctx): Promise<Firm> {
  const { name, regulator, telephone, hours, email, postalAddress, complaintsTo, vatNumber, ...rest } =
    await store.find(db)
  const { expectedReply, timeZone, holidays } = rest
  const { isDemo, isSecure } = ports
  return {
    name,
    regulator,
    telephone,
    hours,
    email,
    postalAddress,
    complaintsTo,
    vatNumber,
    expectedReply,
    timeZone,
    holidays,
    isDemo,
    isSecure,
  }
}
