import { createHash, timingSafeEqual } from 'node:crypto'
import { plainCode, type setup } from '#contract/firm/setup.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import {
  type AccountDependencies,
  enrolAtOnce,
  joinFirm,
  newEnrolment,
  refuseWrongCode,
} from '#server/features/accounts/service.ts'
import { claimFirm, getSecret, hasFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'

const setupRate: Limit = { name: 'setup', points: 10, duration: 900 }

/**
 * Returns the set-up code, which only the operator can read in the output of the portal's start. Without it, a stranger
 * who found the address first could take over the portal. Null once the portal is set up.
 */
export const findSetupCode = async (db: Db) => ((await hasFirm(db)) ? null : makeCode(db))

// Digits and capital letters without pairs that look alike.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Derives twelve characters from an alphabet of 31, which is 59 bits. They are the same at every start. */
async function makeCode(db: Db) {
  const hash = createHash('sha256')
    .update(await getSecret(db, 'setup_secret'))
    .digest()
  const signs = [...hash.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length])
  return signs.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** Refuses before a body is read, so that a portal that is set up answers everything as an unknown address. */
export async function admitBeforeSetup({ ports, read }: Pick<MultiStepCtx, 'ports' | 'read'>) {
  if (ports.isDemo || (await hasFirm(read))) closed()
}

/** Creates a key for the administrator's authenticator app. Nothing is stored until the set-up is complete. */
export async function beginSetup(
  ctx: MultiStepCtx,
  { setupCode, firmName, username }: Input<typeof setup.begin>,
) {
  await admitToSetup(ctx, setupCode)
  return newEnrolment({ issuer: firmName, label: username })
}

/** Creates the firm, its first administrator and their second factor, all in one transaction. */
export async function completeSetup(
  ctx: MultiStepCtx,
  { setupCode, firm, administrator, factor }: Input<typeof setup.complete>,
  dependencies: AccountDependencies,
): Promise<Output<typeof setup.complete>> {
  await admitToSetup(ctx, setupCode)
  refuseWrongCode(factor, ctx.now)
  let recoveryCodes: string[] = []
  const user = await joinFirm(ctx, administrator, {
    ...dependencies,
    findFirm: async () => firm,
    admit: async (step) => {
      // There can be only one firm: of two concurrent set-ups, the second fails here.
      if (!(await claimFirm(step.db, firm))) closed()
      return { roles: ['administrator'], email: administrator.email }
    },
    settle: async (acting) => {
      recoveryCodes = await enrolAtOnce(acting, factor)
      await audit(acting, 'portal.set_up', { details: { firm: firm.name } })
    },
  })
  return { user, recoveryCodes }
}

async function admitToSetup(ctx: MultiStepCtx, typed: string) {
  if (ctx.ports.isDemo) closed()
  const code = await findSetupCode(ctx.read)
  if (code === null) return closed()
  await ctx.ports.limits.count(setupRate, ctx.caller.address)
  if (!isSame(plainCode(typed), plainCode(code))) throw wrongCode()
  await ctx.ports.limits.forget(setupRate, ctx.caller.address)
}

const isSame = (first: string, other: string) => {
  const [a, b] = [first, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const closed = (): never => notFound('page')

const words = "That's not the set-up code. You'll find it in the window where the portal was started."
const wrongCode = () =>
  new Problem('forbidden', words, { fields: { setupCode: words }, reason: 'wrong_setup_code' })
