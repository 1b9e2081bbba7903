import { expect, test } from 'vitest'
import { QueueKind } from '#contract/queue.ts'
import { openPortal } from '#server/testing/portal.ts'
import { decide, openItems, reopen } from './testing/queue-items.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner', { otherRoles: ['compliance_officer'] })
const { withItem } = openItems(portal, priya)

test.each(QueueKind.options)('the undo of a %s decision does not take back a later one', async (kind) => {
  const { client, item } = await withItem(kind)
  portal.wait(1000)
  const first = (await decide(priya, client, item)) ?? undefined
  expect(first).toEqual(portal.now())
  await reopen(priya, item, first)
  portal.wait(1000)
  const second = (await decide(priya, client, item)) ?? undefined
  await expect(reopen(priya, item, first)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'decided_again',
    message:
      'A later decision was made on this, so the earlier one can’t be undone. Here is its current state.',
  })
  await reopen(priya, item, second)
})
