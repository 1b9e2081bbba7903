import { useIsFetching } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { LinkParameter } from '#contract/kit/pages.ts'

interface Among<T> {
  /** Undefined while they load. */
  things: readonly T[] | undefined
  /** The endpoint that they come from. While it is fetched again, nothing counts as gone. */
  from: Endpoint
}

/** Returns the thing that the page's address names, if it is there, and a function to name another. */
export const useDeepLinkTarget = <T extends { id: string }>(
  name: LinkParameter,
  { things, from }: Among<T>,
) => {
  const [address, setAddress] = useSearchParams()
  const isAsking = useIsFetching({ queryKey: [from.path] }) > 0
  const id = address.get(name)
  const thing = id === null ? undefined : things?.find((candidate) => candidate.id === id)
  return {
    /** The id in the address. Null if it names none. */
    id,
    thing,
    /** The named thing is not in the list: it was deleted, withdrawn, or belongs to someone else. */
    isGone: id !== null && things !== undefined && thing === undefined && !isAsking,
    /** Names another thing in the address, or none. */
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
