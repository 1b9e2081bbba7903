import { useIsFetching } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Thing } from '#contract/kit/pages.ts'

interface Among<T> {
  /** Undefined while they are on their way. */
  things: readonly T[] | undefined
  /** Where they come from: while they are asked for again, nothing is gone. */
  from: Endpoint
}

/** The thing that a link names in the address of its page, if it is there, and how to leave it again. */
export const useDeepLinkTarget = <T extends { id: string }>(name: Thing, { things, from }: Among<T>) => {
  const [address, setAddress] = useSearchParams()
  const isAsking = useIsFetching({ queryKey: [from.path] }) > 0
  const id = address.get(name)
  const thing = id === null ? undefined : things?.find((candidate) => candidate.id === id)
  return {
    thing,
    /** It was deleted, taken back, or is somebody else's. */
    isGone: id !== null && things !== undefined && thing === undefined && !isAsking,
    /** Names another one, or none. */
    name: (next: string | null) =>
      setAddress(
        (now) => {
          now.delete(name)
          if (next !== null) now.set(name, next)
          return now
        },
        { replace: true },
      ),
  }
}
