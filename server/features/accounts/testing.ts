import type { UserId } from '#contract/accounts/accounts.ts'
import type { Client, Portal } from '#server/testing/portal.ts'

export { codeAt, enrol } from '#server/testing/enrol.ts'

/** Enters the password in a new browser, which then waits for the second factor. */
export async function showPassword(portal: Portal, username: string, password = portal.password) {
  const browser = portal.visitor()
  const answer = await browser.send('POST', '/api/login', { username, password }, {})
  return { ...browser, answer }
}

/** Enters a code of the app or a recovery code in a browser that waits for the second factor. */
export const enter = (browser: Pick<Client, 'send'>, code: string) =>
  browser.send('POST', '/api/login/two-factor', { code }, {})

export const trailOf = async (portal: Portal, userId: UserId) => {
  const { rows } = await portal.pool.query<{ event: string }>(
    'select event from audit where subject_id = $1 order by id',
    [userId],
  )
  return rows.map(({ event }) => event)
}
