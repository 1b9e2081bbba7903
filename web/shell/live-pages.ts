import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { useLiveChanges } from '#web/platform/live.ts'
import { checkSession, isLeaving } from '#web/platform/session.ts'
import type { EndpointName } from './feature.ts'
import { Portal } from './portal-context.ts'

/** Keeps all pages true while somebody is signed in. */
export const useLivePages = () => {
  const cache = useQueryClient()
  const { live } = use(Portal)
  useLiveChanges((topic) => (live[topic] ?? []).map(endpointOf), {
    enabled: true,
    isDeaf: () => isLeaving(cache),
    onSignedOut: () => void checkSession(cache),
  })
}

const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, members]) =>
    Object.entries(members).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
)

const endpointOf = (name: EndpointName) => {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`The contract has no endpoint ${name}.`)
  return endpoint
}
