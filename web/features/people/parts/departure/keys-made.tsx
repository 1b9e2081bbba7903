import { useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type ApiKey, apiKeys, keyState } from '#contract/api-keys.ts'
import { pages } from '#contract/kit/pages.ts'
import { quoted } from '#contract/kit/text.ts'
import { ask } from '#web/platform/ask.ts'
import { now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

const isActive = (key: ApiKey) => keyState(key, now()) === 'active'
const namesOf = (keys: readonly ApiKey[]) => quoted(keys.map(({ name }) => name))
const theirs = ({ length }: readonly ApiKey[], [verb, verbOfSeveral]: readonly [string, string]) =>
  length === 1 ? `Their API key ${verb}` : `Their API keys ${verbOfSeveral}`

/** Returns the API keys that somebody made and that work, and what has become of them after a change of that person. */
export function useKeysMade(personId: UserId) {
  const { data } = useQuery(query(apiKeys.list, {}))
  const keys = data?.filter((key) => key.createdById === personId && isActive(key)) ?? []
  return {
    keys,
    outcome: async () => {
      if (keys.length === 0) return ''
      const before = new Set(keys.map(({ id }) => id))
      // Whoever took their own rights away may not list keys any more. The change is made nevertheless.
      const after = (await ask(apiKeys.list, {}).catch(() => [])).filter(({ id }) => before.has(id))
      if (after.length === 0) return ''
      const [left, gone] = [after.filter(isActive), after.filter((key) => !isActive(key))]
      if (gone.length === 0) return `${theirs(keys, ['still works', 'still work'])}: ${namesOf(left)}.`
      const others = left.length === 0 ? '' : ` Still working: ${namesOf(left)}.`
      return `${theirs(keys, ['no longer works', 'no longer work'])}: ${namesOf(gone)}.${others}`
    },
  }
}

interface KeysMadeProps {
  keys: readonly ApiKey[]
  /** Whether the keys are withdrawn with the change. A key acts for the firm, so a change of roles leaves it. */
  isEnding: boolean
}

/** Names the API keys that a person made, before they leave or manage keys no more. */
export const KeysMade = ({ keys, isEnding }: KeysMadeProps) => {
  if (keys.length === 0) return null
  const isSingle = keys.length === 1
  if (isEnding)
    return (
      <Callout tone="warn" title="API keys they made are withdrawn">
        {namesOf(keys)} {isSingle ? 'stops' : 'stop'} working straight away. Make a new key for each system
        that uses {isSingle ? 'it' : 'one'}.
      </Callout>
    )
  return (
    <Callout tone="warn" title="API keys they made still work">
      {namesOf(keys)} {isSingle ? 'acts' : 'act'} for the firm, whatever their role is. If they may have kept
      a copy, withdraw the {isSingle ? 'key' : 'keys'} under{' '}
      <TextLink to={`${pages.integrations}?tab=keys`}>Integrations</TextLink>.
    </Callout>
  )
}
