import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Firm } from '#contract/settings.ts'
import { openSignInPage, signInFile, signInPlaceholders } from './sign-in-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { name, regulator, telephone, hours } = signInPlaceholders
writeFileSync(
  join(folder, signInFile(false)),
  `<title>${name}</title><i title="${name}">${regulator}</i><a href="tel:${telephone}">${telephone}</a>${hours}`,
)
const draw = openSignInPage(folder, false)
const firm: Firm = {
  ...signInPlaceholders,
  isSecure: false,
  name: `O'Hare & "Sons" <i>$&`,
  regulator: 'The SRA',
  telephone: '+44 (0)20 7946 0000',
  hours: '9 to 5',
}

test('the words of the firm stand in the page as text, whatever is in them', () => {
  const words = 'O&#x27;Hare &amp; &quot;Sons&quot; &lt;i&gt;$&amp;'
  expect(draw(firm)).toBe(
    `<title>${words}</title><i title="${words}">The SRA</i>` +
      '<a href="tel:+442079460000">+44 (0)20 7946 0000</a>9 to 5',
  )
})

test('where something of the firm is not known yet, or no page was drawn, there is none', () => {
  expect(draw({ ...firm, telephone: '' })).toBeNull()
  expect(draw({ ...firm, needsSetup: true })).toBeNull()
  expect(openSignInPage(folder, true)(firm)).toBeNull()
})
