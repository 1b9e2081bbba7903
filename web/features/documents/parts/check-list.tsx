import { ChevronDown, CircleAlert, Eye, Minus, Check as Tick } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Check, confidentEnough } from '#contract/documents/validation.ts'
import { addressInNormalCase, nameInNormalCase } from '#contract/kit/names.ts'
import { counted } from '#web/platform/clock.ts'
import { classes } from '#web/ui/classes.ts'
import { percentText } from '../copy.ts'

interface CheckListProps {
  checks: Check[]
  /** The document is verified, so nobody has to do the checks that were skipped. */
  isSettled: boolean
}

/**
 * Every rule with its outcome as a sentence, what was read and what was expected. Closed at first, because the verdict
 * above says what matters.
 */
export const CheckList = ({ checks, isSettled }: CheckListProps) => {
  if (checks.length === 0) return null
  const looked = lookedAt(checks, isSettled)
  return (
    <Fold title={`See all ${counted(checks.length, 'check')}`} aside={countsOf(looked)}>
      <CheckLines label="What was checked" looked={looked} />
    </Fold>
  )
}

type LookedCheck = Look & { check: Check }

const lookedAt = (checks: Check[], isSettled: boolean): LookedCheck[] =>
  checks.map((check) => ({ check, ...appearanceOf(check, isSettled) }))

interface FirmCheckListProps extends Pick<CheckListProps, 'checks' | 'isSettled'> {
  confidence: number
}

/**
 * The same for the firm, with the source of each rule and the measurements. What needs a person's eye comes first, and
 * what passed is folded, so that all of it fits on one screen.
 */
export const FirmCheckList = ({ checks, isSettled, confidence }: FirmCheckListProps) => {
  if (checks.length === 0) return null
  const looked = lookedAt(checks, isSettled)
  const passed = looked.filter(({ check }) => check.outcome === 'passed')
  const rest = looked.filter(({ check }) => check.outcome !== 'passed')
  return (
    <section aria-label="What was checked">
      <h2 className="flex flex-wrap items-baseline gap-x-3 pb-1.5 font-sans text-base font-semibold">
        What was checked <span className="figures text-sm font-normal text-ink-soft">{countsOf(looked)}</span>
      </h2>
      {rest.length > 0 && <CheckLines label="To look at" looked={rest} isForFirm />}
      {passed.length > 0 && (
        <Fold title={`See the ${counted(passed.length, 'check')} that passed`}>
          <CheckLines label="Passed" looked={passed} isForFirm />
        </Fold>
      )}
      <Measures checks={checks} confidence={confidence} />
    </section>
  )
}

const CheckLines = ({
  label,
  looked,
  isForFirm = false,
}: {
  label: string
  looked: LookedCheck[]
  isForFirm?: boolean
}) => (
  <ul aria-label={label} className="divide-y divide-line border-t border-line">
    {looked.map(({ check, ...look }) => (
      <CheckLine key={check.rule} check={check} hasSource={isForFirm} {...look} />
    ))}
  </ul>
)

const looks = {
  passed: { Icon: Tick, tone: 'text-ok', words: 'Passed' },
  failed: { Icon: CircleAlert, tone: 'text-stop', words: 'Failed' },
  not_checked: { Icon: Eye, tone: 'text-warn', words: 'Not checked' },
}
const notNeeded = { Icon: Minus, tone: 'text-ink-soft', words: 'Not needed' }
type Look = (typeof looks)['passed']

const appearanceOf = ({ outcome }: Check, isSettled: boolean): Look =>
  isSettled && outcome === 'not_checked' ? notNeeded : looks[outcome]

/** "4 passed · 1 not checked" */
const countsOf = (looked: Look[]) => {
  const counts = new Map<string, number>()
  for (const { words } of looked) counts.set(words, (counts.get(words) ?? 0) + 1)
  return [...counts].map(([words, count]) => `${count} ${words.toLowerCase()}`).join(' · ')
}

const CheckLine = ({ check, hasSource, Icon, tone, words }: Look & { check: Check; hasSource: boolean }) => {
  const detail = detailOf(check, hasSource)
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon className={classes('mt-0.5', tone)} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-[0.875rem] font-semibold break-words">
          {hasSource ? titleForFirm(check) : check.title}
        </p>
        {detail && <p className="text-sm break-words text-ink-soft">{detail}</p>}
        {hasSource && check.source && <p className="text-xs text-ink-soft">{check.source}</p>}
      </div>
      <p className={classes('flex-none text-sm font-semibold', tone)}>{words}</p>
    </li>
  )
}

// A value from the client is labelled "we have", and a rule's requirement "we need".
const ours = new Set(['name_matches', 'address_matches', 'birth_date_matches'])

/** Says "the one we have" instead of "yours", for a person of the firm who decides. */
const titleForFirm = ({ title }: Check) => title.replace(/ yours$/, ' the one we have')

// Rules whose readings are printed on the document. The others' readings are observations, for the firm only.
const printed = new Set([
  ...ours,
  'not_expired',
  'dated_within_90_days',
  'document_kind',
  'one_person',
  'adult',
])

const detailOf = (check: Check, isForFirm: boolean) => {
  const { rule, outcome, read, expected } = check
  const isPrinted = printed.has(rule)
  if (!isPrinted && (!isForFirm || isMeasured(check))) return null
  const wanted =
    outcome === 'passed' || expected === null
      ? null
      : `${ours.has(rule) ? 'we have' : isPrinted ? 'we need' : 'expected'}: ${expected}`
  const found = read === null ? null : isPrinted ? `Read: ${shown(rule, read)}` : sentence(read)
  return sentence([found, wanted].filter((part) => part !== null).join(' · '))
}

const writing: Record<string, (read: string) => string> = {
  name_matches: nameInNormalCase,
  address_matches: addressInNormalCase,
}
const shown = (rule: string, read: string) => writing[rule]?.(read) ?? read
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

type Measured = Pick<Check, 'read' | 'expected'> & { read: string }

/** Explains each measurement, and from which value on it is good enough. */
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
  // If the machine-readable lines could not be read, a sentence says why instead.
  if (read === null || (rule === 'machine_zone' && outcome !== 'passed')) return null
  return meanings[rule]?.({ read, expected }) ?? null
}

/** Returns whether the reading is a number or machine-readable text rather than words. */
const isMeasured = (check: Check) => measuredOf(check) !== null

/** The measurements behind the checks, with explanations, for the firm. */
const Measures = ({ checks, confidence }: { checks: Check[]; confidence: number }) => {
  const measured = checks.filter(isMeasured)
  if (measured.length === 0 && confidence === 0) return null
  return (
    <Fold title="See the measurements">
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

interface FoldProps {
  title: string
  aside?: string
  children: ReactNode
}

/** A native `details` element, closed at first, that opens and closes a part of the page. */
export const Fold = ({ title, aside, children }: FoldProps) => (
  <details className="min-w-0">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 py-1.5 select-none [&::-webkit-details-marker]:hidden">
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{title}</span>
        {aside && <span className="figures text-sm text-ink-soft">{aside}</span>}
      </span>
      <ChevronDown className="flex-none transition-transform duration-150 [[open]>summary>&]:rotate-180" />
    </summary>
    {children}
  </details>
)
