import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { witness } from '#contract/signatures/witness.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { ana, arrive, attested, inviteWitness, signed, tokenIn } from '../testing/deeds.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const invited = (client: Client) => inviteWitness(portal, priya, client)
const over = { code: 'not_found', reason: 'witness_link_over' }
const reason = 'I am abroad this week.'

test('whoever was asked by mistake declines without the code; signer and firm are told, and why', async () => {
  const client = await portal.client()
  const { id, token, code, device } = await invited(client)
  expect(await device.ask(witness.decline, { token, reason })).toMatchObject({
    state: 'over',
    isDeclined: true,
    signer: null,
    document: null,
  })
  expect(await client.ask(witness.standing, { id })).toMatchObject({ state: 'over', isDeclined: true })
  for (const person of [client, priya]) {
    const [news] = await person.ask(notifications.list, {})
    expect(news).toMatchObject({ title: 'A witness has declined', body: expect.stringContaining(reason) })
  }
  expect(await device.ask(witness.look, { token })).toMatchObject({ state: 'over', isDeclined: true })
  await expect(device.ask(witness.enter, { token, code })).rejects.toMatchObject(over)
  expect(await device.ask(witness.decline, { token })).toMatchObject({ state: 'over', isDeclined: true })
})

test('declining again after a lost answer says the same, and nobody is told twice', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const key = await arrive(link)
  const ends = await Promise.all([
    link.device.ask(witness.decline, { ...key, reason }),
    link.device.ask(witness.decline, { ...key, reason }),
  ])
  ends.push(await link.device.ask(witness.decline, { ...key, reason }))
  for (const end of ends) expect(end).toMatchObject({ state: 'over', isDeclined: true, signer: null })
  const declined = (await client.ask(notifications.list, {})).filter(
    ({ title }) => title === 'A witness has declined',
  )
  expect(declined).toHaveLength(1)
  const { events } = await priya.ask(signatures.evidence, { id })
  expect(events.filter(({ kind }) => kind === 'witness_declined')).toHaveLength(1)
})

test('the firm’s list says that the witness of a deed has declined, until someone else is invited', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const declinedWitness = async () =>
    (await priya.ask(signatures.sent, {})).find((sent) => sent.id === id)?.declinedWitness
  expect(await declinedWitness()).toBeNull()
  const key = await arrive(link)
  await link.device.ask(witness.decline, key)
  expect(await declinedWitness()).toEqual({ name: 'Ana Silva' })
  await client.ask(witness.invite, { id })
  expect(await declinedWitness()).toBeNull()
})

test('a witness who declines once the signer has signed ends that signature; the next one seals the deed', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const key = await arrive(link)
  await client.ask(witness.sign, { id, ...signed })
  await link.device.ask(witness.decline, { ...key, reason })
  const [news] = await priya.ask(notifications.list, {})
  expect(news?.body).toMatch(/^Ana Silva, invited by Amara Okafor, can’t be the witness to /)
  await expect(link.device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject(over)
  const { rows } = await portal.pool.query(
    'select mark, signed_from from deed_witnesses where document_id = $1',
    [id],
  )
  expect(rows).toEqual([{ mark: null, signed_from: null }])
  await expect(client.ask(witness.sign, { id, ...signed })).rejects.toMatchObject({
    reason: 'witness_needed',
  })
  const { path, code } = await client.ask(witness.invite, { id })
  expect(await client.ask(witness.standing, { id })).toMatchObject({ state: 'invited', isDeclined: false })
  const next = { device: portal.visitor(), token: tokenIn(path), code }
  const rosa = { ...ana, name: 'Rosa Blum' }
  const theirs = await arrive(next, rosa)
  await client.ask(witness.sign, { id, ...signed })
  await next.device.ask(witness.attest, { ...theirs, ...attested, typedName: 'Rosa Blum' })
  const { events, signatures: checked } = await priya.ask(signatures.evidence, { id })
  expect(checked).toMatchObject([{ status: 'Verified', witness: rosa }])
  expect(events.find(({ kind }) => kind === 'witness_declined')).toMatchObject({
    by: 'Ana Silva',
    detail: reason,
  })
  // Everyone with a copy reads its last pages. What was said in confidence to signer and firm isn't there.
  const copy = await portal.app.inject({ url: `/api/documents/${id}/signed`, headers: cookieOf(client.jar) })
  const words = (await textOfPdf(copy.rawPayload)).text.replaceAll(/\s+/g, '')
  expect(words).toContain('Witnessdeclined')
  expect(words).not.toContain('abroad')
})

test('once the code was entered, only that device declines, and never the signer’s', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const { token } = link
  await expect(client.ask(witness.decline, { token })).rejects.toMatchObject({ reason: 'same_device' })
  await arrive(link)
  for (const key of [{}, { key: 'k'.repeat(43) }])
    await expect(portal.visitor().ask(witness.decline, { token, ...key })).rejects.toMatchObject(over)
  expect(await client.ask(witness.standing, { id })).toMatchObject({ state: 'present', isDeclined: false })
})

test('where a witness declines while their signature is being sealed, exactly one of the two happens', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const key = await arrive(link)
  await client.ask(witness.sign, { id, ...signed })
  const ends = await Promise.allSettled([
    link.device.ask(witness.attest, { ...key, ...attested }),
    link.device.ask(witness.decline, key),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a deed that is witnessed is not declined any more, nor is an invitation that has expired', async () => {
  const [first, second] = [await portal.client(), await portal.client()]
  const { id, ...link } = await invited(first)
  const key = await arrive(link)
  await first.ask(witness.sign, { id, ...signed })
  await link.device.ask(witness.attest, { ...key, ...attested })
  await expect(link.device.ask(witness.decline, key)).rejects.toMatchObject({ reason: 'already_signed' })
  const late = await invited(second)
  portal.wait(minutes(31))
  await expect(late.device.ask(witness.decline, { token: late.token })).rejects.toMatchObject(over)
})
