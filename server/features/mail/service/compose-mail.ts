import type { Role } from '#contract/accounts/accounts.ts'
import type { Mail } from '#contract/kit/domain-events.ts'
import { isPlainName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { escapeHtml } from '#contract/kit/text.ts'
import { bankDetailsPromise } from '#contract/mail.ts'
import type { NoticeTopic } from '#contract/notifications/notifications.ts'
import type { Firm } from '#contract/settings.ts'
import type { MailRow } from '../store.ts'

type Sender = Pick<Firm, 'name' | 'regulator' | 'telephone' | 'postalAddress'>
type Content = Pick<MailRow, 'firstName' | 'paragraphs' | 'isChosen'> & Pick<Mail, 'action'>

/** The sender of a mail, and the base URL of its links: `https://portal.example.co.uk`. */
export interface Frame {
  firm: Sender
  origin: string
}

/** Returns the two parts of a mail, which say the same. The text is for programs and people that show no HTML. */
export const composeMail = (mail: Content, frame: Frame) => ({
  text: textOf(mail, frame),
  html: htmlOf(mail, frame),
})

export const choicesPath = `${pages.settings}?tab=notifications`

const linkOf = (path: string, { origin }: Frame) => new URL(path, origin).href

const greeting = ({ firstName }: Content) => (isPlainName(firstName) ? `Dear ${firstName},` : 'Hello,')

/** Returns the advice on how to recognise a real mail, which is in every mail. */
const warningsOf = ({ firm, origin }: Frame) => [
  `${bankDetailsPromise} If an email gives you bank details to pay into, don't pay: call us` +
    `${firm.telephone === '' ? '' : ` on ${firm.telephone}`} first.`,
  `Links in our emails lead to ${new URL(origin).host} and nowhere else.`,
]

const textOf = (mail: Content, frame: Frame) => {
  const { firm } = frame
  const blocks = [
    greeting(mail),
    ...mail.paragraphs,
    ...(mail.action ? [`${mail.action.label}:\n${linkOf(mail.action.path, frame)}`] : []),
    firm.name,
    '-- ',
    ...warningsOf(frame),
    ...(mail.isChosen ? [`Choose which emails you get: ${linkOf(choicesPath, frame)}`] : []),
    [firm.name, firm.postalAddress].filter((part) => part !== '').join(', '),
    firm.regulator,
  ]
  return `${blocks.join('\n\n')}\n`
}

const sans = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const serif = 'font-family:Newsreader,Georgia,serif'
const soft = `${sans};font-size:13px;line-height:20px;color:#535a66`
const body = `${sans};font-size:16px;line-height:26px;color:#1b2130`
const buttonLook =
  `${sans};display:inline-block;padding:12px 22px;border-radius:9px;background:#00442f;` +
  'color:#f6fcf9;font-size:16px;font-weight:600;text-decoration:none'

const paragraph = (text: string, look: string) =>
  `<p style="margin:0 0 16px;${look}">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`

const button = (label: string, link: string) =>
  `<p style="margin:26px 0 22px"><a href="${escapeHtml(link)}" style="${buttonLook}">${escapeHtml(label)}</a></p>` +
  `<p style="margin:0 0 20px;${soft};word-break:break-all">Or copy this address into your browser:<br>` +
  `<a href="${escapeHtml(link)}" style="color:#00442f">${escapeHtml(link)}</a></p>`

/** Uses tables and inline styles, which all mail programs render alike, and no pictures, which could be missing. */
const htmlOf = (mail: Content, frame: Frame) => {
  const { firm } = frame
  const choices = mail.isChosen
    ? `<p style="margin:0 0 10px;${soft}"><a href="${escapeHtml(linkOf(choicesPath, frame))}" style="color:#00442f">` +
      'Choose which emails you get</a></p>'
    : ''
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(firm.name)}</title>
</head>
<body style="margin:0;padding:0;background:#faf9f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#faf9f6">
<tr><td align="center" style="padding:28px 14px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 18px;${serif};font-size:24px;line-height:30px;color:#00442f">${escapeHtml(firm.name)}</td></tr>
<tr><td style="padding:30px 28px 14px;background:#ffffff;border:1px solid #e3e1db;border-top:3px solid #bd933f;border-radius:12px">
${paragraph(greeting(mail), body)}
${mail.paragraphs.map((text) => paragraph(text, body)).join('\n')}
${mail.action ? button(mail.action.label, linkOf(mail.action.path, frame)) : ''}
${paragraph(firm.name, body)}
</td></tr>
<tr><td style="padding:20px 4px 0">
${warningsOf(frame)
  .map((text) => `<p style="margin:0 0 10px;${soft}">${escapeHtml(text)}</p>`)
  .join('\n')}
${choices}
<p style="margin:0 0 4px;${soft}">${escapeHtml([firm.name, firm.postalAddress].filter(Boolean).join(', '))}</p>
<p style="margin:0;${soft}">${escapeHtml(firm.regulator)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

interface Words {
  subject: string
  sentence: string
  label: string
}

/**
 * What a mail says of a notification. The notification may contain names and words that someone typed, and others may
 * read a mail on its way. So the mail only names the part of the portal that has news, and links to it.
 */
const forClients: Record<NoticeTopic, Words> = {
  documents: {
    subject: 'An update on your documents',
    sentence: "There's an update on one of your documents.",
    label: 'Open your documents',
  },
  tasks: {
    subject: 'Something for you to do',
    sentence: "There's something for you to do in the portal.",
    label: 'Open your tasks',
  },
  appointments: {
    subject: 'An update on your appointments',
    sentence: "There's an update on your appointment with us.",
    label: 'Open your appointments',
  },
  payments: {
    subject: 'An update on a payment',
    sentence: "There's an update on one of your payments.",
    label: 'Open your payments',
  },
  messages: {
    subject: 'You have a new message',
    sentence: "There's a new message for you in the portal.",
    label: 'Read it',
  },
  cases: {
    subject: 'An update on your case',
    sentence: "There's an update on your case.",
    label: 'Open your case',
  },
  signatures: {
    subject: 'An update on a document to sign',
    sentence: "There's an update on a document for you to sign.",
    label: 'Open your documents to sign',
  },
  account: {
    subject: 'An update on your account',
    sentence: "There's something you should know about your account.",
    label: 'Open the portal',
  },
}

const forTheFirm: Record<NoticeTopic, Words> = {
  documents: {
    subject: 'An update on a client’s document',
    sentence: "There's an update on a document from one of your clients.",
    label: 'Open the document',
  },
  tasks: {
    subject: 'An update on a client’s task',
    sentence: "There's an update on a task.",
    label: 'Open the portal',
  },
  appointments: {
    subject: 'An update on your appointments',
    sentence: "There's an update on an appointment with one of your clients.",
    label: 'Open your appointments',
  },
  payments: {
    subject: 'An update on a client’s payment',
    sentence: "There's an update on a payment from one of your clients.",
    label: 'Open the portal',
  },
  messages: {
    subject: 'A client has written to you',
    sentence: "There's a new message from one of your clients.",
    label: 'Read it',
  },
  cases: {
    subject: 'An update on a client’s case',
    sentence: "There's an update on a case for one of your clients.",
    label: 'Open the case',
  },
  signatures: {
    subject: 'An update on a document to sign',
    sentence: "There's an update on a document you sent for signature.",
    label: 'Open the document',
  },
  account: {
    subject: 'The portal needs you',
    sentence: "There's something in the portal you should know about.",
    label: 'Open the portal',
  },
}

export const wordsFor = (role: Role, topic: NoticeTopic) =>
  (role === 'client' ? forClients : forTheFirm)[topic]
