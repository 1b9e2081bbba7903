import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { merges } from '#contract/merges.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { drawn, send } from '#server/features/signatures/testing/signature-requests.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')

type Person = Awaited<ReturnType<typeof portal.client>>
/** Two clients with whom the administrator works. */
const pair = async () => {
  const clients = [await portal.client(), await portal.client()] as const
  for (const { user } of clients) await boss.ask(firm.joinTeam, { email: user.email })
  return clients
}
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

test('what was signed with the merged account stays verified, also once the merge is undone', async () => {
  const [kept, merged] = await pair()
  const { id } = await send(priya, merged)
  await merged.ask(signatures.create, drawn(id))
  const { id: mergeId } = await mergeOf(kept, merged)
  expect(await kept.ask(signatures.ofDocument, { id })).toMatchObject([{ status: 'Verified', findings: [] }])
  const sent = await boss.ask(signatures.evidence, { id })
  expect(sent.signatures).toMatchObject([{ status: 'Verified' }])

  await boss.ask(merges.undo, { id: mergeId })

  const again = portal.visitor()
  await again.ask(accounts.login, { username: merged.user.username, password: portal.password })
  expect(await again.ask(signatures.ofDocument, { id })).toMatchObject([{ status: 'Verified' }])
  expect(await kept.ask(signatures.list, {})).toEqual([])
})

test('an undo is refused if a document of the other record was signed since', async () => {
  const [kept, merged] = await pair()
  const { id } = await send(priya, merged)
  const { id: mergeId } = await mergeOf(kept, merged)
  await kept.ask(signatures.create, drawn(id))
  await expect(boss.ask(merges.undo, { id: mergeId })).rejects.toMatchObject({ reason: 'used_since' })
  expect(await kept.ask(signatures.ofDocument, { id })).toMatchObject([{ status: 'Verified' }])
})
