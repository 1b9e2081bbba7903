import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { type FormType, forms } from '#contract/forms/forms.ts'
import { type Task, type TaskKind, tasks } from '#contract/tasks.ts'
import { findPersonalDetails } from '#server/features/accounts/service.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { questionnaire, riskAssessment } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { formAnswers } from './schema.ts'

const portal = await openPortal()

const taskOf = async (client: Client, kind: TaskKind): Promise<Task> => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task
}

describe('submitting', () => {
  test('a complete questionnaire completes its task and is told in recent activity', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')

    const task = await ana.ask(forms.complete, { id, formData: questionnaire })

    expect(task).toMatchObject({ id, status: 'completed', completedAt: portal.now() })
    expect(await ana.ask(activities.list, {})).toMatchObject([{ type: 'task_completed' }])
    expect(await ana.ask(forms.answers, { id })).toMatchObject([
      { form: 'client_questionnaire', version: 1, formData: questionnaire, isAccepted: false },
    ])
  })

  test('what the questionnaire says of the client is what documents are compared with', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')

    await ana.ask(forms.complete, { id, formData: { ...questionnaire, fullName: 'Amara Ngozi Okafor' } })

    expect(await findPersonalDetails(portal.db, ana.user.id)).toEqual({
      fullName: 'Amara Ngozi Okafor',
      dateOfBirth: questionnaire.dob,
      address: questionnaire.address,
      postalCode: 'SW1A 1AA',
      fromMerged: [],
    })
  })

  test('a risk assessment is completed with both consents, and not without', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'risk_assessment')

    const without = { ...riskAssessment, privacyConsent: false, declaration: false }
    await expect(ana.ask(forms.complete, { id, formData: without })).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        privacyConsent: 'You must accept the privacy policy',
        declaration: 'You must agree to the declaration',
      },
    })
    expect((await taskOf(ana, 'risk_assessment')).status).toBe('pending')
    expect(await ana.ask(forms.complete, { id, formData: riskAssessment })).toMatchObject({
      status: 'completed',
    })
  })

  test('answers are corrected until the firm has accepted them, and every version is kept', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')
    const first = await ana.ask(forms.complete, { id, formData: questionnaire })

    portal.wait(minutes(10))
    const corrected = { ...questionnaire, occupation: 'Head teacher' }
    expect(await ana.ask(forms.complete, { id, formData: corrected })).toEqual(first)

    const versions = await ana.ask(forms.answers, { id })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    expect(versions.map(({ formData }) => formData.occupation)).toEqual(['Head teacher', 'Teacher'])
    expect(await ana.ask(activities.list, {})).toHaveLength(1)

    await portal.db.update(formAnswers).set({ isAccepted: true }).where(eq(formAnswers.taskId, id))
    const refused = { code: 'conflict', reason: 'already_accepted' }
    await expect(ana.ask(forms.complete, { id, formData: corrected })).rejects.toMatchObject(refused)
    const draft = { id, formData: { occupation: 'Nobody' }, step: 1 }
    await expect(ana.ask(forms.saveDraft, draft)).rejects.toMatchObject(refused)
    expect(await ana.ask(forms.answers, { id })).toHaveLength(2)
  })

  test('of many submissions at once each is a version of its own, and the task is done once', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')

    await Promise.all(
      [1, 2, 3, 4, 5].map((own) =>
        ana.ask(forms.complete, { id, formData: { ...questionnaire, occupation: `Teacher ${own}` } }),
      ),
    )

    const versions = (await ana.ask(forms.answers, { id })).map(({ version }) => version)
    expect(versions).toEqual([5, 4, 3, 2, 1])
    expect(await ana.ask(activities.list, {})).toHaveLength(1)
  })
})

describe('what is wrong is said at its field', () => {
  const refused = async (kind: FormType, formData: Record<string, unknown>) => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, kind)
    const problem = await ana.ask(forms.complete, { id, formData }).catch((error: unknown) => error)
    expect(await ana.ask(forms.answers, { id })).toEqual([])
    return problem
  }

  test('an empty questionnaire gets the sentence of each field', async () => {
    const sentences = {
      fullName: 'Full name is required',
      dob: 'Date of birth is required',
      occupation: 'Occupation is required',
      address: 'Address is required',
      phone: 'Phone number is required',
      email: 'Please enter a valid email address',
      preferredContact: 'Please select a preferred contact method',
      legalMatter: 'Legal matter type is required',
      description: 'Description is required',
      urgency: 'Please select urgency level',
    }
    expect(await refused('client_questionnaire', {})).toMatchObject({ code: 'invalid', fields: sentences })
    const blank = Object.fromEntries(Object.keys(sentences).map((name) => [name, '']))
    expect(await refused('client_questionnaire', blank)).toMatchObject({ fields: sentences })
  })

  test('an empty risk assessment gets the sentence of each field', async () => {
    expect(await refused('risk_assessment', {})).toMatchObject({
      code: 'invalid',
      fields: {
        residentialStatus: 'Residential status is required',
        employmentStatus: 'Employment status is required',
        annualIncome: 'Annual income is required',
        sourceOfFunds: 'Source of funds is required',
        purposeOfMatter: 'Purpose of matter is required',
        privacyConsent: 'You must accept the privacy policy',
        declaration: 'You must agree to the declaration',
      },
    })
  })

  test('a date of birth is a real day, past, and in living memory', async () => {
    for (const [dob, words] of [
      ['1986-02-30', 'Please enter a real date, such as 27 03 1986'],
      ['27/03/1986', 'Please enter a real date, such as 27 03 1986'],
      ['2026-11-09', 'Your date of birth must be in the past'],
      ['2031-01-01', 'Your date of birth must be in the past'],
      ['1899-12-31', 'Please check the year: it must be 1900 or later'],
    ])
      expect(await refused('client_questionnaire', { ...questionnaire, dob })).toMatchObject({
        fields: { dob: words },
      })
  })

  test('a field that the form does not have is refused by its name', async () => {
    expect(await refused('client_questionnaire', { ...questionnaire, role: 'admin' })).toMatchObject({
      code: 'invalid',
      reason: 'unknown_field',
      fields: { role: expect.any(String) },
    })
  })

  test('whatever is sent as a form is answered, and never with a fault of the server', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', null, -1, []))
    const formData = fc.dictionary(fc.constantFrom(...Object.keys(questionnaire), 'x'), value)
    await fc.assert(
      fc.asyncProperty(formData, async (wrong) => {
        const body = { formData: { ...questionnaire, ...wrong } }
        const { status } = await ana.send('POST', `/api/tasks/${id}/complete`, body, {})
        expect([200, 400]).toContain(status)
        const draft = await ana.send('PUT', `/api/tasks/${id}/draft`, { ...body, step: 1 }, {})
        expect([200, 400]).toContain(draft.status)
      }),
      { numRuns: 60 },
    )
  })
})

describe('drafts', () => {
  test('what was typed is there again on another device, and the task is in progress', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')
    const known = { fullName: 'Amara Okafor', dob: null, address: null, phone: null, at: null }
    expect(await ana.ask(forms.draft, { id })).toEqual({ formData: {}, step: 1, savedAt: null, known })

    await ana.ask(forms.saveDraft, { id, formData: { fullName: 'Amara' }, step: 1 })
    const formData = { fullName: 'Amara Okafor', town: 'London', riskFactors: ['cash_intensive'] }
    await ana.ask(forms.saveDraft, { id, formData, step: 2 })

    const phone = portal.visitor()
    await phone.ask(accounts.login, { username: ana.user.username, password: portal.password })
    expect(await phone.ask(forms.draft, { id })).toEqual({
      formData,
      step: 2,
      savedAt: portal.now(),
      known,
    })
    expect((await taskOf(ana, 'client_questionnaire')).status).toBe('in_progress')
  })

  test('a submitted form leaves no draft, and a draft never opens a completed task again', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')
    await ana.ask(forms.saveDraft, { id, formData: { fullName: 'Amara' }, step: 1 })
    await ana.ask(forms.complete, { id, formData: questionnaire })
    expect((await ana.ask(forms.draft, { id })).savedAt).toBeNull()

    await ana.ask(forms.saveDraft, { id, formData: { fullName: 'Amara O.' }, step: 1 })

    expect((await taskOf(ana, 'client_questionnaire')).status).toBe('completed')
  })
})

describe('whose it is', () => {
  test('one client neither reads, drafts nor submits the form of another', async () => {
    const ana = await portal.client()
    const ben = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')
    await ana.ask(forms.complete, { id, formData: questionnaire })

    const notFound = { code: 'not_found' }
    await expect(ben.ask(forms.answers, { id })).rejects.toMatchObject(notFound)
    await expect(ben.ask(forms.answersFile, { id })).rejects.toMatchObject(notFound)
    await expect(ben.ask(forms.draft, { id })).rejects.toMatchObject(notFound)
    await expect(ben.ask(forms.saveDraft, { id, formData: {}, step: 1 })).rejects.toMatchObject(notFound)
    await expect(ben.ask(forms.complete, { id, formData: questionnaire })).rejects.toMatchObject(notFound)
  })

  test('a task that asks for something else takes no form', async () => {
    const ana = await portal.client()
    for (const kind of ['proof_of_address', 'payment', 'bank_check'] as const) {
      const { id, status } = await taskOf(ana, kind)
      await expect(ana.ask(forms.complete, { id, formData: questionnaire })).rejects.toMatchObject({
        code: 'unprocessable',
        reason: 'wrong_task',
      })
      expect((await taskOf(ana, kind)).status).toBe(status)
    }
  })

  test('the form is the one that the task asks for, not the one that fits the answers', async () => {
    const ana = await portal.client()
    const { id } = await taskOf(ana, 'risk_assessment')
    await expect(ana.ask(forms.complete, { id, formData: questionnaire })).rejects.toMatchObject({
      code: 'invalid',
      reason: 'unknown_field',
    })
  })
})

test('the newest answers to a form are downloaded as a PDF on the firm’s letterhead', async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'client_questionnaire')
  const download = `/api/tasks/${id}/answers/download`
  expect((await ana.send('GET', download, undefined, {})).status).toBe(404)
  await ana.ask(forms.complete, { id, formData: questionnaire })

  const { status, body } = await ana.send('GET', download, undefined, {})

  expect(status).toBe(200)
  expect(String(body)).toMatch(/^%PDF-1\.\d/)
})

test('a demo account that is reset has neither answers nor drafts of forms', async () => {
  const ana = await portal.client({ username: testUsername })
  const { id } = await taskOf(ana, 'client_questionnaire')
  await ana.ask(forms.complete, { id, formData: questionnaire })
  await ana.ask(forms.saveDraft, { id, formData: { fullName: 'A' }, step: 1 })

  await ana.ask(dashboard.resetTestUser, {})

  expect(await ana.ask(forms.answers, { id })).toEqual([])
  expect((await ana.ask(forms.draft, { id })).savedAt).toBeNull()
})
