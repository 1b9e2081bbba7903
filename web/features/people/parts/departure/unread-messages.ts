import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { counted } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'

/** Returns what is to be said of messages from clients that somebody who leaves has not read. Null if there are none. */
export function useUnreadWords(personId: UserId) {
  const { data } = useQuery(query(handOver.unread, { id: personId }))
  if (!data) return null
  const { fromTheirClients, fromOthers } = data
  const sentences = [
    fromTheirClients > 0 &&
      `${goes(fromTheirClients, 'from their clients')} to whoever takes over, to read and answer.`,
    fromOthers > 0 && `${goes(fromOthers, 'from other clients')} to whoever looks after these clients.`,
  ]
  return sentences.filter(Boolean).join(' ') || null
}

const goes = (count: number, from: string) =>
  `${counted(count, 'unread message')} ${from} ${count === 1 ? 'goes' : 'go'}`
