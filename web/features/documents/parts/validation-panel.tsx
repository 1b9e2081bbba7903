import type { ClientDocument } from '#contract/documents.ts'
import { isVerified, stillReading, type Validation } from '#contract/validation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { percentText } from '../words.ts'
import { CheckList } from './check-list.tsx'
import { Issues } from './issues.tsx'
import { ReadValues } from './read-values.tsx'

const issuesShown = 3

export interface ValidationPanelProps {
  document: ClientDocument
  /** The rules are closed at first. */
  isFolded?: boolean
}

/** What the check found, in one sentence, then what it read and looked at line by line. */
export const ValidationPanel = ({ document, isFolded = false }: ValidationPanelProps) => {
  const { validation } = document
  const { tone, title, words } = summaryOf(document)
  const { issues, confidence } = validation ?? { ...stillReading, issues: [] }
  return (
    <div className="grid gap-3">
      <Callout
        tone={tone}
        title={title}
        announce="status"
        aside={isRead(validation) && <Confidence tone={tone} share={confidence} />}
      >
        <p>{words}</p>
        <Issues issues={issues} most={issuesShown} />
      </Callout>
      <VerdictDetails document={document} isFolded={isFolded} />
    </div>
  )
}

/** The values that were read, and the rules that were applied to them. */
export const VerdictDetails = ({ document, isFolded = false }: ValidationPanelProps) => (
  <>
    <ReadValues document={document} />
    <CheckList
      checks={document.validation?.checks ?? []}
      isSettled={document.status === 'verified'}
      isFolded={isFolded}
    />
  </>
)

interface Summary {
  tone: Tone
  title: string
  words: string
}

const summaryOf = ({ validation, status, reason }: ClientDocument): Summary => {
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
