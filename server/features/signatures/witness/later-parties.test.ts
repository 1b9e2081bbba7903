import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { witness } from '#contract/signatures/witness.ts'
import { openPortal } from '#server/testing/portal.ts'
import { ana, arrive, attested, signed, tokenIn } from '../testing/deeds.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** Sends a deed that is written on a case, and has its signer invite a witness. */
async function invitedOnCase() {
  const client = await portal.client()
  const { firstName, lastName, email } = client.user
  await client.ask(accounts.saveProfile, { firstName, lastName, email, address: '4 Mill Lane, Leeds' })
  const { id } = await priya.ask(matters.start, {
    clientId: client.user.id,
    title: 'Transfer',
    type: 'Transfer of equity',
    priority: 'high',
    description: 'A share',
    whose: 'firm',
    nextStep: 'Draft',
  })
  const deed = {
    id,
    templateKey: TemplateKey.parse('deed-of-gift'),
    recipientId: client.user.id,
    answers: { recipient: 'Kofi Mensah and Amara Okafor, of Leeds', gift: '£20,000' },
  }
  const { dataDigest } = await priya.ask(letters.preview, deed)
  const sent = { ...deed, templateVersion: 0, dataDigest, delivery: 'signature' } as const
  const { documentId } = await priya.ask(letters.send, sent)
  const { path, code } = await client.ask(witness.invite, { id: documentId })
  const addParty = (role: 'giver_of_funds' | 'agent' = 'giver_of_funds') =>
    priya.ask(matterParties.add, {
      id,
      email: '',
      phone: '',
      number: '',
      detail: '',
      role,
      kind: 'person',
      name: 'Ana Silva',
    })
  return { client, documentId, addParty, link: { device: portal.visitor(), token: tokenIn(path), code } }
}
const party = { reason: 'witness_is_party' }

test('whoever joins the case after its deed was sent is refused when they give their name', async () => {
  const { addParty, link } = await invitedOnCase()
  await addParty()
  const { key } = await link.device.ask(witness.enter, { token: link.token, code: link.code })
  await expect(link.device.ask(witness.introduce, { token: link.token, key, ...ana })).rejects.toMatchObject({
    ...party,
    fields: { name: expect.stringContaining('is a party to the deed') },
  })
  await link.device.ask(witness.introduce, { token: link.token, key, ...ana, name: 'Rosa Blum' })
})

test('a witness who has joined the case since is refused when the signer signs, who reads why', async () => {
  const { client, documentId, addParty, link } = await invitedOnCase()
  await arrive(link)
  await addParty()
  await expect(client.ask(witness.sign, { id: documentId, ...signed })).rejects.toMatchObject({
    ...party,
    code: 'conflict',
    message: expect.stringContaining('Ana Silva is now a party to the case'),
  })
  expect(await client.ask(witness.standing, { id: documentId })).toMatchObject({ state: 'present' })
})

test('a witness who joins the case once the signer has signed can’t sign as the witness', async () => {
  const { client, documentId, addParty, link } = await invitedOnCase()
  const key = await arrive(link)
  await client.ask(witness.sign, { id: documentId, ...signed })
  await addParty()
  await expect(link.device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject({
    ...party,
    code: 'conflict',
    message: expect.stringContaining('now a party to the case'),
  })
  expect(await client.ask(witness.standing, { id: documentId })).toMatchObject({ state: 'signed' })
})

test('whoever acts for another on the case may still be the witness, also when added later', async () => {
  const { client, documentId, addParty, link } = await invitedOnCase()
  const key = await arrive(link)
  await addParty('agent')
  await client.ask(witness.sign, { id: documentId, ...signed })
  expect(await link.device.ask(witness.attest, { ...key, ...attested })).toMatchObject({ state: 'witnessed' })
})
