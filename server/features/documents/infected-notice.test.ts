import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { openClamd } from '#server/providers/antivirus/clamd.ts'
import { openClamdStandIn } from '#server/providers/antivirus/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { plainPage, send } from './testing/documents.ts'

const clamd = await openClamdStandIn()
const portal = await openPortal({ ports: { antivirus: openClamd(clamd.address) } })

test('an administrator whose other role sees the money of every client reads whose infected file it was only of their own', async () => {
  await portal.staff('fee_earner')
  const alex = await portal.staff('administrator', { otherRoles: ['cashier'] })
  const client = await portal.client({ firstName: 'Zenobia' })
  clamd.state.instead = 'stream: Win.Trojan.Agent-1 FOUND\0'
  const noticeOf = async () => {
    expect(await send(client, plainPage)).toMatchObject({ status: 422 })
    return (await alex.ask(notifications.list, {}))[0]?.body
  }
  expect(await noticeOf()).toMatch(/^A client tried to upload a file with a virus\./)
  await alex.ask(firm.joinTeam, { email: client.user.email })
  expect(await noticeOf()).toMatch(/^Zenobia Okafor tried to upload/)
})
