import { CircleAlert, Eye, Minus, Check as Tick } from 'lucide-react'
import type { ClientDocument } from '#contract/documents.ts'
import { type Check, isVerified, stillReading, type Validation } from '#contract/validation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { percentText } from '../words.ts'

const issuesShown = 3

export interface ValidationPanelProps {
  /** Null while the document is still being read. */
  validation: Validation | null
  document: Pick<ClientDocument, 'status' | 'reason'>
}

/** What the check found, in one sentence, then what it looked at line by line. */
export const ValidationPanel = ({ validation, document }: ValidationPanelProps) => {
  const { tone, title, words } = summaryOf(validation, document)
  const { issues, checks, confidence } = validation ?? { ...stillReading, issues: [] }
  return (
    <div className="grid gap-3">
      <Callout
        tone={tone}
        title={title}
        announce="status"
        aside={isRead(validation) && <Confidence tone={tone} share={confidence} />}
      >
        <p>{words}</p>
        <Issues issues={issues} />
      </Callout>
      {checks.length > 0 && (
        <ul aria-label="What was checked" className="divide-y divide-line border-t border-line">
          {checks.map((check) => (
            <CheckLine key={check.rule} check={check} isSettled={document.status === 'verified'} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface Summary {
  tone: Tone
  title: string
  words: string
}

const summaryOf = (
  validation: Validation | null,
  { status, reason }: ValidationPanelProps['document'],
): Summary => {
  if (status === 'rejected')
    return {
      tone: 'stop',
      title: 'We need another document',
      words: reason ?? 'The firm could not accept this one.',
    }
  if (status === 'verified')
    return validation !== null && isVerified(validation)
      ? { tone: 'ok', title: 'Everything matches', words: 'We read your document and it is verified.' }
      : { tone: 'ok', title: 'A person has checked it', words: 'The firm has verified this document.' }
  if (validation === null)
    return {
      tone: 'info',
      title: stillReading.issues[0] ?? '',
      words: 'You can carry on. The result appears here and under Documents.',
    }
  const words = isRead(validation) ? wasReadWords : wasNotReadWords
  return { tone: 'warn', title: 'A person will take a look', words }
}

// Of what was not read there is no confidence to speak of.
const isRead = (validation: Validation | null) =>
  validation !== null && (validation.confidence > 0 || validation.issues.length > 0)

const wasReadWords = 'We read your document, and a person at the firm will check it. You can carry on.'
const wasNotReadWords =
  'We could not read this document automatically, so a person at the firm will check it. You can carry on.'

const Confidence = ({ tone, share }: { tone: Tone; share: number }) => (
  <Badge tone={tone} plain>
    {percentText(share)} confidence
  </Badge>
)

const Issues = ({ issues }: { issues: string[] }) => {
  if (issues.length === 0) return null
  const more = issues.length - issuesShown
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-4.5">
      {issues.slice(0, issuesShown).map((issue) => (
        <li key={issue}>{issue}</li>
      ))}
      {more > 0 && <li className="list-none">{`...and ${more} more issues`}</li>}
    </ul>
  )
}

const looks = {
  passed: { Icon: Tick, look: 'text-ok', words: 'Checked:' },
  failed: { Icon: CircleAlert, look: 'text-stop', words: 'Does not hold:' },
  not_checked: { Icon: Eye, look: 'text-warn', words: 'For a person to check:' },
}

const notNeeded = { Icon: Minus, look: 'text-ink-soft', words: 'Not needed here:' }

const CheckLine = ({ check, isSettled }: { check: Check; isSettled: boolean }) => {
  const isLeftOut = isSettled && check.outcome === 'not_checked'
  const { Icon, look, words } = isLeftOut ? notNeeded : looks[check.outcome]
  const detail = detailOf(check)
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon className={`mt-0.5 ${look}`} aria-hidden />
      <div className="min-w-0">
        <p className="text-[14px] font-semibold">
          <span className="sr-only">{words} </span>
          {check.title}
        </p>
        {detail && <p className="text-sm break-words text-ink-soft">{detail}</p>}
      </div>
    </li>
  )
}

// What a client told us is "we have"; what a rule wants is "we need".
const ours = new Set(['name_matches', 'address_matches'])

const detailOf = ({ rule, outcome, read, expected }: Check) => {
  const wanted =
    outcome === 'passed' || expected === null
      ? null
      : `${ours.has(rule) ? 'we have' : 'we need'}: ${expected}`
  const found = read === null ? null : `Read: ${read}`
  return [found, wanted].filter((part) => part !== null).join(' · ')
}
