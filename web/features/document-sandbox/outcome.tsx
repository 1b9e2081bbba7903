import { useEffect, useRef } from 'react'
import type { documentSandbox, TrialResult } from '#contract/document-sandbox.ts'
import type { Flag, Region } from '#contract/documents/validation.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { formatPounds } from '#contract/kit/money.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { LabelledFrames } from '#web/ui/data/document-pages.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { flagWords, groupWords, scoreTone, statusTone, typeWords } from './copy.ts'

type Answer = Output<typeof documentSandbox.run>

/** The whole result: status, score, reference, extracted values, and any objections. */
export const SandboxOutcome = ({ answer }: { answer: Answer }) => {
  const { result, documentType, usingSimulation, pictures } = answer
  const { status, score, referenceId, extractedData, flags, warnings, errors, issues, regions } = result
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the result is below the form, out of view.
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

type Data = TrialResult['extractedData']

/** The extracted values, in the groups in which they are stored. */
const Extracted = ({ data }: { data: Data }) => {
  const groups = (Object.keys(groupWords) as (keyof Data)[]).map((group) => ({
    title: groupWords[group],
    facts: factsOf(data[group]),
  }))
  const filled = groups.filter(({ facts }) => facts.length > 0)
  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">Extracted data</h3>
      {filled.length === 0 && <p className="text-ink-soft">Nothing was read.</p>}
      {filled.map(({ title, facts }) => (
        <div key={title} className="grid gap-2 rounded-xl border border-line px-4 py-3">
          <h4 className="text-sm font-semibold text-ink-soft">{title}</h4>
          <DescriptionList variant="stacked" facts={facts} />
        </div>
      ))}
    </section>
  )
}

const factsOf = (group: Record<string, string | number | undefined>) =>
  Object.entries(group).flatMap(([name, value]) =>
    value === undefined
      ? []
      : {
          name: inWords(name),
          // Numbers are amounts in pence; everything else is text.
          value: (
            <span className="[overflow-wrap:anywhere]">
              {typeof value === 'number' ? formatPounds(value) : value}
            </span>
          ),
        },
  )

/** "AddressPostCode" as "Address post code". */
const inWords = (name: string) => {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface ReadPagesProps {
  pictures: { page: number; image: string }[]
  regions: TrialResult['regions']
}

/** The pages, with the recognised places marked on them. */
const ReadPages = ({ pictures, regions }: ReadPagesProps) => {
  if (pictures.length === 0) return null
  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">What was read</h3>
      {pictures.map(({ page, image }) => (
        <ReadPage
          key={page}
          page={page}
          image={image}
          regions={regions.filter((region) => region.page === page)}
        />
      ))}
    </section>
  )
}

const ReadPage = ({ page, image, regions }: { page: number; image: string; regions: Region[] }) => (
  <figure className="grid gap-2">
    <div className="relative overflow-clip rounded-lg border border-line bg-sunken">
      <img src={image} alt={`Page ${page} of the tested document`} className="block w-full" />
      <LabelledFrames items={regions.map(({ what: text, ...place }) => ({ text, ...place }))} print={null} />
    </div>
    <figcaption className="text-sm text-ink-soft">
      {regions.length === 0
        ? 'No place on this page was read.'
        : `Read here: ${[...new Set(regions.map((region) => region.what))].join(', ')}.`}
    </figcaption>
  </figure>
)
