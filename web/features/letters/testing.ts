import { DocumentId } from '#contract/documents/documents.ts'
import { type LetterTemplate, TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { type Letter, LetterId } from '#contract/letters/letters.ts'
import { idOf } from '#web/testing.tsx'

/** The supplied completion letter, as a template. */
export const template: LetterTemplate = {
  key: TemplateKey.parse('completion'),
  version: 0,
  name: 'Completion letter',
  kind: 'letter',
  text: 'Dear {{client.name}}',
  questions: [{ key: 'keys', label: 'Where the keys are' }],
  isShipped: true,
  isRetired: false,
  publishedAt: null,
  publishedBy: null,
  note: '',
}

/** A letter written from it and sent as a document. */
export const letter: Letter = {
  id: LetterId.parse(idOf(1)),
  name: 'Completion letter',
  kind: 'letter',
  delivery: 'document',
  state: 'sent',
  templateKey: template.key,
  templateVersion: 0,
  recipient: 'Amara Okafor',
  documentId: DocumentId.parse(idOf(2)),
  sentBy: 'Priya Raman',
  createdAt: new Date('2026-11-09T10:00:00Z'),
}
