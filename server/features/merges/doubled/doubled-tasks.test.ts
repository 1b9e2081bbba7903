import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { feesOf, pay } from '#server/features/payments/testing.ts'
import { step } from '#server/features/templates/shipped/common.ts'
import { openMatters } from '#server/features/templates/testing/matters.ts'

const { portal, admin: boss, priya, publish, start } = await openMatters()

type Person = Awaited<ReturnType<typeof portal.client>>
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })
const previewOf = async (kept: Person, merged: Person) =>
  (await boss.ask(merges.preview, { id: kept.user.id, otherId: merged.user.id })).doubled
/** Two clients with whom the administrator works. */
const pair = async () => {
  const clients = [await portal.client(), await portal.client()] as const
  for (const { user } of clients) await boss.ask(firm.joinTeam, { email: user.email })
  return clients
}
const tasksOf = (person: Person) => person.ask(tasks.list, {})
const titlesOf = async (person: Person) => (await tasksOf(person)).map(({ title }) => title).toSorted()
const taskOf = async (person: Person, title: string) => {
  const found = (await tasksOf(person)).find((task) => task.title === title)
  if (!found) throw new Error(`there is no task ${title}`)
  return found
}

test('after a merge the client has each untouched task once, and an undo restores the others', async () => {
  const [kept, merged] = await pair()
  const [own, others] = [await tasksOf(kept), await tasksOf(merged)]
  const titles = own.map(({ title }) => title)
  expect(await previewOf(kept, merged)).toEqual({ closed: titles, left: [] })

  const merge = await mergeOf(kept, merged)

  expect(merge.doubled).toEqual({ closed: titles, left: [] })
  expect(await tasksOf(kept)).toEqual(own)
  const notices = await kept.ask(notifications.list, {})
  expect(notices.find(({ title }) => title === 'Your two accounts are now one')?.body).toMatch(
    /Both had these tasks: “Upload proof of identity”, .* You only need to do each of them once\.$/,
  )
  const { rows } = await portal.pool.query(
    `select details from audit where event = 'client.merged' and subject_id = $1`,
    [kept.user.id],
  )
  expect(rows[0].details.closed).toContain('Upload proof of identity; Upload proof of address')

  await boss.ask(merges.undo, { id: merge.id })
  const again = portal.visitor()
  await again.ask(accounts.login, { username: merged.user.username, password: portal.password })
  expect(await again.ask(tasks.list, {})).toEqual(others)
  expect(await tasksOf(kept)).toEqual(own)
})

test('the record that has begun a task keeps it, and the untouched one of the other is closed', async () => {
  const [kept, merged] = await pair()
  const title = 'Pay search fees'
  const paid = await feesOf(merged)
  await pay(merged)
  await mergeOf(kept, merged)
  const left = (await tasksOf(kept)).filter((task) => task.title === title)
  expect(left).toMatchObject([{ id: paid.id, status: 'completed' }])
})

test('a task that both have begun stays twice, and the firm is told', async () => {
  const [kept, merged] = await pair()
  for (const person of [kept, merged]) {
    const { id } = await taskOf(person, 'Client Questionnaire')
    await person.ask(forms.saveDraft, { id, formData: { fullName: 'Ana Bell' }, step: 1 })
  }
  const merge = await mergeOf(kept, merged)
  expect(merge.doubled.left).toEqual(['Client Questionnaire'])
  expect((await titlesOf(kept)).filter((title) => title === 'Client Questionnaire')).toHaveLength(2)
  const shown = await boss.ask(merges.ofClient, { id: kept.user.id })
  expect(shown.merges[0]?.doubled).toEqual(merge.doubled)
})

test('a check that a case of the other record asks for replaces the untouched one of the list', async () => {
  const [kept, merged] = await pair()
  const address = { asks: 'proof_of_address', title: 'Your address', description: 'A bill' } as const
  const { type } = await publish(step({ key: 'address', ...address }))
  await start(merged, type)
  const ofCase = await taskOf(merged, 'Upload proof of address')
  await mergeOf(kept, merged)
  const left = (await tasksOf(kept)).filter(({ kind }) => kind === 'proof_of_address')
  expect(left.map(({ id }) => id)).toEqual([ofCase.id])
})

test('what a restricted case asks for is left out, so that nobody learns of the case', async () => {
  const [kept, merged] = await pair()
  const funds = { asks: 'proof_of_funds', title: 'Your money', description: 'A statement' } as const
  const { type } = await publish(step({ key: 'funds', ...funds }))
  const { id } = await start(merged, type)
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const isFunds = ({ kind }: { kind: string }) => kind === 'proof_of_funds'
  const others = (await tasksOf(kept)).filter((task) => !isFunds(task)).map(({ title }) => title)
  expect(await previewOf(kept, merged)).toEqual({ closed: others, left: [] })
  const { joined } = await boss.ask(merges.preview, { id: kept.user.id, otherId: merged.user.id })
  expect(joined.find(({ title }) => title === 'Tasks')).toEqual({
    title: 'Tasks',
    kept: others.length + 1,
    merged: others.length,
  })
  await mergeOf(kept, merged)
  expect((await tasksOf(kept)).filter(isFunds)).toHaveLength(2)
})
