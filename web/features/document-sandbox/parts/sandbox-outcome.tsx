import { useEffect, useRef } from 'react'
import type { documentSandbox } from '#contract/document-sandbox.ts'
import type { Output } from '#contract/kit.ts'
import type { Flag } from '#contract/validation.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { flagWords, scoreTone, statusTone, typeWords } from '../words.ts'
import { Extracted } from './extracted.tsx'
import { ReadPages } from './read-pages.tsx'

type Answer = Output<typeof documentSandbox.run>

/** The whole answer: status, score, reference, what was extracted, and what speaks against it. */
export const SandboxOutcome = ({ answer }: { answer: Answer }) => {
  const { result, documentType, usingSimulation, pictures } = answer
  const { status, score, referenceId, extractedData, flags, warnings, errors, issues, regions } = result
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone it stands below the form.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className="grid content-start gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-section">
          Validation result
        </h2>
        <Badge tone={statusTone[status]}>{status}</Badge>
      </div>
      <Score score={score} />
      <DescriptionList
        facts={[
          { name: 'Document type', value: typeWords[documentType] },
          { name: 'Answered by', value: usingSimulation ? 'Simulation (local inspector)' : 'Provider' },
        ]}
      />
      <div className="text-sm">
        <p className="text-ink-soft">Reference</p>
        <p className="figures font-semibold [overflow-wrap:anywhere]">{referenceId}</p>
      </div>
      <Extracted data={extractedData} />
      <Flags flags={flags} />
      <Sentences title="Errors" none="No rule failed." sentences={errors} />
      <Sentences title="Warnings" none="Every rule could be applied." sentences={warnings} />
      {issues.length > 0 && <Sentences title="What a client is told" none="" sentences={issues} />}
      <ReadPages pictures={pictures} regions={regions} />
    </Card>
  )
}

const Score = ({ score }: { score: number }) => (
  <div className="grid gap-1.5">
    <p className="flex items-baseline justify-between">
      <span className="text-sm text-ink-soft">Score</span>
      <span className="figures text-lg font-semibold">{score} of 100</span>
    </p>
    <Progress value={score} label="Score" valueText={`${score} of 100`} tone={scoreTone(score)} />
  </div>
)

const Flags = ({ flags }: { flags: Answer['result']['flags'] }) => (
  <section className="grid gap-2">
    <h3 className="text-base font-semibold">Flags</h3>
    <ul className="grid gap-1.5">
      {Object.entries(flags).map(([flag, isUp]) => (
        <li key={flag} className="flex items-center justify-between gap-3">
          <span>{flagWords[flag as Flag]}</span>
          <Badge tone={isUp ? 'warn' : 'neutral'} plain={!isUp}>
            {isUp ? 'Yes' : 'No'}
          </Badge>
        </li>
      ))}
    </ul>
  </section>
)

const Sentences = ({ title, none, sentences }: { title: string; none: string; sentences: string[] }) => (
  <section className="grid gap-2">
    <h3 className="text-base font-semibold">{title}</h3>
    {sentences.length === 0 && <p className="text-ink-soft">{none}</p>}
    <ul className="grid list-disc gap-1 pl-5 empty:hidden">
      {sentences.map((sentence, at) => (
        <li key={at} className="[overflow-wrap:anywhere]">
          {sentence}
        </li>
      ))}
    </ul>
  </section>
)
