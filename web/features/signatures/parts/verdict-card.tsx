import { useEffect, useRef } from 'react'
import type { Verdict } from '#contract/signatures.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Callout, type CalloutProps } from '#web/ui/feedback/callout.tsx'

interface VerdictCardProps {
  name: string
  verdict: Verdict
}

/** The answer, which the keyboard and the reader come to by themselves. */
export const VerdictCard = ({ name, verdict }: VerdictCardProps) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { tone, title, words } = answers[verdict.outcome]
  return (
    <div ref={place} tabIndex={-1} className="grid gap-2">
      <Callout tone={tone} title={title} announce="status">
        {verdict.signedAt && (
          <p className="font-semibold">Signed on {dateTimeText(verdict.signedAt)} (United Kingdom time).</p>
        )}
        <p>{words}</p>
      </Callout>
      <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
    </div>
  )
}

const answers: Record<
  Verdict['outcome'],
  { tone: NonNullable<CalloutProps['tone']>; title: string; words: string }
> = {
  signed: {
    tone: 'ok',
    title: 'This is the signed document, unchanged',
    words: 'Not one byte has changed since it was signed and sealed here. Its last pages show who signed it.',
  },
  unsigned: {
    tone: 'info',
    title: 'This is the document before it was signed',
    words:
      'This is the file the firm sent for signature, unchanged. It carries no signature: the signed copy is a separate file.',
  },
  unknown: {
    tone: 'warn',
    title: 'We do not know this file',
    words:
      'It was never signed here, or it has been changed since: edited, or saved, printed or scanned again. Ask whoever gave it to you for the original file.',
  },
  doubtful: {
    tone: 'stop',
    title: 'Please ask the firm about this document',
    words:
      'This is the file that was signed here, but our own record of how it was signed is not consistent.',
  },
}
