import { dayText } from '#server/platform/london.ts'
import type { RequestRow } from './store.ts'

/** What the client is told as soon as the request is kept. */
export const acknowledged = ({ kind, reference, dueOn }: RequestRow) =>
  kind === 'complaint'
    ? {
        title: 'We have your complaint',
        body: `Its reference is ${reference}. Within five working days we tell you who looks into it, and you have our answer by ${dayText(dueOn)}.`,
      }
    : {
        title: 'We have your request for erasure',
        body: `Its reference is ${reference}. You have our answer by ${dayText(dueOn)}.`,
      }

export const askedOfFirm = ({ kind, reference, dueOn }: RequestRow, client: string) => ({
  title: kind === 'complaint' ? 'A client has made a complaint' : 'A client asks for erasure',
  body: `${client} (${reference}), to be answered by ${dayText(dueOn)}`,
})

export const answered = ({ kind, reference }: RequestRow) => ({
  title: kind === 'complaint' ? 'We have answered your complaint' : 'We have answered your request',
  body: `Our answer to ${reference} is in your settings, under Data protection.`,
})
