import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'

/** Returns what is to be said of messages that somebody who leaves has not answered. Null if there are none. */
export function useUnansweredWords(personId: UserId) {
  const { data } = useQuery(query(handOver.unread, { id: personId }))
  if (!data) return null
  const { fromTheirClients, fromOthers, readFromTheirClients, readFromOthers } = data
  const [theirs, others] = ['from their clients', 'from other clients']
  const sentences = [
    fromTheirClients > 0 &&
      `${goes(fromTheirClients, 'unread message', theirs)} to whoever takes over, to read and answer.`,
    readFromTheirClients > 0 &&
      `${goes(readFromTheirClients, 'message', `${theirs}, read but not answered,`)} to whoever takes over.`,
    fromOthers > 0 && `${goes(fromOthers, 'unread message', others)} to whoever looks after these clients.`,
    readFromOthers > 0 &&
      `${goes(readFromOthers, 'message', `${others}, read but not answered,`)} to whoever looks after these clients.`,
  ]
  return sentences.filter(Boolean).join(' ') || null
}

const goes = (count: number, noun: string, from: string) =>
  `${counted(count, noun)} ${from} ${count === 1 ? 'goes' : 'go'}`
