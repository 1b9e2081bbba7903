import { expect, test } from 'vitest'
import { DocumentId, documents } from '#contract/documents/documents.ts'
import {
  careLetterKey,
  letterTemplates,
  type TemplateText,
} from '#contract/letter-templates/letter-templates.ts'
import { parseTemplate } from '#contract/letter-templates/merge-text.ts'
import { letters } from '#contract/letters/letters.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { openPortal } from '#server/testing/portal.ts'
import { shippedTemplates } from './shipped/templates.ts'

const portal = await openPortal()
const administrator = await portal.staff('administrator')
const text: TemplateText = {
  name: 'Authority',
  kind: 'letter',
  text: 'Dear {{client.name}}\n\n{{ask.reason}}',
  questions: [{ key: 'reason', label: 'Why' }],
}

test.each(shippedTemplates.map((template) => [template.name, template] as const))(
  'the shipped %s has no fault, and a preview of it with samples lacks nothing',
  async (_, { key: _key, ...template }) => {
    const keys = template.questions.map(({ key }) => key)
    expect(parseTemplate(template.text, keys).faults).toEqual([])
    const { missing, blocks } = await administrator.ask(letters.tryTemplate, { ...template, matterId: null })
    expect(missing).toEqual([])
    expect(blocks.map((block) => block.text).join(' ')).not.toMatch(/[[\]{}]/)
  },
)

test('of two who publish a version of the same template, the second is refused and nothing is lost', async () => {
  const added = await administrator.ask(letterTemplates.add, text)
  const { key } = added
  const publish = (note: string) =>
    administrator.ask(letterTemplates.publish, { key, basedOn: 1, note, ...text })
  const settled = await Promise.allSettled([publish('One'), publish('Two')])
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = settled.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { code: 'conflict', reason: 'template_changed' } })
  const versions = await administrator.ask(letterTemplates.versions, { key })
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
})

test('a text with a field that does not exist is not published, and says which', async () => {
  const wrong = administrator.ask(letterTemplates.add, { ...text, text: 'Dear {{clint.name}}' })
  await expect(wrong).rejects.toMatchObject({
    fields: { text: 'There is no field “{{clint.name}}”. Please choose one from the list.' },
  })
})

test('the client care letter that goes out by itself is the firm’s newest version, and can lack nothing', async () => {
  const publish = (words: string, questions: TemplateText['questions'] = []) =>
    administrator.ask(letterTemplates.publish, {
      key: careLetterKey,
      basedOn: 0,
      note: 'Ours',
      name: 'Terms of engagement',
      kind: 'letter',
      text: words,
      questions,
    })
  await expect(publish('Fees: {{firm.fees}}')).rejects.toMatchObject({
    fields: { text: expect.stringContaining('“How we charge” may be empty') },
  })
  await expect(publish(text.text, text.questions)).rejects.toMatchObject({
    fields: { text: expect.stringContaining('can’t ask questions') },
  })
  await publish('Dear {{client.name}}\n\nOur own words.')
  const client = await portal.client()
  const [letter] = await client.ask(signatures.requests, {})
  expect(letter?.name).toBe('Terms of engagement')
  const { items } = await client.ask(documents.pageText, { id: DocumentId.parse(letter?.id), page: 1 })
  expect(items.map((item) => item.text).join(' ')).toContain('Our own words.')
  await expect(
    administrator.ask(letterTemplates.retire, { key: careLetterKey, isRetired: true }),
  ).rejects.toMatchObject({ reason: 'template_needed' })
})

test('two templates in use never share a name, as whoever writes a letter could not tell them apart', async () => {
  const taken = {
    code: 'conflict',
    reason: 'template_exists',
    fields: { name: 'There is already a template with this name' },
  }
  const first = await administrator.ask(letterTemplates.add, { ...text, name: 'Completion statement' })
  const again = administrator.ask(letterTemplates.add, { ...text, name: 'completion  Statement' })
  await expect(again).rejects.toMatchObject(taken)
  const supplied = administrator.ask(letterTemplates.add, { ...text, name: 'Report on title' })
  await expect(supplied).rejects.toMatchObject(taken)

  const other = await administrator.ask(letterTemplates.add, { ...text, name: 'Final account' })
  const renamed = { ...text, key: other.key, basedOn: 1, note: 'Renamed', name: 'Completion statement' }
  await expect(administrator.ask(letterTemplates.publish, renamed)).rejects.toMatchObject(taken)
  await administrator.ask(letterTemplates.publish, { ...renamed, name: 'Final account' })

  await administrator.ask(letterTemplates.retire, { key: first.key, isRetired: true })
  await administrator.ask(letterTemplates.publish, { ...renamed, basedOn: 2 })
  const back = administrator.ask(letterTemplates.retire, { key: first.key, isRetired: false })
  await expect(back).rejects.toMatchObject({ code: 'conflict', reason: 'template_exists' })
})

test('a field for a question that is not asked says how to ask it', async () => {
  const wrong = administrator.ask(letterTemplates.add, { ...text, questions: [] })
  await expect(wrong).rejects.toMatchObject({
    fields: {
      text: 'No question below has the short name “reason”. Please add it, or take “{{ask.reason}}” out.',
    },
  })
})
