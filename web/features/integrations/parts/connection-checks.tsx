import { Badge } from '#web/ui/data/badge.tsx'

interface Check {
  step: string
  state: keyof typeof tones
  words: string
}

/** What a test of a connection has found, step by step. */
export const ConnectionChecks = ({ checks }: { checks: readonly Check[] }) => (
  <ul aria-label="What the test found" role="status" className="grid gap-2">
    {checks.map(({ step, ...check }) => (
      <li key={step}>
        <ConnectionCheck {...check} />
      </li>
    ))}
  </ul>
)

/** One finding of such a test. */
export const ConnectionCheck = ({ state, words }: Omit<Check, 'step'>) => (
  <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
    <Badge tone={tones[state].tone}>{tones[state].label}</Badge>
    <span className="min-w-50 flex-1">{words}</span>
  </p>
)

const tones = {
  good: { tone: 'ok', label: 'OK' },
  unknown: { tone: 'warn', label: 'Not sure' },
  bad: { tone: 'stop', label: 'Failed' },
} as const
