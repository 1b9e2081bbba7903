import { expect, test } from 'vitest'
import { openPortal } from '#server/testing/portal.ts'
import { askAssistant, midway } from './testing/askers.ts'

const portal = await openPortal()

const client = await midway(portal)
const setCheck = (status: string, outcome: string | null) =>
  portal.pool.query(
    "update tasks set status = $2, outcome = $3 where client_id = $1 and kind = 'identity_check'",
    [client.user.id, status, outcome],
  )

test('who asks whether they are verified is told of the check that a person still decides', async () => {
  await portal.pool.query(
    "update documents set status = 'verified', verified_at = created_at where client_id = $1",
    [client.user.id],
  )
  await setCheck('completed', 'review')
  for (const question of ['Am I verified now?', 'Is my ID verified yet?']) {
    const { content } = (await askAssistant(client, question)).answer
    expect(content).toContain('- Verify your identity: in review. Someone at the firm decides')
  }
  await setCheck('pending', null)
  expect((await askAssistant(client, 'Am I verified now?')).answer.content).toContain(
    '- Verify your identity: still to do.',
  )
  await setCheck('completed', 'verified')
  expect((await askAssistant(client, 'Am I verified now?')).answer.content).toContain(
    '- Verify your identity: verified.',
  )
})

test('a question about a bill is not answered with the identity check', async () => {
  await setCheck('completed', 'review')
  const { content } = (await askAssistant(client, 'Has my council tax bill been accepted?')).answer
  expect(content).not.toContain('Verify your identity')
})
