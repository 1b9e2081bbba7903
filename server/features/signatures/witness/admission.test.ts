import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { witness } from '#contract/signatures/witness.ts'
import { textMessages } from '#contract/text-messages.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { ana, arrive, attested, inviteWitness, sendDeed, signed, tokenIn } from '../testing/deeds.ts'
import { removeLapsedMarks } from './store.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const invited = (client: Client) => inviteWitness(portal, priya, client)
const over = { code: 'not_found', reason: 'witness_link_over' }

test.each([
  ['the signer', 'Okafor Amara', 'witness_is_signer'],
  ['the signer by their initial', 'A. Okafor', 'witness_is_signer'],
  ['a party', 'Kofi Mensah', 'witness_is_party'],
  ['nobody in full', 'Ana', 'name_incomplete'],
  ['a name that cannot be printed', 'Ana 𓀀', 'letters_missing'],
])('%s is no witness', async (_, name, reason) => {
  const { code, token, device } = await invited(await portal.client())
  // The signer's screen shows the code in two groups.
  const { key } = await device.ask(witness.enter, { token, code: `${code.slice(0, 3)}-${code.slice(3)}` })
  await expect(device.ask(witness.introduce, { token, key, ...ana, name })).rejects.toMatchObject({ reason })
  expect(await device.ask(witness.introduce, { token, key, ...ana })).toMatchObject({ state: 'present' })
})

// A letter names a party as its question asks for them: with an address, and two in one answer.
test.each([
  ['Kofi Mensah, of 3 Mill Lane, Leeds', 'Dr Kofi A. Mensah'],
  ['Mr Kofi Mensah of 3 Mill Lane', 'K. Mensah'],
  ['Rosa Blum and Kofi Mensah', 'Kofi Atta Mensah'],
])('of a party listed as “%s”, %s is the name, and no witness', async (parties, name) => {
  const client = await portal.client()
  const { id } = await sendDeed(priya, client, { parties })
  const { path, code } = await client.ask(witness.invite, { id })
  const [device, token] = [portal.visitor(), tokenIn(path)]
  const { key } = await device.ask(witness.enter, { token, code })
  await expect(device.ask(witness.introduce, { token, key, ...ana, name })).rejects.toMatchObject({
    reason: 'witness_is_party',
  })
  for (const other of ['Mensah Leeds', 'Ana Mensah', 'Ana Silva'])
    expect(await device.ask(witness.introduce, { token, key, ...ana, name: other })).toMatchObject({
      name: other,
    })
})

test('whoever is signed in as a party is no witness under another name', async () => {
  const { code, token } = await invited(await portal.client())
  const kofi = await portal.client({ firstName: 'Kofi', lastName: 'Mensah' })
  const { key } = await kofi.ask(witness.enter, { token, code })
  await expect(kofi.ask(witness.introduce, { token, key, ...ana })).rejects.toMatchObject({
    reason: 'witness_is_party',
  })
})

// The witness's words are sealed into the deed, named in its seal and stamped on its last page.
test.each([
  ['a NUL', 'Ana\u0000 Silva', 400],
  ['a turned reading direction', 'Ana \u202eavliS', 400],
  ['a second line', 'Ana Silva\nKofi', 400],
  ['nothing but spaces', '   ', 400],
  ['more than a name has', `Ana ${'Silva'.repeat(40)}`, 400],
  ['brackets and backslashes of a PDF', 'Ana (Silva) \\) Tj', 200],
  ['tags', 'Ana <img src=x>', 200],
  ['a formula', '=cmd Silva', 200],
  ['accents', 'Zoë Núñez-Šťastná', 200],
])('a name with %s is refused or kept, and breaks nothing', async (_, name, status) => {
  const { code, token, device } = await invited(await portal.client())
  const { key } = await device.ask(witness.enter, { token, code })
  const reply = await device.send('POST', witness.introduce.path, { token, key, ...ana, name }, {})
  expect(reply.status).toBe(status)
})

test('what breaks out of a PDF’s text stays text in the sealed deed', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const name = 'Ana (Silva) \\) Tj'
  const key = await arrive(link, { name, address: '<b>4</b> \\(Mill', occupation: '=HYPERLINK("x")' })
  await client.ask(witness.sign, { id, ...signed })
  const reply = await link.device.ask(witness.attest, { ...key, ...attested, typedName: name })
  expect(reply).toMatchObject({ state: 'witnessed', name })
})

test('the link opens on one device, which is not the signer’s, and the signer’s next invitation ends it', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const { code, token, device } = link
  const attempts = [client.ask(witness.look, { token }), client.ask(witness.enter, { token, code })]
  await Promise.all(
    attempts.map((asking) =>
      expect(asking).rejects.toMatchObject({ code: 'conflict', reason: 'same_device' }),
    ),
  )
  const { key } = await arrive(link)
  await expect(client.ask(witness.attest, { token, key, ...attested })).rejects.toMatchObject({
    reason: 'same_device',
  })
  const second = portal.visitor()
  await expect(second.ask(witness.enter, { token, code })).rejects.toMatchObject({
    reason: 'witness_link_used',
  })
  expect(await second.ask(witness.look, { token })).toMatchObject({ signer: null, document: null })
  const guessed = { token, key: 'k'.repeat(43) }
  await expect(second.ask(witness.introduce, { ...guessed, ...ana })).rejects.toMatchObject(over)
  await expect(second.ask(witness.attest, { ...guessed, ...attested })).rejects.toMatchObject(over)
  const again = await client.ask(witness.invite, { id })
  await expect(device.ask(witness.introduce, { token, key, ...ana })).rejects.toMatchObject(over)
  expect(await device.ask(witness.look, { token, key })).toMatchObject({ state: 'over', signer: null })
  await arrive({ device, token: tokenIn(again.path), code: again.code })
})

test('where the signer invites somebody else while the witness signs, exactly one of the two happens', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const key = await arrive(link)
  await client.ask(witness.sign, { id, ...signed })
  const ends = await Promise.allSettled([
    link.device.ask(witness.attest, { ...key, ...attested }),
    client.ask(witness.invite, { id }),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('five wrong codes end the link, and the right one does not open it any more', async () => {
  const { code, token, device } = await invited(await portal.client())
  const wrong = code === '000000' ? '000001' : '000000'
  for (let time = 0; time < 5; time += 1)
    await expect(device.ask(witness.enter, { token, code: wrong })).rejects.toMatchObject({
      reason: 'code_wrong',
    })
  await expect(device.ask(witness.enter, { token, code })).rejects.toMatchObject(over)
})

test('the deed of one client is none of another’s, and none of their invitations opens it', async () => {
  const [owner, other] = [await portal.client(), await portal.client()]
  const { id, ...link } = await invited(owner)
  const attempts = [
    other.ask(witness.invite, { id }),
    other.ask(witness.standing, { id }),
    other.ask(witness.sign, { id, ...signed }),
  ]
  await Promise.all(attempts.map((asking) => expect(asking).rejects.toMatchObject({ code: 'not_found' })))
  const theirs = await invited(other)
  await expect(
    theirs.device.ask(witness.enter, { token: link.token, code: theirs.code }),
  ).rejects.toMatchObject({ reason: expect.stringMatching(/code_wrong/) })
})

test('a witness signs while the signer is signed in, and not once they have signed out', async () => {
  const client = await portal.client()
  const { id, ...link } = await invited(client)
  const key = await arrive(link)
  await client.ask(witness.sign, { id, ...signed })
  await client.ask(accounts.logout, {})
  await expect(link.device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject(over)
})

test('half an hour after the invitation it is over for both, and what was signed with is forgotten', async () => {
  const later = await openPortal()
  const staff = await later.staff('fee_earner')
  const [first, second] = [await later.client(), await later.client()]
  const unopened = await inviteWitness(later, staff, first)
  const { id, ...link } = await inviteWitness(later, staff, second)
  const key = await arrive(link)
  later.wait(minutes(20))
  await second.ask(witness.sign, { id, ...signed })
  later.wait(minutes(11))
  const { device, token, code } = unopened
  expect(await device.ask(witness.look, { token })).toMatchObject({ state: 'over' })
  await expect(device.ask(witness.enter, { token, code })).rejects.toMatchObject(over)
  expect(await second.ask(witness.standing, { id })).toMatchObject({ state: 'over' })
  await expect(second.ask(witness.sign, { id, ...signed })).rejects.toMatchObject({
    reason: 'witness_needed',
  })
  await expect(link.device.ask(witness.attest, { ...key, ...attested })).rejects.toMatchObject(over)
  const kept = async () =>
    (await later.pool.query('select mark from deed_witnesses where document_id = $1', [id])).rows[0].mark
  expect(await kept()).not.toBeNull()
  await removeLapsedMarks(later.db, later.now())
  expect(await kept()).toBeNull()
})

test('the code of a witness goes by text, which the signer follows, and to a British mobile alone', async () => {
  const client = await portal.client()
  const { id } = await invited(client)
  await expect(client.ask(witness.invite, { id, mobile: '+33 6 12 34 56 78' })).rejects.toMatchObject({
    fields: { mobile: expect.stringContaining('UK mobile') },
  })
  const { code, textId } = await client.ask(witness.invite, { id, mobile: '07700 900123' })
  if (textId === null) throw new Error('No text was written')
  const standing = () => client.ask(textMessages.standing, { id: textId })
  await expect.poll(standing, { interval: 20 }).toMatchObject({ state: 'kept', number: '+447700900123' })
  const { rows } = await portal.pool.query('select t::text as text from text_messages t')
  expect(JSON.stringify(rows)).not.toContain(code)
  await expect((await portal.client()).ask(textMessages.standing, { id: textId })).rejects.toMatchObject({
    code: 'not_found',
  })
})
