// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isForPage } from './shortcuts.ts'

/** Whether "a" acts on the page while a dialog is in this state. A closed one stays in the page until it has faded. */
const isForPageBeside = (state: 'open' | 'closed', role: string) => {
  document.body.innerHTML = `<div role="${role}" data-state="${state}"></div>`
  return isForPage(new KeyboardEvent('keydown', { key: 'a' }))
}

test.each(['dialog', 'alertdialog', 'menu'])(
  'a shortcut pressed right after Escape acts on the page, while the %s still fades out',
  (role) => {
    expect(isForPageBeside('open', role)).toBe(false)
    expect(isForPageBeside('closed', role)).toBe(true)
  },
)
