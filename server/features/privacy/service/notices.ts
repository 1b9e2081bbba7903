import { dayText } from '#contract/kit/day.ts'
import type { RequestRow } from '../store.ts'
import type { Enclosed } from './collect-personal-data.ts'

/** What the client is told once the request is saved. */
export const acknowledged = ({ kind, reference, dueOn }: RequestRow) =>
  kind === 'complaint'
    ? {
        title: 'We have your complaint',
        body: `Its reference is ${reference}. We'll contact you about your complaint. You'll have our answer by ${dayText(dueOn)}.`,
      }
    : {
        title: 'We have your request for erasure',
        body: `Its reference is ${reference}. You'll have our answer by ${dayText(dueOn)}.`,
      }

/** The notification for those who answer, and for those who work with the client. */
export const firmNotice = ({ kind, reference, dueOn }: RequestRow, client: string) => ({
  title: kind === 'complaint' ? 'A client has made a complaint' : 'A client has asked for erasure',
  body: `${client} (${reference}), to be answered by ${dayText(dueOn)}`,
})

export const answered = ({ kind, reference }: RequestRow) => ({
  title: kind === 'complaint' ? 'We have answered your complaint' : 'We have answered your request',
  body: `Our answer to ${reference} is in your settings, under Data protection.`,
})

/** What the archive says of files that belong in it but could not be read. */
export const noteOf = (lost: readonly Enclosed[]) =>
  [
    "These files belong in this archive and are missing from it, because they couldn't be read. We have been alerted. Please ask us about it.",
    '',
    ...lost.map(({ path }) => path),
    '',
  ].join('\n')

/** Names no file, because a case may be restricted, and no client to those who may not look at them. */
export const lostFiles = ({ length }: readonly Enclosed[], client = 'A client') => ({
  title: "A client's files can't be read",
  body: `${client} downloaded their data without ${length === 1 ? 'a file that is' : `${length} files that are`} missing or damaged. The audit trail names each. Please look for ${length === 1 ? 'it' : 'them'} in a backup.`,
})
