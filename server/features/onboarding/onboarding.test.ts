import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { forms } from '#contract/forms/forms.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { tasks } from '#contract/tasks.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

test('completing onboarding ends the first login, in the answer and from then on', async () => {
  const ana = await portal.client()
  const { success, user } = await ana.ask(onboarding.complete, {})

  expect(success).toBe(true)
  expect(user).toEqual({ ...ana.user, isFirstLogin: false, isNewlyOnboarded: true })
  expect(await ana.ask(accounts.current, {})).toEqual(user)
})

test('onboarding may be completed with every task open, which touches none of them', async () => {
  const ana = await portal.client()
  const before = await ana.ask(tasks.list, {})
  await ana.ask(onboarding.complete, {})
  expect(await ana.ask(tasks.list, {})).toEqual(before)
})

test('completing it again changes nothing', async () => {
  const ana = await portal.client()
  const first = await ana.ask(onboarding.complete, {})
  expect(await ana.ask(onboarding.complete, {})).toEqual(first)
})

test('the first face of the dashboard is for this session only: the next sign-in is a return', async () => {
  const ana = await portal.client()
  await ana.ask(onboarding.complete, {})
  const phone = portal.visitor()
  const credentials = { username: ana.user.username, password: portal.password }

  expect(await phone.ask(accounts.login, credentials)).toMatchObject({ isNewlyOnboarded: false })
  expect(await phone.ask(accounts.current, {})).toMatchObject({
    isFirstLogin: false,
    isNewlyOnboarded: false,
  })
  expect(await ana.ask(accounts.current, {})).toMatchObject({ isNewlyOnboarded: true })
})

test('the lock is in the page alone: a client completes a task while onboarding is open', async () => {
  const ana = await portal.client()
  const form = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  if (!form) throw new Error('the template has no questionnaire')
  expect(await ana.ask(forms.complete, { id: form.id, formData: questionnaire })).toMatchObject({
    status: 'completed',
  })
  expect(await ana.ask(accounts.current, {})).toMatchObject({ isFirstLogin: true })
})

test('onboarding is for clients', async () => {
  const priya = await portal.staff('fee_earner')
  await expect(priya.ask(onboarding.complete, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(portal.visitor().ask(onboarding.complete, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
