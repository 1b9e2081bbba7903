import type { MailTransport } from '#contract/mail.ts'
import { hiddenMattersOf } from '#server/features/accounts/service.ts'
import { failureOf } from '#server/platform/connections/connections.ts'
import { faultDetailWords } from '#server/platform/connections/fault-words.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

/** Returns how emails leave the portal, and why any of them wait. */
export async function showTransport({ db, ports, actor, now }: Ctx<Staff>): Promise<MailTransport> {
  const server = (await ports.connections.listKept(db)).find(({ name }) => name === 'mail')
  const failure = server ? failureOf(server) : null
  const isUnreadable = server?.isUnreadable === true
  const { kind, from } = isUnreadable ? ({ kind: 'smtp', from: null } as const) : ports.mail
  const { waiting, nextAttemptAt } = await store.countWaiting(db, hiddenMattersOf(db, actor), now)
  return { kind, from, failure, waiting, nextAttemptAt: isUnreadable ? null : nextAttemptAt }
}

/** Adds to an email why it failed, in a sentence. */
export const withFailureWords = <M extends { failure: string | null }>(mail: M) => ({
  ...mail,
  failureWords: mail.failure === null ? null : mailFailureWords(mail.failure),
})

/** Says why an email failed, and what to do. `failure` is what was kept of the last attempt. */
function mailFailureWords(failure: string) {
  const words = faultDetailWords(failure)
  if (words !== null) return words
  const status = /(?:^|[:\s])([45])\d\d[ -]/.exec(failure)?.[1]
  if (status === '5')
    return 'The mail server refused this email. Please check the address. If it is right, ask whoever runs the mail server.'
  if (status === '4') return 'The mail server didn’t take this email yet, and asked for it again later.'
  return 'The mail server couldn’t be used. Please test it under Integrations, Connections.'
}
