import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, join, required, read } = await openMatters()

test('a task that a joint client does for both is the last of the other, whose other case is then the firm’s turn', async () => {
  const { type } = await publish(reading('one', { everyone: 'any' }))
  const [ana, ben] = [await portal.client(), await portal.client({ firstName: 'Ben' })]
  const alone = await priya.ask(matters.start, {
    clientId: ana.user.id,
    title: 'A will',
    type: 'Will',
    priority: 'low',
    description: 'A will',
    whose: 'client',
    nextStep: taskSteps.finish,
  })
  const { id } = await start(ana, type)
  await join(id, ben, 'joint_client')
  await required(ana, 'Read one')
  await portal.pool.query(
    `update tasks set status = 'completed', completed_at = now() where client_id = $1 and title <> 'Read one'`,
    [ana.user.id],
  )
  await read(ben, 'Read one')
  const moveOf = async () => (await ana.ask(matters.one, { id: alone.id })).move
  await expect.poll(moveOf).toMatchObject({ whose: 'firm', nextStep: taskSteps.review })
})
