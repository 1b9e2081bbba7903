import { generateSync } from 'otplib'
import { setup } from '#contract/firm/setup.ts'
import { Problem } from '#contract/kit/problem.ts'
import { FirmFacts } from '#contract/settings.ts'
import { demoFirm } from '#server/demo/firm.ts'
import { type Browser, browserAt, newPerson } from './browser.ts'
import { startPortal } from './portal-process.ts'

/** Starts a portal that its firm has set up, so that clients can register, with the administrator's browser. */
export async function startOpened(...args: Parameters<typeof startPortal>) {
  const portal = await startPortal(...args)
  const administrator = browserAt(() => portal.address)
  const [, setupCode] = /code=(\S+)/.exec(portal.said()) ?? []
  if (setupCode) await setUp(administrator, setupCode).catch(unlessDone)
  return { ...portal, administrator }
}

async function setUp({ ask }: Browser, setupCode: string) {
  const firm = FirmFacts.strip().parse(demoFirm)
  const { phone: _, ...administrator } = newPerson()
  const { username } = administrator
  const { key } = await ask(setup.begin, { setupCode, firmName: firm.name, username })
  const factor = { key, code: generateSync({ secret: key }) }
  await ask(setup.complete, { setupCode, firm, administrator, factor })
}

/** If two portals share a database, the other one may have been set up first. */
const unlessDone = (refusal: unknown) => {
  if (!(refusal instanceof Problem) || refusal.code !== 'not_found') throw refusal
}
