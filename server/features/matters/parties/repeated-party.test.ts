import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

test('a person without an account who is added again word for word is on the case once', async () => {
  const { id } = await priya.ask(matters.start, {
    clientId: (await portal.client()).user.id,
    title: 'Estate of Ada Byron',
    type: 'Probate',
    priority: 'low',
    description: 'The estate',
    whose: 'firm',
    nextStep: 'Find the will',
  })
  const son = {
    id,
    role: 'beneficiary',
    kind: 'person',
    name: 'John Byron',
    email: 'john@byron.example',
    phone: '',
    number: '',
    detail: '',
  } as const
  const add = () => priya.ask(matterParties.add, son)
  const twice = await Promise.allSettled([add(), add()])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(priya.ask(matterParties.add, { ...son, name: 'john  byron' })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'already_party',
    message:
      'John Byron is on this case as Beneficiary already, with the same details. If this is someone else, say in the note what tells them apart.',
  })
  const people = 'select 1 from matter_people where email = $1'
  expect((await portal.pool.query(people, [son.email])).rows).toHaveLength(1)
  // A namesake, and the same person in another role, are no mistake.
  await priya.ask(matterParties.add, { ...son, detail: 'The grandson' })
  await priya.ask(matterParties.add, { ...son, role: 'executor' })
  const { parties } = await priya.ask(matters.firmOne, { id })
  expect(parties.map(({ role, detail }) => [role, detail])).toEqual([
    ['beneficiary', ''],
    ['beneficiary', 'The grandson'],
    ['executor', ''],
  ])
})
