import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'

/** What a native speaker would say otherwise, what to say instead, and a sentence that it must catch. */
interface Rule {
  says: RegExp
  instead: string
  offender: string
}

const style: Rule[] = [
  { says: /\be-mail/i, instead: 'email', offender: 'Confirm your e-mail address.' },
  {
    says: /\bmails\b|\b(?:a|an|the|our|this|that|each|every|no|of|by) mail\b(?! server)/i,
    instead: 'an email, emails',
    offender: 'Look at the mail that we sent.',
  },
  {
    says: /\bpapers\b|\b(?:the|this|that|another|which|one|any|wrong) paper\b(?! \w+s?\b)/i,
    instead: 'documents',
    offender: 'We keep your papers safe.',
  },
  {
    says: /\bthe law (?:asks|has us|wants)/i,
    instead: 'the law requires',
    offender: 'The law asks us to make sure.',
  },
  {
    says: /\bstands? (?:under|below|beside|here|behind|in|on|at|with)\b/i,
    instead: 'is listed, is shown, is set out',
    offender: 'Your letter stands under E-Signatures.',
  },
  { says: /\bas it stands\b/i, instead: 'as it appears', offender: 'As it stands in your passport.' },
  { says: /\b(?:is|was) not right\b/i, instead: 'is incorrect', offender: 'That code is not right.' },
  { says: /\bas in:/i, instead: 'For example,', offender: 'As in: within one working day' },
  {
    says: /\b(?:person|people|somebody|someone|everybody|nobody|who|whom) of the firm\b/i,
    instead: 'we, someone at the firm',
    offender: 'A person of the firm will look.',
  },
  {
    says: /\b(?:some|every|any)body\b/i,
    instead: 'someone, everyone, anyone',
    offender: 'Somebody asked for it.',
  },
  {
    says: /\bhand(?:s|ed)? (?:it |them )?in\b/i,
    instead: 'submit',
    offender: 'Last step: hand in your pictures.',
  },
  { says: /\bat hand\b/i, instead: 'to hand, ready', offender: 'Have your passport at hand.' },
  { says: /\banew\b/i, instead: 'again', offender: 'Please sign in anew.' },
  {
    says: /\bnothing any ?more\b/i,
    instead: 'no longer works',
    offender: 'The old codes open nothing any more.',
  },
  {
    says: /(?:^|[.:;] )Should (?:you|it|that|this|they|a|the)\b[^?]*$/,
    instead: 'If',
    offender: 'Should you lose your phone, call us.',
  },
  { says: /\btelephone us\b/i, instead: 'call us', offender: 'Please telephone us at once.' },
  { says: /\bwaits for\b/i, instead: 'is awaiting', offender: 'A check waits for your decision.' },
  { says: /\bnot content\b/i, instead: 'not satisfied', offender: 'When you are not content, tell us.' },
  { says: /\bhas the ball\b/i, instead: 'needs to act', offender: 'This says who has the ball.' },
  {
    says: /(?<!when )\bwe (?:tell|send) you\b/i,
    instead: "we'll tell you",
    offender: 'We tell you at once.',
  },
  { says: /\bhave a look at\b/i, instead: 'go to', offender: 'Have a look at your dashboard.' },
  {
    says: /\b(?:we|I) could not\b/i,
    instead: "couldn't",
    offender: 'We could not read your name.',
  },
  { says: /\blines? for machines\b/i, instead: 'machine-readable', offender: 'Its lines for machines.' },
]

/** No claim beyond the check: it helps a person who decides. */
const claims: Rule[] = [
  {
    says: /\belectronic(?:ally)? (?:identity )?verif/i,
    instead: 'checked',
    offender: 'This is an electronic verification of identity.',
  },
  { says: /\bsafe harbour\b/i, instead: 'nothing', offender: 'A check with safe harbour.' },
  {
    says: /\bcertified\b(?! (?:cop|translat|provider|service|digital|under the UK))/i,
    instead: 'checked',
    offender: 'Your identity is certified.',
  },
  {
    says: /\bguarantee[sd]? (?:that|the|your|of|identity)\b|\b(?:we|checks?|portal) guarantee/i,
    instead: 'helps a person decide',
    offender: 'Our checks guarantee that it is genuine.',
  },
  { says: /% confidence/i, instead: "We've checked", offender: 'Checked with 98% confidence.' },
]

/** Says of a check what it is not, or whom to go to for the real thing. */
const denies = /\b(?:no|not|never|nothing|neither|nor|only|certified (?:provider|service)s?)\b/i

/** Words that are asked or signed, not said by the product: how clients type, and what deeds and laws are called. */
const quoted = [/full title guarantee/, /copy certified by a lawyer/, /certified translation/]

/** Not sentences of the product: tests, and the words by which questions and documents are recognised. */
const unsaid = [
  /\.test\.tsx?$/,
  /\/testing[./-]/,
  /^web\/testing/,
  /^server\/migrations\//,
  /^inspector\/(?!accept|refusals|inspect)/,
]

const here = import.meta.dirname
const read = (path: string) => readFileSync(join(here, path), 'utf8')
const paths = (pattern: string) =>
  globSync(pattern, { cwd: here, exclude: (path) => path.includes('node_modules') }).sort()

test('the product speaks plain British English, and claims no more than it checks', () => {
  const files = [
    ...paths('{contract,inspector,server,web}/**/*.{ts,tsx}'),
    ...paths('server/features/assistant/data/{articles/*,glossary.txt,replies.md}'),
  ].filter((path) => !unsaid.some((pattern) => pattern.test(path)))
  const faults = files.flatMap((path) => faultsIn(path, read(path), [...style, ...claims]))
  expect(faults).toEqual([])
  // A reader that sees no file finds no fault.
  expect(files.length).toBeGreaterThan(500)
})

test('no document of the repository claims more than the checks do', () => {
  const documents = [...paths('*.md'), ...paths('docs/**/*.md')]
  expect(documents).toContain('docs/inspector.md')
  expect(documents.flatMap((path) => faultsIn(path, read(path), claims))).toEqual([])
})

test('the documents say what the checks are, and what a certified provider is for', () => {
  for (const path of ['README.md', 'docs/inspector.md']) {
    const text = read(path).replace(/\s+/g, ' ')
    expect(text).toMatch(/help(?:s)? (?:for )?(?:a|the) person who decides/)
    expect(text).toMatch(/certified (?:under|against) the UK digital identity and attributes trust framework/)
  }
})

test('each rule sees an offender in a literal, a template and a page, and none in a comment or a name', () => {
  for (const rule of [...style, ...claims]) {
    const { offender } = rule
    const seen = (source: string) => faultsIn('web/planted.tsx', source, [rule]).length
    expect(seen(`export const words = ${JSON.stringify(offender)}`), offender).toBe(1)
    expect(seen(`export const words = (n: number) => \`${offender} \${n}\``), offender).toBe(1)
    expect(seen(`export const Page = () => <p>${offender}</p>`), offender).toBe(1)
    expect(faultsIn('docs/planted.md', offender, [rule]).length, offender).toBe(1)
    expect(seen(`// ${offender}\nexport const e_mail = /${offender.replace(/\W/g, '.')}/`), offender).toBe(0)
  }
})

const faultsIn = (path: string, text: string, rules: Rule[]) =>
  sentencesOf(path, text).flatMap((said) =>
    rules
      .filter((rule) => rule.says.test(said) && !isFair(rule, said))
      .map(({ instead }) => `${path}: "${said.slice(0, 160)}" (say: ${instead})`),
  )

const isFair = (rule: Rule, said: string) =>
  quoted.some((words) => words.test(said)) || (claims.includes(rule) && denies.test(said))

const sentencesOf = (path: string, text: string): string[] => {
  if (/\.tsx?$/.test(path)) return literalsOf(text, path.endsWith('x'))
  // The first lines and the `>` lines of an article are words by which clients ask for it.
  const body = text.replace(/^---\n[^]*?\n---\n/, '').replace(/^> .*$/gm, '')
  return body.split(/(?<=[.:;?!])\s+|\n\s*\n|\n(?=[#|-])/).map(plain)
}

interface Node {
  type?: string
  value?: string
  quasis?: { cooked?: string }[]
}

/** Every string, template and text of a page in a source; imports, types and regular expressions say nothing. */
const literalsOf = (source: string, tsx: boolean): string[] => {
  const found: string[] = []
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type = '', value = '', quasis = [] } = node as Node
    if (/^(?:Import|Export(?:Named|All)|Ts(?:Literal|TypeAlias|Interface))/.test(type)) return
    if (type === 'StringLiteral' || type === 'JSXText') found.push(plain(value))
    if (type === 'TemplateLiteral') found.push(plain(quasis.map(({ cooked = '' }) => cooked).join('…')))
    Object.values(node).forEach(walk)
  }
  walk(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body)
  return found.filter((words) => words.includes(' '))
}

const plain = (words: string) => words.replace(/\s+/g, ' ').trim()
