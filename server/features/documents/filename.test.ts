import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFilename, namelessFile } from './filename.ts'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\x', 'x'],
  ['/abs', 'abs'],
  ['C:\\x', 'x'],
  ['folder/', 'folder'],
  ['a\u202efdp.exe', 'afdp.exe'],
  ['in\u200bvoice\u200d.pdf', 'invoice.pdf'],
  ['a\0b\r\nc.pdf', 'abc.pdf'],
  ['  bill.pdf ', 'bill.pdf'],
  ['..', ''],
  ['\u200e', ''],
])('of %j people see %j', (sent, shown) => {
  expect(cleanFilename(sent)).toBe(shown)
})

test.each([
  'Rechnung für März.pdf',
  'e\u0301nergie (composed later).pdf',
  'énergie (composed).pdf',
  '请求书.pdf',
  'فاتورة الكهرباء.pdf',
  'نامه\u200cها.pdf',
  '👩\u200d👩\u200d👧 family.jpg',
  'a".pdf; filename=evil.html',
  '=cmd|calc!A1.pdf',
  '<img onerror=alert(1)>.png',
])('%j stays as it is', (name) => {
  expect(cleanFilename(name)).toBe(name)
})

test('a long name loses the end of its stem, never its ending nor half a letter', () => {
  expect(cleanFilename(`${'n'.repeat(300)}.pdf`)).toBe(`${'n'.repeat(251)}.pdf`)
  expect(cleanFilename(`${'👩‍👩‍👧'.repeat(100)}.pdf`)).toBe(`${'👩‍👩‍👧'.repeat(13)}.pdf`)
  expect(cleanFilename('请'.repeat(200))).toBe('请'.repeat(85))
  expect(cleanFilename('x'.repeat(500))).toHaveLength(255)
})

test.each([
  ['CON.pdf', 'CON_.pdf'],
  ['nul', 'nul_'],
  ['Com1 .pdf', 'Com1_ .pdf'],
  ['LPT¹.tar.pdf', 'LPT¹_.tar.pdf'],
  [`CON${' '.repeat(300)}x.pdf`, 'CON_.pdf'],
  ['console.pdf', 'console.pdf'],
  ['a.exe.pdf', 'a_exe.pdf'],
  ['a.EXE .pdf', 'a_EXE .pdf'],
  ['a.js.vbs.jpg', 'a_js_vbs.jpg'],
  ['v1.2.shares.pdf', 'v1.2.shares.pdf'],
])('%j neither names a device nor hides that it would run: it becomes %j', (sent, shown) => {
  expect(cleanFilename(sent)).toBe(shown)
})

test('a file without a name is called a document', () => {
  expect(namelessFile('image/jpeg')).toBe('document.jpg')
  expect(namelessFile('image/png')).toBe('document.png')
  expect(namelessFile('application/pdf')).toBe('document.pdf')
})

test('no name that can be sent leads out of a folder, hides a letter, or grows too long', () => {
  const risky = fc.constantFrom('CON', 'nul', ' ', '.', '.exe', '.js', '.pdf', '请', 'n'.repeat(120))
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(risky, { maxLength: 12 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(anything, (sent) => {
      const name = cleanFilename(sent)
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.isWellFormed()).toBe(true)
      expect(cleanFilename(name)).toBe(name)
      expect(['.', '..']).not.toContain(name)
    }),
  )
})
