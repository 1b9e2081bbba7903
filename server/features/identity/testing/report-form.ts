import { drawnStatement } from '#server/testing/sample-documents.ts'

export const reportFacts = {
  provider: 'Certified Checks Ltd',
  registerEntry: 'DVS-0042',
  reference: 'CC-2026-7',
  level: 'High',
  checkedOn: '2026-01-05',
  result: 'Identity confirmed',
}

/** The form by which the firm uploads a report. */
export async function reportForm(change: Partial<typeof reportFacts> = {}, file?: Blob) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...reportFacts, ...change })) form.append(name, value)
  const pdf = file ?? new Blob([await drawnStatement()], { type: 'application/pdf' })
  form.append('file', pdf, 'report.pdf')
  return form
}
