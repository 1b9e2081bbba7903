import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { Browser } from './browser.ts'

type Saver = Browser & { user: User }

interface Seen {
  status: number
  retryAfter: string | null
  code: string | undefined
}

/** Saves a profile with the number in its last name. */
export const saveNumber = ({ fetch, user }: Saver, number: number) =>
  fetch(accounts.saveProfile.path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: user.firstName, lastName: `No ${number}`, email: user.email }),
  })

export const savedNumber = async ({ ask }: Saver) =>
  Number((await ask(accounts.current, {})).lastName.slice(3))

/**
 * Keeps a portal busy: saves the next number after each response, and reads at the same time, until `end` is called or
 * the portal does not respond.
 */
export function keepSaving(client: Saver) {
  const seen: Seen[] = []
  let [isOver, acknowledged, number] = [false, 0, 0]
  const note = async (reply: Response) => {
    const { code } = (await reply.json()) as { code?: string }
    seen.push({ status: reply.status, retryAfter: reply.headers.get('retry-after'), code })
    return reply.status
  }
  const repeat = async (once: () => Promise<unknown>) => {
    while (!isOver) if ((await once().catch(() => 'nobody')) === 'nobody') return
  }
  const save = async () => {
    number += 1
    const sent = number
    if ((await note(await saveNumber(client, sent))) === 200) acknowledged = sent
  }
  const look = async () => note(await client.fetch('/api/tasks'))
  const looping = Promise.all([save, look, look, look].map(repeat))
  return {
    seen,
    /** Resolves when the portal no longer responds. */
    unheard: looping,
    /** Returns the last number that was acknowledged and the last one sent. */
    end: async () => {
      isOver = true
      await looping
      return { acknowledged, sent: number }
    },
  }
}
