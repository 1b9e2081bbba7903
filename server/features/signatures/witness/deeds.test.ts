import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { witness, witnessStatement } from '#contract/signatures/witness.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { verifySeal } from '#server/platform/signing/verification.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { ana, arrive, attested, inviteWitness, sendDeed, signed, tokenIn } from '../testing/deeds.ts'
import { drawing } from '../testing/signature-requests.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const invited = (client: Client) => inviteWitness(portal, priya, client)

test('a deed is sealed with both signatures, and its evidence names the witness', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const { device, token } = link
  const key = await arrive(link)
  await expect(device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject({
    reason: 'not_signed_yet',
  })
  expect(await client.ask(witness.standing, { id })).toMatchObject({ state: 'present', name: 'Ana Silva' })
  portal.wait(minutes(1))
  expect(await client.ask(witness.sign, { id, ...signed })).toMatchObject({ state: 'signed' })
  expect(await client.ask(signatures.list, {})).toEqual([])
  const seen = await device.ask(witness.look, key)
  expect(seen).toMatchObject({ state: 'signed', signer: 'Amara Okafor', document: 'Deed of gift' })
  const signedAt = portal.now()
  portal.wait(minutes(1))
  expect(await device.ask(witness.attest, { ...key, ...attested })).toMatchObject({ state: 'witnessed' })
  const [checked] = await client.ask(signatures.ofDocument, { id })
  expect(checked).toMatchObject({
    status: 'Verified',
    findings: [],
    createdAt: signedAt,
    witness: { ...ana, statement: witnessStatement.text, at: portal.now() },
  })
  expect(checked?.events.map(({ kind }) => kind)).toEqual([
    'sent',
    'witness_invited',
    'witness_present',
    'pages_seen',
    'consented',
    'signed',
    'witnessed',
    'sealed',
  ])
  const copy = await portal.app.inject({ url: `/api/documents/${id}/signed`, headers: cookieOf(client.jar) })
  const words = (await textOfPdf(copy.rawPayload)).text.replaceAll(/\s+/g, '')
  const statement = `Thewitnessstates:“${witnessStatement.text.replaceAll(' ', '')}`
  for (const part of ['WitnessedbyAnaSilva', 'Nurse', '4MillLane,LeedsLS12AB', statement])
    expect(words).toContain(part)
  expect(verifySeal(copy.rawPayload)).toMatchObject({
    isWhole: true,
    reason: expect.stringContaining('Signed by Amara Okafor, witnessed by Ana Silva.'),
  })
  await expect(device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await device.ask(witness.look, { token })).toMatchObject({ state: 'witnessed', signer: null })
})

test('a witness may draw their signature as well, and the firm sees how far they have come', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const standing = async () => (await priya.ask(signatures.evidence, { id })).witness
  const awaited = async () =>
    (await priya.ask(signatures.sent, {})).find((sent) => sent.id === id)?.awaitsWitness
  expect(await standing()).toMatchObject({ state: 'invited', name: null })
  expect(await awaited()).toBeNull()
  const key = await arrive(link)
  await client.ask(witness.sign, { id, ...signed })
  expect(await standing()).toMatchObject({ state: 'signed', name: 'Ana Silva' })
  const until = new Date(portal.now().getTime() + minutes(30))
  expect(await awaited()).toEqual({ name: 'Ana Silva', until })
  const { statementVersion } = attested
  const ask = (mark: Record<string, string>) =>
    link.device.ask(witness.attest, { ...key, statementVersion, ...mark })
  await expect(ask({})).rejects.toMatchObject({ code: 'invalid' })
  await expect(ask({ signatureData: drawing({ isBlank: true }) })).rejects.toMatchObject({
    reason: 'signature_blank',
  })
  await expect(ask({ typedName: 'Rosa Blum' })).rejects.toMatchObject({ reason: 'name_differs' })
  expect(await ask({ signatureData: drawing() })).toMatchObject({ state: 'witnessed', name: 'Ana Silva' })
  expect(await standing()).toMatchObject({ state: 'witnessed', name: 'Ana Silva' })
  expect(await awaited()).toBeNull()
})

test('a deed is refused in any other name, confirmed or not, and without a witness', async () => {
  const client = await portal.client()
  const { id } = await sendDeed(priya, client)
  const other = { ...signed, typedName: 'Amara Mensah' }
  for (const nameConfirmed of [true, false])
    await expect(
      client.ask(signatures.create, { documentId: id, ...other, nameConfirmed }),
    ).rejects.toMatchObject({ code: 'unprocessable', reason: 'name_differs' })
  await expect(client.ask(signatures.create, { documentId: id, ...signed })).rejects.toMatchObject({
    reason: 'witness_needed',
  })
  await expect(client.ask(witness.sign, { id, ...signed })).rejects.toMatchObject({
    reason: 'witness_needed',
  })
  const { path, code } = await client.ask(witness.invite, { id })
  await arrive({ device: portal.visitor(), token: tokenIn(path), code })
  await expect(client.ask(witness.sign, { id, ...other, nameConfirmed: true })).rejects.toMatchObject({
    reason: 'name_differs',
  })
})

test('a deed of somebody who left the case is withdrawn while they sign, and its sender is told', async () => {
  const first = await portal.client()
  const second = await portal.client({ firstName: 'Kofi', lastName: 'Mensah' })
  const started = await priya.ask(matters.start, {
    clientId: first.user.id,
    title: 'Transfer',
    type: 'Transfer of equity',
    priority: 'high',
    description: 'A share',
    whose: 'firm',
    nextStep: 'Draft',
  })
  const party = await priya.ask(matterParties.add, {
    id: started.id,
    email: '',
    phone: '',
    number: '',
    detail: '',
    role: 'joint_client',
    kind: 'person',
    name: 'Kofi Mensah',
    clientId: second.user.id,
  })
  await second.ask(accounts.saveProfile, {
    firstName: 'Kofi',
    lastName: 'Mensah',
    email: second.user.email,
    address: '4 Mill Lane, Leeds',
  })
  const deed = {
    id: started.id,
    templateKey: TemplateKey.parse('deed-of-gift'),
    recipientId: second.user.id,
    answers: { recipient: 'Ana Silva, of Leeds', gift: '£20,000' },
  }
  const { dataDigest } = await priya.ask(letters.preview, deed)
  const letter = await priya.ask(letters.send, {
    ...deed,
    templateVersion: 0,
    dataDigest,
    delivery: 'signature',
  })
  const { path, code } = await second.ask(witness.invite, { id: letter.documentId })
  const link = { device: portal.visitor(), token: tokenIn(path), code }
  const { key } = await link.device.ask(witness.enter, { token: link.token, code })
  // Named in the deed itself and as the other client of the case.
  for (const name of ['Ana Silva', 'Amara Okafor'])
    await expect(
      link.device.ask(witness.introduce, { token: link.token, key, ...ana, name }),
    ).rejects.toMatchObject({ reason: 'witness_is_party' })
  await link.device.ask(witness.introduce, { token: link.token, key, ...ana, name: 'Rosa Blum' })
  await priya.ask(matterParties.remove, { id: started.id, partyId: party.id })
  await expect(
    second.ask(witness.sign, { id: letter.documentId, ...signed, typedName: 'Kofi Mensah' }),
  ).rejects.toMatchObject({ reason: 'signature_cancelled' })
  expect(await link.device.ask(witness.look, { token: link.token, key })).toMatchObject({ state: 'over' })
  expect((await priya.ask(letters.ofMatter, { id: started.id })).letters).toMatchObject([
    { state: 'cancelled' },
  ])
})
