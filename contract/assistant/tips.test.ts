import { expect, test } from 'vitest'
import { matchesPage, type TipState, tips, tipsFor } from './tips.ts'

const state: TipState = { tasks: [], documents: [], isTwoFactorEnabled: false, isPhone: false }
const on = (path: string, facts: Partial<TipState> = {}, dismissed: string[] = []) =>
  tipsFor(tips, { path, state: { ...state, ...facts }, dismissed }).map(({ id }) => id)
const task = (
  kind: 'proof_of_funds' | 'proof_of_address',
  status: 'pending' | 'completed',
  reason: string | null = null,
) => ({
  kind,
  status,
  category: 'documents' as const,
  reason,
})

test.each([
  ['/documents', '/documents', true],
  ['/documents', '/documents/', true],
  ['/documents', '/documents/5', false],
  ['/cases/*', '/cases/5', true],
  ['/cases/*', '/cases/5/letters', true],
  ['/cases/*', '/cases', false],
  ['/cases/*', '/casesbook', false],
  ['/*', '/anything', true],
  ['/', '/', true],
])('the pattern %s on %s matches: %s', (pattern, path, expected) => {
  expect(matchesPage(pattern, path)).toBe(expected)
})

test('at most two tips are shown, and dismissing one makes room for another', () => {
  const [first, second] = on('/settings')
  expect(on('/settings')).toHaveLength(2)
  expect(on('/settings', {}, [first ?? ''])).toEqual([second, 'moved'])
  expect(on('/settings', {}, ['a tip that is no more'])).toEqual([first, second])
})

test('a tip is shown only where its condition holds', () => {
  expect(on('/', { tasks: [task('proof_of_funds', 'pending')] })).toContain('funds-early')
  expect(on('/', { tasks: [task('proof_of_funds', 'completed')] })).toEqual(['all-done'])
  expect(on('/', { tasks: [task('proof_of_address', 'pending', 'It is older than 90 days')] })[0]).toBe(
    'asked-again',
  )
  expect(on('/settings', { isTwoFactorEnabled: true })).not.toContain('second-factor')
  const waiting = { documents: [{ status: 'pending' as const }] }
  expect(on('/documents', waiting)).toContain('pending-is-ordinary')
  const again = [task('proof_of_address', 'completed', 'This expired on 28 February 2023.')]
  expect(on('/documents', { ...waiting, tasks: again })).not.toContain('pending-is-ordinary')
})

test('no tip of the dashboard competes with the next task', () => {
  const tipTexts = tips
    .filter(({ pages }) => pages.includes('/'))
    .map(({ title, content }) => `${title} ${content}`)
  expect(tipTexts.join('\n')).not.toMatch(/start with|any order|first of all|sooner/i)
})

test('each tip has its own id, and a door has words and leads to a path of this portal', () => {
  expect(new Set(tips.map(({ id }) => id)).size).toBe(tips.length)
  for (const { actionText, actionLink, pages } of tips) {
    expect(actionText === undefined).toBe(actionLink === undefined)
    for (const path of [...pages, ...(actionLink ? [actionLink] : [])]) expect(path).toMatch(/^\/(?!\/)/)
  }
})
