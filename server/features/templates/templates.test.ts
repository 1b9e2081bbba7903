import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { matterTypes } from '#contract/matters/facts.ts'
import { matters } from '#contract/matters/matters.ts'
import { stagedTypes } from '#contract/matters/stages.ts'
import { tasks } from '#contract/tasks.ts'
import { stepStates, templateFaults } from '#contract/templates/rules.ts'
import { TemplateSteps } from '#contract/templates/step.ts'
import { matterTemplates, templates } from '#contract/templates/templates.ts'
import { openPortal } from '#server/testing/portal.ts'
import { shippedTemplates } from './shipped/templates.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')

const find = async (type: string) => {
  const found = (await admin.ask(templates.list, {})).find((template) => template.type === type)
  if (!found) throw new Error(`there is no template for ${type}`)
  return admin.ask(templates.one, { id: found.id })
}
/** A template with one version, and a draft of it that was saved once. */
const addPublished = async (type: string) => {
  const { id, draft } = await admin.ask(templates.add, { type })
  await admin.ask(templates.publish, { id, revision: 1, note: 'As shipped.' })
  return admin.ask(templates.saveDraft, { id, steps: draft?.steps ?? [], revision: 0, basedOn: 1 })
}
const stepsOf = (template: Awaited<ReturnType<typeof find>>) => template.versions[0]?.steps ?? []

test('every type of case with stages of its own has a template that can be published unchanged', () => {
  expect(Object.keys(shippedTemplates)).toEqual(stagedTypes)
  for (const steps of Object.values(shippedTemplates)) {
    expect(z.safeParse(TemplateSteps, steps).error).toBeUndefined()
    expect(templateFaults(steps)).toEqual([])
  }
})

test('if the client may be a company, its owners and directors get identity steps once it is said to be one', () => {
  for (const type of ['Purchase', 'Sale', 'Remortgage', 'Transfer of equity', 'General']) {
    const steps = shippedTemplates[type] ?? []
    const form = steps.find((step) => step.form?.sections.some(hasClientKind))
    const stand = (kind: string) => {
      const done = new Set(form ? [form.key] : [])
      const states = stepStates(steps, {
        isEnded: (key) => done.has(key),
        answersOf: (key) => (done.has(key) ? [{ client_kind: kind }] : []),
      })
      return steps
        .filter(({ roles }) => roles.includes('director') && roles.includes('beneficial_owner'))
        .map(({ key, asks }) => [asks, states.get(key)])
    }
    const kinds = ['proof_of_identity', 'identity_check', 'proof_of_address']
    expect(stand('company')).toEqual(kinds.map((key) => [key, 'open']))
    expect(stand('people')).toEqual(kinds.map((key) => [key, 'skipped']))
  }
})

const hasClientKind = ({ fields }: { fields: readonly { key: string }[] }) =>
  fields.some(({ key }) => key === 'client_kind')

test('the shipped templates exist from the start, and are published once', async () => {
  await Promise.all([admin.ask(templates.list, {}), admin.ask(templates.list, {})])
  const all = await admin.ask(templates.list, {})
  expect(all.map(({ type }) => type)).toEqual(stagedTypes)
  for (const { version, hasDraft } of all) expect([version, hasDraft]).toEqual([1, false])
})

describe('a draft', () => {
  test('is published with a note as the next version, and the previous one stays', async () => {
    const { id, ...sale } = await find('Sale')
    const steps = stepsOf({ id, ...sale }).slice(0, 3)
    const drafted = await admin.ask(templates.saveDraft, { id, steps, revision: 0 })
    expect(drafted).toMatchObject({ draft: { revision: 1 }, versions: [{ version: 1 }] })

    const published = await admin.ask(templates.publish, { id, revision: 1, note: 'Only who they are.' })

    expect(published.draft).toBeNull()
    expect(published.versions.map(({ version, note }) => [version, note])).toEqual([
      [2, 'Only who they are.'],
      [1, 'Came with the portal'],
    ])
    expect(published.versions[0]?.steps).toEqual(steps)
  })

  test('cannot be overwritten by somebody who has not seen the latest save', async () => {
    const template = await find('Probate')
    const draft = { id: template.id, steps: stepsOf(template) }
    await admin.ask(templates.saveDraft, { ...draft, revision: 0 })
    const second = admin.ask(templates.saveDraft, { ...draft, revision: 0 })
    await expect(second).rejects.toMatchObject({ code: 'conflict', reason: 'draft_changed' })
  })

  test('that was saved in another window of the same person names nobody else, and their colleague is told who', async () => {
    const { id, draft: opened } = await admin.ask(templates.add, { type: 'Two windows' })
    const draft = { id, steps: opened?.steps ?? [], revision: 1 }
    await admin.ask(templates.saveDraft, draft)
    await expect(admin.ask(templates.publish, { id, revision: 1, note: 'As opened.' })).rejects.toMatchObject(
      {
        message: expect.stringMatching(/^You’ve changed this template in another window /),
      },
    )
    // They may have the same name.
    const { firstName, lastName } = admin.user
    const colleague = await portal.staff('administrator', { firstName, lastName })
    await expect(colleague.ask(templates.saveDraft, draft)).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^${firstName} ${lastName} has changed this template `)),
    })
  })

  test('begun before a colleague published another is refused, and what they published stays', async () => {
    const colleague = await portal.staff('administrator', { firstName: 'Ines', lastName: 'Hart' })
    const { id, draft: first } = await admin.ask(templates.add, { type: 'Two authors' })
    const steps = first?.steps ?? []
    await admin.ask(templates.publish, { id, revision: 1, note: 'As shipped.' })
    // Both have opened version 1, of which there is no draft.
    const shorter = steps.slice(1)
    await colleague.ask(templates.saveDraft, { id, steps: shorter, revision: 0, basedOn: 1 })
    await colleague.ask(templates.publish, { id, revision: 1, note: 'One step fewer.' })
    await expect(
      admin.ask(templates.saveDraft, { id, steps, revision: 0, basedOn: 1 }),
    ).rejects.toMatchObject({
      reason: 'draft_changed',
      message: expect.stringMatching(/^Ines Hart has published version 2 /),
    })
    const { draft, versions } = await admin.ask(templates.one, { id })
    expect([draft, versions[0]?.steps]).toEqual([null, shorter])
  })

  test('with a step that waits for itself can be saved, but not published', async () => {
    const template = await find('Remortgage')
    const { id } = template
    const steps = stepsOf(template).map((step) => ({ ...step, waitsFor: [step.key] }))
    await admin.ask(templates.saveDraft, { id, steps, revision: 0 })
    const published = admin.ask(templates.publish, { id, revision: 1, note: 'A circle' })
    await expect(published).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'template_faulty',
      message: '“Client Questionnaire”: It opens only after itself, so it never would.',
    })
  })

  test('can be discarded, and the published version stays', async () => {
    const template = await find('General')
    await admin.ask(templates.saveDraft, { id: template.id, steps: [], revision: 0 })
    await admin.ask(templates.discardDraft, { id: template.id, revision: 1 })
    expect(await find('General')).toEqual(template)
  })

  test('is discarded together with a template that was never published, whose type is free again', async () => {
    const { id } = await admin.ask(templates.add, { type: 'Leese extension' })
    await admin.ask(templates.discardDraft, { id, revision: 1 })
    await expect(admin.ask(templates.one, { id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(find('Leese extension')).rejects.toThrow('there is no template')
    expect(await admin.ask(templates.add, { type: 'Leese extension' })).toMatchObject({ versions: [] })
  })

  test('that a colleague has saved over is not discarded by somebody who has not seen that, and they are told who', async () => {
    const colleague = await portal.staff('administrator', { firstName: 'Ines', lastName: 'Hart' })
    const { id, draft: first } = await addPublished('Saved over')
    const shorter = first?.steps.slice(1) ?? []
    await colleague.ask(templates.saveDraft, { id, steps: shorter, revision: 1 })
    await expect(admin.ask(templates.discardDraft, { id, revision: 1 })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'draft_changed',
      message: expect.stringMatching(/^Ines Hart has changed this template since you opened it\. /),
    })
    expect((await admin.ask(templates.one, { id })).draft?.steps).toEqual(shorter)
    await admin.ask(templates.discardDraft, { id, revision: 2 })
    expect((await admin.ask(templates.one, { id })).draft).toBeNull()
  })

  test('is discarded by a page of the release before, which names no revision', async () => {
    const { id } = await addPublished('Older page')
    await admin.ask(templates.discardDraft, { id })
    expect((await admin.ask(templates.one, { id })).draft).toBeNull()
  })
})

test('a type without a template gets one as a copy of the general one, and a second one is refused', async () => {
  const added = await admin.ask(templates.add, { type: 'Lease extension' })
  expect(added.versions).toEqual([])
  expect(added.draft?.steps).toEqual(stepsOf(await find('General')))
  const again = admin.ask(templates.add, { type: 'Lease extension' })
  await expect(again).rejects.toMatchObject({ code: 'conflict', reason: 'template_exists' })
})

test("the types to choose from are the portal's, those of published templates, and those offered to clients", async () => {
  const { id, draft } = await admin.ask(templates.add, { type: 'Boundary dispute' })
  const stepsBy = async () =>
    new Map((await priya.ask(matterTemplates.types, {})).map(({ name, steps }) => [name, steps]))
  expect([...(await stepsBy()).keys()].slice(0, stagedTypes.length)).toEqual(stagedTypes)
  expect((await stepsBy()).has('Boundary dispute')).toBe(false)
  await admin.ask(templates.publish, { id, revision: draft?.revision ?? 0, note: 'Ours' })
  const published = await stepsBy()
  expect(published.get('Boundary dispute')).toBe(draft?.steps.length)
  expect(published.get('Purchase')).toBeGreaterThan(5)
  for (const type of matterTypes) expect(published.get(type)).toBeNull()
})

describe('a case that a client asked for', () => {
  const requested = async () => {
    const client = await portal.client()
    const words = { title: 'My flat', type: 'Property', priority: 'low', description: 'A flat' } as const
    return { client, id: (await client.ask(matters.request, words)).id }
  }
  const next = { whose: 'firm', nextStep: 'We are looking at it' } as const

  test('is opened as one of the firm’s types, and its template runs', async () => {
    const { client, id } = await requested()
    const before = (await client.ask(tasks.list, {})).length
    expect(await priya.ask(matters.open, { id, ...next, type: 'Purchase' })).toMatchObject({
      type: 'Purchase',
    })
    const workflow = await priya.ask(matterTemplates.one, { id })
    expect(workflow).toMatchObject({ version: 1, newer: null })
    expect((await client.ask(tasks.list, {})).length).toBeGreaterThan(before)
    expect((await client.ask(matters.one, { id })).stages[0]?.name).toBe('Instruction')
  })

  test('can be opened without a template, and moved to it later', async () => {
    const { client, id } = await requested()
    const before = await client.ask(tasks.list, {})
    await priya.ask(matters.open, { id, ...next, type: 'Purchase', isByTemplate: false })
    expect(await client.ask(tasks.list, {})).toEqual(before)
    const workflow = await priya.ask(matterTemplates.one, { id })
    expect(workflow).toMatchObject({ version: null, steps: [], newer: { version: 1 } })
    expect(await priya.ask(matterTemplates.move, { id, version: 1 })).toMatchObject({ version: 1 })
  })

  test('keeps its type if none is given', async () => {
    const { id } = await requested()
    expect(await priya.ask(matters.open, { id, ...next })).toMatchObject({ type: 'Property' })
    expect(await priya.ask(matterTemplates.one, { id })).toMatchObject({ version: null, newer: null })
  })
})

test('a step that waits for an answer names the whole question', async () => {
  const client = await portal.client()
  const half = {
    title: 'Half of a house',
    type: 'Transfer of equity',
    priority: 'low',
    description: 'x',
  } as const
  const next = { whose: 'client', nextStep: 'Tell us why' } as const
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...half, ...next })
  const { steps } = await priya.ask(matterTemplates.one, { id })
  expect(steps.map(({ waitsFor }) => waitsFor)).toContain('the answer to “Why is ownership changing?”')
})

test('only administrators read and write templates', async () => {
  await expect(priya.ask(templates.list, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('changing the type adds and removes the previewed steps, and if declined, the steps stay', async () => {
  const client = await portal.client()
  const words = { title: 'A flat', priority: 'low', description: 'Flat 4' } as const
  const next = { whose: 'client', nextStep: 'Begin' } as const
  const { id } = await priya.ask(matters.start, {
    clientId: client.user.id,
    type: 'Purchase',
    ...words,
    ...next,
  })
  const stepsNow = async () => (await priya.ask(matterTemplates.one, { id })).steps
  const before = await stepsNow()
  const added = (steps: typeof before, other: typeof before) =>
    other.filter(({ key }) => !steps.some((step) => step.key === key)).map(({ title }) => title)
  expect(await priya.ask(matterTemplates.preview, { id, type: 'Immigration' })).toBeNull()
  const preview = await priya.ask(matterTemplates.preview, { id, type: 'Sale' })
  const { facts } = await priya.ask(matters.firmOne, { id })
  await priya.ask(matters.saveFacts, { id, ...facts, type: 'Sale', isByTemplate: false })
  expect(await stepsNow()).toMatchObject(before.map(({ key }) => ({ key })))
  await priya.ask(matters.saveFacts, { id, ...facts, type: 'Purchase', isByTemplate: false })
  await priya.ask(matters.saveFacts, { id, ...facts, type: 'Sale' })
  const after = await stepsNow()
  expect(preview?.added.map(({ title }) => title)).toEqual(added(before, after))
  expect(preview?.removed.map(({ title }) => title)).toEqual(added(after, before))
  expect(preview?.kept).toBe(after.length - (preview?.added.length ?? 0))
})
