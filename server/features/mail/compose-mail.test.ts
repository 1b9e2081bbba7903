import { expect, test } from 'vitest'
import { Role } from '#contract/accounts/accounts.ts'
import { bankDetailsPromise, holdsBankDetails } from '#contract/mail.ts'
import { NoticeTopic } from '#contract/notifications/notifications.ts'
import { demoFirm } from '#server/demo/firm.ts'
import { composeMail, type Frame, wordsFor } from './service/compose-mail.ts'

const frame: Frame = { firm: demoFirm, origin: 'https://portal.hartley-rowe.example' }
const every = Role.options.flatMap((role) => NoticeTopic.options.map((topic) => ({ role, topic })))
const mailOf = ({ role, topic }: (typeof every)[number]) => {
  const { sentence, label } = wordsFor(role, topic)
  const action = { label, path: '/?task=0197a4a0-0000-7000-8000-000000000001' }
  return { firstName: 'Amara', paragraphs: [sentence], action, isChosen: true }
}
/** What a person reads of the HTML part. */
const seen = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')

test.each(every)(
  'the mail to a $role about $topic says who it is from, and holds no bank details',
  (which) => {
    const { text, html } = composeMail(mailOf(which), frame)
    for (const part of [text, seen(html)]) {
      expect(part).toContain('Dear Amara,')
      expect(part).toContain(bankDetailsPromise)
      expect(part).toContain(demoFirm.regulator)
      expect(part).toContain('portal.hartley-rowe.example')
      expect(part).toContain('/?task=0197a4a0-0000-7000-8000-000000000001')
      // A telephone number of the firm is the one number of many digits that a mail may hold.
      expect(holdsBankDetails(part.replaceAll(demoFirm.telephone, ''))).toBe(false)
    }
    const { subject } = wordsFor(which.role, which.topic)
    expect(holdsBankDetails(subject)).toBe(false)
  },
)

test.each(every)('the mail to a $role about $topic needs no picture, style sheet or script', (which) => {
  const { html } = composeMail(mailOf(which), frame)
  expect(html).not.toMatch(/<(img|link|script|style|iframe|svg)|url\(|@import|\son\w+=/i)
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => new URL(link).origin)
  expect(new Set(links)).toEqual(new Set([frame.origin]))
})

test('what stands in a mail is text and never HTML', () => {
  const evil = '<script>alert(1)</script>"\'&'
  const { html, text } = composeMail(
    { firstName: evil, paragraphs: [evil], action: { label: evil, path: '/' }, isChosen: false },
    { ...frame, firm: { ...demoFirm, name: evil } },
  )
  expect(html).not.toContain('<script')
  expect(text).toContain(evil)
})

test('a firm that has given no telephone or address is still a whole sentence', () => {
  const bare = { ...demoFirm, telephone: '', postalAddress: '' }
  const { text } = composeMail(
    { firstName: '', paragraphs: ['A'], action: null, isChosen: false },
    { ...frame, firm: bare },
  )
  expect(text).toContain('Hello,')
  expect(text).toContain("don't pay: call us first.")
  expect(text).toContain('\nHartley & Rowe\n')
  expect(text).not.toContain('Choose which emails')
})

test.each([
  'Ring 020',
  'evil.example',
  'evil。example',
  'http://evil',
  'a/b',
  'a＠b',
  'Pay: now',
  '٣٤',
  `Ana ${'a'.repeat(40)}`,
])('a first name such as "%s" says nothing in a mail', (firstName) => {
  const { text, html } = composeMail({ firstName, paragraphs: ['A'], action: null, isChosen: false }, frame)
  for (const part of [text, seen(html)]) {
    expect(part).toContain('Hello,')
    expect(part).not.toContain(firstName)
  }
})

test.each(['Zoë', "D'Arcy", 'J. R.', 'Mary-Jane', '李', 'Nguyễn Thị'])(
  '%s is greeted by name',
  (firstName) => {
    const { text } = composeMail({ firstName, paragraphs: ['A'], action: null, isChosen: false }, frame)
    expect(text).toContain(`Dear ${firstName},`)
  },
)
