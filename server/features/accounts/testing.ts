import { generateSync } from 'otplib'
import type { UserId } from '#contract/accounts.ts'
import { secondFactor } from '#contract/second-factor.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

/** What the authenticator app shows at this time, or some steps of 30 seconds away from it. */
export const codeAt = (key: string, now: Date, steps = 0) =>
  generateSync({ secret: key, epoch: Math.floor(now.getTime() / 1000) + steps * 30 })

type Person = Pick<Client, 'ask' | 'send'>

/** Turns two-factor authentication on, as a person does with their app. */
export async function enrol(portal: Portal, person: Person) {
  const begun = await person.ask(secondFactor.enable, {})
  if (!begun.enable) throw new Error('Nothing was begun.')
  const { key } = begun
  const code = codeAt(key, portal.now())
  const { recoveryCodes } = await person.ask(secondFactor.confirm, { code })
  return { key, recoveryCodes }
}

/** Shows the password in a new browser, which is then halfway in. */
export async function showPassword(portal: Portal, username: string, password = portal.password) {
  const browser = portal.visitor()
  const answer = await browser.send('POST', '/api/login', { username, password }, {})
  return { ...browser, answer }
}

/** Types a code, of the app or for recovery, into the browser that is halfway in. */
export const enter = (browser: Pick<Client, 'send'>, code: string) =>
  browser.send('POST', '/api/login/two-factor', { code }, {})

export const trailOf = async (portal: Portal, userId: UserId) => {
  const { rows } = await portal.pool.query<{ event: string }>(
    'select event from audit where subject_id = $1 order by id',
    [userId],
  )
  return rows.map(({ event }) => event)
}
