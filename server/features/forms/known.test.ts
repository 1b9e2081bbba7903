import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { type TaskKind, tasks } from '#contract/tasks.ts'
import { openResident, press, sendPaper, withoutCamera } from '#server/features/onboarding/testing.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { drawnDarkness } from '#server/testing/sample-documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

const taskOf = async (client: Client, kind: TaskKind) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task
}

/** A client who has answered the questionnaire. */
async function answered(change: Partial<typeof questionnaire> = {}) {
  const client = await portal.client({ phone: '' })
  const { id } = await taskOf(client, 'client_questionnaire')
  const answer = (again: Partial<typeof questionnaire>) =>
    client.ask(forms.complete, { id, formData: { ...questionnaire, ...again } })
  await answer(change)
  return { client, id, answer, known: async () => (await client.ask(forms.draft, { id })).known }
}

const profileOf = async ({ ask }: Client) => {
  const { firstName, lastName, email } = await ask(accounts.current, {})
  return { firstName, lastName, email }
}

describe('nothing is asked twice', () => {
  test("what the questionnaire says is in the profile and on the firm's page of the client", async () => {
    const { client } = await answered()
    const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'SW1A 1AA' }
    expect(await client.ask(accounts.current, {})).toMatchObject({ phone: questionnaire.phone, ...home })
    expect(await priya.ask(firm.client, { id: client.user.id })).toMatchObject({
      phone: questionnaire.phone,
      particulars: { address: questionnaire.address, dateOfBirth: questionnaire.dob },
    })
  })

  test('what the profile says later is in the questionnaire, and what it leaves out stays', async () => {
    const { client, known } = await answered()
    portal.wait(minutes(5))
    const moved = { address: '8 Mill Lane', city: 'Ely', postalCode: 'CB7 4QT', phone: '07700 900999' }
    await client.ask(accounts.saveProfile, { ...(await profileOf(client)), ...moved })
    expect(await known()).toEqual({
      fullName: questionnaire.fullName,
      dob: questionnaire.dob,
      address: '8 Mill Lane, Ely, CB7 4QT',
      phone: '07700 900999',
      at: portal.now(),
    })
  })

  test('an address abroad is kept as it was written', async () => {
    const address = '14 rue des Lilas\n75011 Paris\nFrance'
    const { client, known } = await answered({ address })
    expect(await known()).toMatchObject({ address })
    expect(await client.ask(accounts.current, {})).toMatchObject({
      address: '14 rue des Lilas, 75011 Paris, France',
      city: null,
      postalCode: null,
    })
  })

  test('a new client finds what they registered with, and nothing that nobody said', async () => {
    const client = await portal.client({ firstName: 'Noor', lastName: 'Haddad', phone: '07700 900111' })
    const { id } = await taskOf(client, 'client_questionnaire')
    expect((await client.ask(forms.draft, { id })).known).toEqual({
      fullName: 'Noor Haddad',
      dob: null,
      address: null,
      phone: '07700 900111',
      at: null,
    })
  })

  test('a name and a day of birth that the firm has confirmed are not replaced by what is said later', async () => {
    const { client, answer, known } = await answered()
    const { id: taskId } = await taskOf(client, 'identity_check')
    // No document was sent: they were seen in the office.
    const decided = { id: client.user.id, taskId, submittedAt: null }
    await priya.ask(identity.accept, { ...decided, note: 'Seen in person.' })

    await answer({ fullName: 'Somebody Else', dob: '1999-01-01', address: '8 Mill Lane\nEly\nCB7 4QT' })
    expect(await known()).toMatchObject({
      fullName: questionnaire.fullName,
      dob: questionnaire.dob,
      address: '8 Mill Lane\nEly\nCB7 4QT',
    })
  })

  test('where the money comes from is suggested to the risk assessment as the client said it to Obi, to nobody else', async () => {
    const [client, silent] = [await openResident(portal), await portal.client()]
    const { id } = await taskOf(client, 'risk_assessment')
    const suggested = async () => (await client.ask(forms.draft, { id })).fundsSource
    expect(await suggested()).toBeUndefined()
    await press(client, ...withoutCamera)
    await sendPaper(client, await drawnDarkness())
    await press(client, 'Send it as it is', 'Skip this step', 'Skip this step', 'Gifted deposit')
    expect(await suggested()).toBe('Gifted deposit')
    // It is a suggestion: nothing is answered before the client submits.
    expect(await client.ask(forms.draft, { id })).toMatchObject({ formData: {}, savedAt: null })
    const [questions, others] = [
      await taskOf(client, 'client_questionnaire'),
      await taskOf(silent, 'risk_assessment'),
    ]
    expect(await client.ask(forms.draft, { id: questions.id })).not.toHaveProperty('fundsSource')
    expect(await silent.ask(forms.draft, { id: others.id })).not.toHaveProperty('fundsSource')
  })
})
