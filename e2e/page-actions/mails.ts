import { expect } from '@playwright/test'
import { mail } from '#contract/mail.ts'
import type { Visit } from '../journey.ts'

/** Returns the path of the link in an email of the outbox. */
export async function linkIn({ ask }: Visit, { to, subject }: { to: string; subject: string | RegExp }) {
  const find = async () =>
    (await ask(mail.list, {})).find((candidate) => candidate.to === to && candidate.subject.match(subject))
  await expect.poll(find).toBeDefined()
  const found = await find()
  if (!found) throw new Error('There is no such mail.')
  const { text } = await ask(mail.one, { id: found.id })
  const [address = ''] = text.match(/https?:\S+token=\S+/) ?? []
  const { pathname, search } = new URL(address)
  return pathname + search
}
