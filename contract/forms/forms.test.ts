import { describe, expect, test } from 'vitest'
import { safeDecode } from '../kit/endpoint.ts'
import { formFor, formSteps, forms, questionnaireOn, RiskAssessment } from './forms.ts'
import { shownAnswers } from './labels.ts'
import { mergeDrafts } from './merge-drafts.ts'

describe('the form of a task', () => {
  test('is chosen by the words of its title, however fully the firm titles it', () => {
    const task = { kind: 'other', category: 'forms' } as const
    expect(formFor({ ...task, title: 'Your Client Questionnaire (2026)' })).toBe('client_questionnaire')
    expect(formFor({ ...task, title: 'Risk Assessment for companies' })).toBe('risk_assessment')
  })

  test('is that of its kind if the title does not say', () => {
    const task = { title: 'Tell us about you', category: 'forms' } as const
    expect(formFor({ ...task, kind: 'client_questionnaire' })).toBe('client_questionnaire')
    expect(formFor({ ...task, kind: 'other' })).toBeNull()
  })

  test('is none where something else is asked for', () => {
    const task = { title: 'Risk Assessment fee', kind: 'payment', category: 'payments' } as const
    expect(formFor(task)).toBeNull()
  })
})

test('every field of a form is checked by one of its steps', () => {
  const fieldsOf = (steps: readonly { fields: string[] }[]) => steps.flatMap(({ fields }) => fields).sort()
  const rules = questionnaireOn('2026-11-09')
  expect(fieldsOf(formSteps.client_questionnaire)).toEqual(Object.keys(rules.shape).sort())
  expect(fieldsOf(formSteps.risk_assessment)).toEqual(Object.keys(RiskAssessment.shape).sort())
})

test('details of a public role are shown only if one is declared', () => {
  const names = (politicallyExposed: boolean) =>
    shownAnswers('risk_assessment', { politicallyExposed, politicallyExposedDetails: 'An aunt' })
      .flatMap(({ answers }) => answers)
      .map(({ name }) => name)
  expect(names(true)).toContain('politicallyExposedDetails')
  expect(names(false)).not.toContain('politicallyExposedDetails')
})

test('a draft is limited to the size of a form', () => {
  const draft = (formData: unknown) =>
    safeDecode(forms.saveDraft.input, {
      id: '0197a4a0-0000-7000-8000-000000000001',
      step: 1,
      formData,
    }).success
  expect(draft({ fullName: 'A', livesAbroad: false, riskFactors: ['x'], other: null })).toBe(true)
  expect(draft({ fullName: 'a\0b' })).toBe(false)
  expect(draft({ fullName: '\ud800' })).toBe(false)
  expect(draft(Object.fromEntries(Array.from({ length: 601 }, (_, i) => [`f${i}`, ''])))).toBe(false)
})

test('concurrent changes are merged field by field, and fields that both changed are named', () => {
  const base = { price: '1', own_money: '', gift: false }
  expect(
    mergeDrafts(base, { price: '2', gift: false }, { price: '1', own_money: '60', gift: false }),
  ).toEqual({
    values: { price: '2', own_money: '60', gift: false },
    overlaps: [],
  })
  expect(mergeDrafts(base, { ...base, price: '2' }, { ...base, price: '3' })).toEqual({
    values: { ...base, price: '2' },
    overlaps: ['price'],
  })
})
