import type { FirmField, RowField } from '../firm-form.ts'

/** A question in the rows of a group, which must be answered. */
export const rowField = (kind: RowField['kind'], key: string, facts: Partial<RowField> = {}): RowField => ({
  key,
  label: `The ${key}`,
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
  ...facts,
  kind,
})

/** A question of a form of the firm's own, which must be answered. */
export const firmField = (
  kind: FirmField['kind'],
  key: string,
  facts: Partial<FirmField> = {},
): FirmField => ({ ...rowField('text', key), fields: [], ...facts, kind })
