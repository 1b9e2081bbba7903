import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { matterParties } from '#contract/matters/parties.ts'
import {
  claimNameable,
  guestsAmong,
  listEverybody,
  listNameable,
  listStaff,
  listUnrestricted,
  replaceNamedOn,
} from '#server/features/accounts/service.ts'
import { withdrawNoticesAbout } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { readerOfActor } from '../../reader.ts'
import { invalidateForFirm } from '../../service/commands.ts'
import { showFirmMatter } from '../../service/shown-matter.ts'
import * as matters from '../../store.ts'
import * as store from '../store.ts'

/** Lists the people of the firm to choose from for a case: in charge of it, or named on it. */
export async function listColleagues({ db }: Ctx<Staff>): Promise<Output<typeof matterParties.colleagues>> {
  const [staff, nameable] = [await listStaff(db), await listNameable(db)]
  return {
    inCharge: staff.map((person) => ({ id: person.id, name: fullName(person) })),
    nameable: nameable.map((person) => ({ id: person.id, name: fullName(person) })),
  }
}

/**
 * Restricts a matter to the people named, or lifts the restriction. The user always stays among those named. Throws
 * `conflict` if the matter has a guest, and `invalid` if somebody named cannot be named on one.
 */
export async function saveAccess(
  ctx: Ctx<Staff>,
  { id, isRestricted, memberIds }: Input<typeof matterParties.saveAccess>,
) {
  const row = await matters.claim(ctx.db, readerOfActor(ctx), id)
  const wanted = isRestricted ? [...new Set([ctx.actor.id, ...memberIds])] : []
  if (isRestricted && !row.isRestricted) await refuseGuests(ctx, row.id)
  const staff = await claimNameable(ctx.db, wanted)
  if (staff.length !== wanted.length) throw notNameable()
  // People who may no longer see it refetch, and find it gone.
  await invalidateForFirm(ctx, row)
  const changed = await matters.update(ctx.db, row.id, { isRestricted })
  await replaceNamedOn(ctx.db, row.id, wanted)
  // Earlier notifications would still reveal to others that it exists.
  if (isRestricted) {
    const kept = new Set([...wanted, ...(await listUnrestricted(ctx.db))])
    const others = (await listEverybody(ctx.db)).map((person) => person.id)
    await withdrawNoticesAbout(
      ctx,
      row,
      others.filter((person) => !kept.has(person)),
    )
  }
  await audit(ctx, 'case.access_changed', {
    subjectId: row.clientId,
    details: { reference: row.reference, memberIds: wanted.join(', ') },
  })
  await invalidateForFirm(ctx, changed)
  return showFirmMatter(ctx.db, changed)
}

const notNameable = () =>
  invalidFields({
    memberIds: 'Please choose administrators, fee earners or cashiers who are still at the firm.',
  })

/** Throws if the matter has a guest, because everyone at the firm sees guests in the list of clients. */
async function refuseGuests({ db }: Ctx, id: MatterId) {
  const ids = (await store.listOf(db, id)).flatMap(({ clientId }) => clientId ?? [])
  if ((await guestsAmong(db, ids)).size > 0)
    throw new Problem(
      'conflict',
      'This case has a guest, whose name others at the firm see in lists. A case with a guest can’t be restricted.',
      { reason: 'case_has_guest' },
    )
}
