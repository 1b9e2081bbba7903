import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Problem } from '#contract/kit/problem.ts'
import { type WitnessView, witness } from '#contract/signatures/witness.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { stored } from '#web/platform/storage.ts'

/** Milliseconds; nobody is signed in who could be told when the signer has signed. */
const pace = 3_000

/** What the page of a witness knows, and what its forms tell it. */
export interface WitnessDevice {
  token: string
  /** What this device is known by once the code was entered on it; empty before. */
  key: string
  view: WitnessView | undefined
  error: Problem | null
  retry: () => void
  /** The code was right. */
  entered: (key: string) => void
  /** The portal's answer to one of the forms. */
  answered: (view: WitnessView) => void
  /** A refusal may mean that the deed stands otherwise by now. */
  refused: (problem: Problem) => void
  isCorrecting: boolean
  correct: () => void
}

export function useWitness(token: string): WitnessDevice {
  const cache = useQueryClient()
  // It stays while the page is loaded again, and goes with its tab.
  const kept = stored(`portico_witness:${token}`, z.string(), { area: 'session' })
  const [key, setKey] = useState(() => kept.read() ?? '')
  const [isCorrecting, setCorrecting] = useState(false)
  const asked = query(witness.look, key === '' ? { token } : { token, key })
  const { data, error, refetch } = useQuery({
    ...asked,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error || isSettled(state.data) ? false : pace),
  })
  return {
    token,
    key,
    view: data,
    error,
    retry: () => void refetch(),
    entered: (given) => {
      kept.write(given)
      setKey(given)
    },
    answered: (view) => {
      setCorrecting(false)
      void cache.cancelQueries({ queryKey: asked.queryKey })
      cache.setQueryData(asked.queryKey, view)
    },
    refused: ({ code }) => {
      if (code === 'conflict' || code === 'not_found') void refresh(cache, [witness.look])
    },
    isCorrecting,
    correct: () => setCorrecting(true),
  }
}

const isSettled = (view: WitnessView | undefined) => view?.state === 'over' || view?.state === 'witnessed'
