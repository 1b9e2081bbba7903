import { z } from 'zod'
import { atMost, command, create, instant, line, prose, read } from '../kit/endpoint.ts'
import { parseTemplate } from './merge-text.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    letters: true
  }
}

/** Identifies a template in all its versions: a name for a shipped one, an id for one of the firm's own. */
export const TemplateKey = z
  .string('Please choose a template')
  .max(60, atMost('Please choose a template'))
  .regex(/^[a-z0-9-]+$/, 'Please choose a template')
  .brand<'letterTemplate'>()
export type TemplateKey = z.infer<typeof TemplateKey>

/** The letter that every new client is asked to sign. It can be written on a case too. */
export const careLetterKey = TemplateKey.parse('client-care')

/** A deed is signed before a witness, and only in the portal. */
export const LetterKind = z.enum(['letter', 'deed'])
export type LetterKind = z.infer<typeof LetterKind>
export const kindNames: Record<LetterKind, string> = { letter: 'Letter', deed: 'Deed' }

/** A question to the person who writes the letter, for what the portal does not know: `{{ask.title_number}}`. */
export const TemplateQuestion = z.strictObject({
  key: line(40, 'Please give the question a short name').refine(
    (key) => /^[a-z][a-z0-9_]*$/.test(key),
    'Please use small letters, digits and underscores, such as title_number',
  ),
  label: line(120, 'Please write the question'),
})
export type TemplateQuestion = z.infer<typeof TemplateQuestion>

export const textLimit = 20_000

export const TemplateText = z
  .strictObject({
    name: line(120, 'Please name the template'),
    kind: LetterKind,
    text: prose(textLimit, 'Please write the text'),
    questions: z.array(TemplateQuestion).max(20, 'Please keep to 20 questions'),
  })
  .superRefine(({ text, questions }, ctx) => {
    const keys = questions.map(({ key }) => key)
    for (const [at, key] of keys.entries())
      if (keys.indexOf(key) < at)
        ctx.addIssue({
          code: 'custom',
          path: ['questions', at, 'key'],
          message: 'Another question has this name',
        })
    const [fault] = parseTemplate(text, keys).faults
    if (fault !== undefined) ctx.addIssue({ code: 'custom', path: ['text'], message: fault })
  })
export type TemplateText = z.infer<typeof TemplateText>

export const LetterTemplate = z.strictObject({
  key: TemplateKey,
  /** Counted from 1. A letter refers to the version it was written from. */
  version: z.number().int(),
  name: z.string(),
  kind: LetterKind,
  text: z.string(),
  questions: z.array(TemplateQuestion),
  /** It came with the portal, and the firm has not changed it. */
  isShipped: z.boolean(),
  /** No longer offered. Its letters and versions are kept. */
  isRetired: z.boolean(),
  publishedAt: instant.nullable(),
  publishedBy: z.string().nullable(),
  /** What has changed, for colleagues. */
  note: z.string(),
})
export type LetterTemplate = z.infer<typeof LetterTemplate>

const byKey = z.strictObject({ key: TemplateKey })
const note = line(200, 'Please say what has changed')

export const letterTemplates = {
  list: read('/api/firm/letter-templates', {
    output: z.array(LetterTemplate),
    audience: 'firm',
    action: 'matters.run',
    summary: 'The letter templates in their current versions, by name',
  }),
  versions: read('/api/firm/letter-templates/:key/versions', {
    input: byKey,
    output: z.array(LetterTemplate),
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Every version of one template, newest first',
  }),
  add: create('/api/firm/letter-templates', {
    input: TemplateText,
    output: LetterTemplate,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Publishes a template of the firm’s own',
  }),
  publish: command('/api/firm/letter-templates/:key/publish', {
    input: TemplateText.safeExtend({
      key: TemplateKey,
      /** The version that was edited. 409 if a colleague has published another since. */
      basedOn: z.number().int().min(0).max(100_000),
      note,
    }),
    output: LetterTemplate,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Publishes the next version of a template; letters already sent keep theirs',
  }),
  retire: command('/api/firm/letter-templates/:key/retire', {
    input: byKey.extend({ isRetired: z.boolean() }),
    output: LetterTemplate,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'Stops offering a template, or offers it again',
  }),
}
