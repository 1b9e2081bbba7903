import type { UserId } from '#contract/accounts/accounts.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

export { codeAt, enrol } from '#server/testing/enrol.ts'

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
