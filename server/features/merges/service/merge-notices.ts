import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { type Side, undoHours } from '#contract/merges.ts'
import { getAccount, listTeam, nameOfActor, seenClients } from '#server/features/accounts/service.ts'
import { notify, notifyOthers } from '#server/features/notifications/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Pair } from '../store.ts'

interface Colleagues {
  /** The record that they work with and the user does not. */
  clientId: UserId
  people: UserId[]
}

/** Returns the people who work with the record that the user may not open, before the merge opens it. */
export async function findColleagues(
  { db, actor }: Ctx<Staff>,
  { keptId, mergedId }: Pair,
): Promise<Colleagues | null> {
  const seen = await seenClients(db, actor, [keptId, mergedId])
  const clientId = [keptId, mergedId].find((id) => !seen.has(id))
  if (clientId === undefined) return null
  return { clientId, people: (await listTeam(db, clientId)).map(({ id }) => id) }
}

/** Notifies them of the merge. */
export async function notifyColleagues(
  ctx: Ctx<Staff>,
  colleagues: Colleagues | null,
  { byName, kept, merged }: { byName: string; kept: Side; merged: Side },
) {
  if (colleagues === null) return
  const [theirs, other] = colleagues.clientId === kept.id ? [kept, merged] : [merged, kept]
  await notifyOthers(ctx, colleagues.people, {
    topic: 'account',
    inMail: 'A colleague merged the record of one of your clients with another.',
    title: `${byName} merged the record of one of your clients with another`,
    body: `They merged the record of ${theirs.name}, one of your clients, with that of ${other.name} (${other.email}). Everything of both is in one record now. An administrator can undo this for ${undoHours} hours.`,
    link: clientPath(kept.id),
  })
}

/**
 * Tells whoever has the password of the other account that it opens again. Often it was another person's, who has been signed
 * out and refused since.
 */
export async function notifyReleased(ctx: Ctx<Staff>, mergedId: UserId) {
  const { passwordHash } = await getAccount(ctx.db, mergedId)
  if (passwordHash === '') return
  await notify(ctx, mergedId, {
    topic: 'account',
    title: 'You can sign in to this account again',
    body: 'For a time, it was part of another account. It’s separate again, and you sign in as before.',
    inMail: 'You can sign in to your account with us again.',
  })
}

/** Notifies the people who work with either record again that the merge was undone, each with their own client. */
export async function notifyOfUndo(ctx: Ctx<Staff>, { keptId, mergedId }: Pair) {
  const byName = await nameOfActor(ctx)
  const [kept, merged] = [await getAccount(ctx.db, keptId), await getAccount(ctx.db, mergedId)]
  const teamOf = async (id: UserId) => (await listTeam(ctx.db, id)).map((person) => person.id)
  const keptTeam = await teamOf(keptId)
  const mergedTeam = (await teamOf(mergedId)).filter((id) => !keptTeam.includes(id))
  const sides = [
    { people: keptTeam, theirs: kept, other: merged },
    { people: mergedTeam, theirs: merged, other: kept },
  ]
  for (const { people, theirs, other } of sides)
    await notifyOthers(ctx, people, {
      topic: 'account',
      inMail: 'A colleague undid the merge of the record of one of your clients with another.',
      title: `${byName} undid the merge of the record of one of your clients`,
      body: `The record of ${fullName(theirs)} (${theirs.email}), one of your clients, is separate from that of ${fullName(other)} again. What was added since the merge stays in the record of ${fullName(kept)} (${kept.email}).`,
      link: clientPath(theirs.id),
    })
}
