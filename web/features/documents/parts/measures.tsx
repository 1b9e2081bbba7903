import { type Check, confidentEnough } from '#contract/documents/validation.ts'
import { percentText } from '../words.ts'
import { Fold } from './fold.tsx'

type Measured = Pick<Check, 'read' | 'expected'> & { read: string }

/** What each figure is a figure of, and from where on it is good enough. */
const meanings: Record<string, (measured: Measured) => string> = {
  image_size: ({ read, expected }) => `The picture has ${read}; ${expected} is large enough.`,
  sharpness: ({ read, expected }) =>
    `Edges stand out by ${Number(read).toLocaleString('en-GB')} points; ${expected} is sharp enough.`,
  brightness: ({ read, expected }) =>
    `The average light is ${read.replace(' of 255', '')}, from 0 (black) to 255 (white); ${expected} is bright enough.`,
  glare: ({ read, expected }) =>
    `${read.replace(' blown out', '')} of the picture is washed out; ${expected} is fine.`,
  face_size: ({ read, expected }) => `The face is ${read}; ${expected} is large enough.`,
  machine_zone: ({ read }) => read,
}

const measuredOf = ({ rule, outcome, read, expected }: Check): string | null => {
  // Where they could not be read, why not is said in words.
  if (read === null || (rule === 'machine_zone' && outcome !== 'passed')) return null
  return meanings[rule]?.({ read, expected }) ?? null
}

/** Its reading is a figure, or letters for a machine, and no words. */
export const isMeasured = (check: Check) => measuredOf(check) !== null

/** The figures behind the checks, with what they mean: for the firm, where somebody wants to know. */
export const Measures = ({ checks, confidence }: { checks: Check[]; confidence: number }) => {
  const measured = checks.filter(isMeasured)
  if (measured.length === 0 && confidence === 0) return null
  return (
    <Fold title="See the measurements" isFolded>
      <dl className="divide-y divide-line border-t border-line text-sm">
        {confidence > 0 && (
          <div className="py-2">
            <dt className="font-semibold">The automatic check as a whole</dt>
            <dd className="figures text-ink-soft">
              {percentText(confidence)} confidence; from {percentText(confidentEnough)} on, what has no fault
              is verified without a decision.
            </dd>
          </div>
        )}
        {measured.map((check) => (
          <div key={check.rule} className="py-2">
            <dt className="font-semibold">{check.title}</dt>
            <dd className="figures wrap-anywhere whitespace-pre-line text-ink-soft">{measuredOf(check)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}
