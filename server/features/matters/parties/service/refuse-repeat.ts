import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { foldName } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { matterParties } from '#contract/matters/parties.ts'
import { roleNames } from '#contract/matters/party.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'

const compared = ['role', 'kind', 'email', 'phone', 'number', 'detail'] as const

/**
 * Refuses a person without a record who is entered again word for word, as after an answer that was lost on the way.
 * Two of one name, such as father and son, differ by at least a note.
 */
export async function refuseRepeat(
  { db }: Pick<Ctx, 'db'>,
  matterId: MatterId,
  wanted: Input<typeof matterParties.add>,
) {
  if (wanted.personId || wanted.clientId) return
  const name = foldName(wanted.name)
  const known = (await store.listOf(db, matterId)).find(
    (party) => foldName(party.name) === name && compared.every((key) => party[key] === wanted[key]),
  )
  if (known?.kind !== 'person') return
  throw new Problem(
    'conflict',
    `${known.name} is on this case as ${roleNames[known.role]} already, with the same details. If this is someone else, say in the note what tells them apart.`,
    { reason: 'already_party' },
  )
}
