import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { teams } from '#contract/firm/teams.ts'
import { identityReports } from '#contract/identity/reports.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openPortal } from '#server/testing/portal.ts'
import { reportForm } from './testing/report-form.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const priya = await portal.staff('fee_earner')
const owen = await portal.staff('fee_earner')

test('a report that was still being sent when its sender was taken off the client’s team is refused', async () => {
  const { id, email } = (await portal.client()).user
  await admin.ask(firm.joinTeam, { email })
  const team = await admin.ask(teams.create, { name: 'Property', memberIds: [owen.user.id] })
  await admin.ask(firm.assign, { id, feeEarnerId: priya.user.id, memberIds: [], teamId: team.id })
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const whole = new Response(await reportForm())
  const bytes = Buffer.from(await whole.arrayBuffer())
  const left = Promise.withResolvers<void>()
  const pieces = async function* () {
    yield bytes.subarray(0, 1000)
    await left.promise
    yield bytes.subarray(1000)
  }
  const arrived = Promise.withResolvers<void>()
  portal.app.server.once('request', () => arrived.resolve())
  const sent = fetch(address + identityReports.add.path.replace(':id', id), {
    method: 'POST',
    headers: { ...cookieOf(owen.jar), 'content-type': whole.headers.get('content-type') ?? '' },
    body: Readable.from(pieces()),
    duplex: 'half',
  })
  await arrived.promise
  // Answered after the portal has looked up who sends the report.
  expect((await owen.ask(identityReports.ofClient, { id })).reports).toEqual([])
  await admin.ask(teams.save, { id: team.id, name: 'Property', memberIds: [] })
  left.resolve()
  expect((await sent).status).toBe(404)
  expect((await priya.ask(identityReports.ofClient, { id })).reports).toEqual([])
})
