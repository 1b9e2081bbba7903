import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Caller, Ctx } from '#server/platform/ctx.ts'
import { days } from '#server/platform/time/durations.ts'

export interface Devices {
  /** Returns a stable name for this browser if the person has used it before, otherwise null. */
  recognise: (caller: Pick<Caller, 'cookies'>, userId: UserId) => string | null
  /** Makes this browser recognisable from now on. That grants no access, only a separate count of sign-in attempts. */
  know: (ctx: Ctx, userId: UserId) => void
}

const oldName = 'portico_device'
// A browser keeps a __Host- cookie to this very host, over TLS, for all paths.
const nameFor = (isSecure: boolean) => (isSecure ? `__Host-${oldName}` : oldName)

export function openDevices({ secret, isSecure }: { secret: string; isSecure: boolean }): Devices {
  const name = nameFor(isSecure)
  const sign = (device: string, userId: UserId) =>
    createHmac('sha256', secret).update(`${device}:${userId}`).digest('base64url')
  return {
    recognise: ({ cookies }, userId) => {
      const [device = '', signature = ''] = (cookies[name] ?? cookies[oldName] ?? '').split('.')
      const expected = Buffer.from(sign(device, userId))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
        ? `${userId}:${device}`
        : null
    },
    know: (ctx, userId) => {
      const device = randomBytes(16).toString('base64url')
      ctx.setCookie({ name, value: `${device}.${sign(device, userId)}`, maxAge: days(365) / 1000 })
      // A device known by the cookie without the prefix gets the prefixed cookie, so the old one can go.
      if (isSecure && ctx.caller.cookies[oldName] !== undefined) ctx.setCookie({ name: oldName, value: null })
    },
  }
}
