import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { addressOf } from '#contract/kit/transport.ts'
import type { Belongings, Row } from './authorization.ts'
import type { Portal } from './portal.ts'

const all = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

const readable = all.filter(
  ([, { method, audience, gives }]) => method === 'GET' && audience !== 'client' && gives !== 'events',
)

interface Swept {
  portal: Portal
  matrix: Record<string, Row>
  /** Whose things the requests name. */
  belongings: Belongings
  /** What a search looks for. */
  word: string
}

type Headers = Record<string, string>

/** Sends every request of the firm's that names one of these things, or none, to look for what it reveals. */
export function openSweep({ portal, matrix, belongings, word }: Swept) {
  /** Returns the matrix's input. Empty if the endpoint needs something else. */
  const inputOf = (name: string): Record<string, unknown> => {
    if (name === 'search.find') return { words: word }
    try {
      return matrix[name]?.ask?.(belongings) ?? {}
    } catch {
      return {}
    }
  }
  return {
    /** Returns what each reading endpoint answers this person, by its name. */
    readAll: async (headers: Headers) => {
      const answers: { name: string; said: string }[] = []
      for (const [name, endpoint] of readable) {
        const { path, rest } = addressOf(endpoint, inputOf(name))
        const query = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]))
        const reply = await portal.app.inject({ method: 'GET', url: path, headers, query })
        if (reply.statusCode === 200) answers.push({ name, said: reply.body.toLowerCase() })
      }
      return answers
    },
    /** Returns the firm's commands that name one of these ids. */
    commandsOn: (ids: readonly string[]) =>
      all.flatMap(([name, endpoint]) => {
        const input = inputOf(name)
        const isCommand =
          endpoint.method !== 'GET' && endpoint.takes !== 'form' && endpoint.audience === 'firm'
        return isCommand && ids.some((id) => JSON.stringify(input).includes(id))
          ? [{ name, endpoint, input }]
          : []
      }),
    command: async (
      { endpoint, input }: { endpoint: Endpoint; input: Record<string, unknown> },
      headers: Headers,
    ) => {
      const { path, rest } = addressOf(endpoint, input)
      return portal.app.inject({ method: endpoint.method, url: path, headers, payload: rest })
    },
  }
}
